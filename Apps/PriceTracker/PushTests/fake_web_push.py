"""A browser's push service on loopback, and a browser's side of a subscription."""

import base64
import json
import os
import re
import secrets
import time

import http_ece
import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from http_service import MAX_BYTES, HTTPService


def base64url_encoded(raw):
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def public_key(text):
    raw = jwt.utils.base64url_decode(text.encode())
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)


class BrowserPush(HTTPService):
    """A browser's push service (RFC 8030) that requires VAPID (RFC 8292)."""

    def __init__(self):
        # The application server keys with which browsers have subscribed, by path.
        self.subscriptions, self.gone = {}, set()
        super().__init__()

    def subscribe(self, server_key):
        path = "/push/" + secrets.token_urlsafe(24)
        self.subscriptions[path] = server_key.rstrip("=")
        return self.url + path

    def respond(self, path, headers, body):
        rejection = self.rejection(path, headers, body)
        if rejection:
            return rejection[0], {}, {"message": rejection[1]}
        self.accepted.append((path, {k.lower(): v for k, v in headers.items()}, body))
        return 201, {"Location": f"{self.url}/message/{secrets.token_urlsafe(8)}"}, None

    def rejection(self, path, headers, body):
        """The status and the reason of a rejection; None for an accepted message."""
        if path in self.gone:
            return 410, "push subscription has unsubscribed or expired."
        if path not in self.subscriptions:
            return 404, "there is no such subscription"
        if not headers.get("TTL", "").isdigit():
            return 400, "TTL is missing"
        if headers.get("Content-Encoding") != "aes128gcm":
            return 400, "the content encoding must be aes128gcm"
        if len(body) > MAX_BYTES:
            return 413, "too large"
        return self.vapid_problem(path, headers)

    def vapid_problem(self, path, headers):
        match = re.fullmatch(
            r"vapid t=([\w.-]+), ?k=([\w=-]+)", headers.get("Authorization", ""))
        if not match:
            return 401, "VAPID is missing"
        token, key = match[1], match[2].rstrip("=")
        if key != self.subscriptions[path]:
            return 403, "the key is not the one that was subscribed with"
        try:
            claims = jwt.decode(token, public_key(key), algorithms=["ES256"], audience=self.url,
                                options={"require": ["exp", "sub"]})
        except jwt.InvalidTokenError as error:
            return 403, str(error)
        if claims["exp"] > time.time() + 86_400:
            return 403, "exp is more than 24 hours from now"
        return None


class Browser:
    """The keys of a subscription; decrypts with http_ece, the library of pywebpush."""

    def __init__(self, key=None, secret=None):
        self.key = key or ec.generate_private_key(ec.SECP256R1())
        self.secret = secret or os.urandom(16)

    def keys(self):
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        return {"p256dh": base64url_encoded(point), "auth": base64url_encoded(self.secret)}

    def decrypt(self, body):
        """Decrypts a message, and returns its text."""
        return http_ece.decrypt(
            body, private_key=self.key, auth_secret=self.secret, version="aes128gcm").decode()

    def read_json(self, body):
        return json.loads(self.decrypt(body))
