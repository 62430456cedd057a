"""Test doubles for external services: a mailbox, an identity provider, an authenticator, and a
browser's forms."""

import base64
import email
import hashlib
import html
import http.server
import json
import re
import secrets
import threading
import time
from urllib.parse import urlencode

from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa

from support import TIMEOUT, free_port

SITE = "https://flows.example.com"


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Mailbox:
    """A mail server that accepts emails to some addresses; all others stay in the sender's
    outbox."""

    def __init__(self, case, prefix):
        self.prefix, self.mails = prefix, {}
        # NB: with port 0, the controller does not find its own port.
        port = free_port()
        controller = Controller(self, hostname="127.0.0.1", port=port, ready_timeout=TIMEOUT)
        controller.start()
        case.addCleanup(controller.stop)
        self.address = f"smtp+plain://127.0.0.1:{port}"

    async def handle_RCPT(self, server, session, envelope, address, options):
        if not address.startswith(self.prefix):
            return "451 later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.content)
        part = next(part for part in mail.walk() if part.get_content_type() == "text/plain")
        self.mails[envelope.rcpt_tos[0]] = part.get_payload(decode=True).decode()
        return "250 OK"


class Issuer:
    """An OpenID provider whose ID tokens an app has already received."""

    client = "flows"

    def __init__(self, case):
        self.key = rsa.generate_private_key(65537, 2048)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        threading.Thread(target=server.serve_forever, daemon=True).start()
        case.addCleanup(server.server_close)
        case.addCleanup(server.shutdown)
        self.address = f"http://127.0.0.1:{server.server_port}"

    @property
    def provider(self):
        """The provider as an entry of the server's file of providers."""
        return {"kind": "openid", "id": "work", "name": "Work", "issuer": self.address,
                "clientID": "web", "clientSecret": "PROVIDER_SECRET", "trustsEmail": True,
                "nativeClientIDs": [self.client]}

    def handler(self):
        issuer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = json.dumps(issuer.keys() if self.path == "/keys" else issuer.metadata())
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *arguments):
                pass

        return Handler

    def metadata(self):
        return {"issuer": self.address, "jwks_uri": f"{self.address}/keys",
                "authorization_endpoint": f"{self.address}/authorize",
                "token_endpoint": f"{self.address}/token",
                "response_types_supported": ["code"], "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["RS256"]}

    def keys(self):
        numbers = self.key.public_key().public_numbers()
        return {"keys": [{"kty": "RSA", "kid": "1", "use": "sig", "alg": "RS256",
                          "n": base64url(numbers.n.to_bytes(256, "big")),
                          "e": base64url(numbers.e.to_bytes(3, "big"))}]}

    def id_token(self, subject):
        now = int(time.time())
        parts = [{"alg": "RS256", "kid": "1", "typ": "JWT"}, {
            "iss": self.address, "aud": self.client, "sub": subject, "iat": now, "exp": now + 600,
            "email": f"{subject}@example.net", "email_verified": True, "name": subject}]
        signed = ".".join(base64url(json.dumps(part).encode()) for part in parts)
        signature = self.key.sign(signed.encode(), padding.PKCS1v15(), hashes.SHA256())
        return f"{signed}.{base64url(signature)}"


def cbor(value):
    """CBOR encoding of small values."""
    def head(major_type, number):
        if number < 24:
            return bytes([major_type << 5 | number])
        # NB: in the fewest bytes; a longer encoding is rejected.
        size = 1 if number < 256 else 2
        return bytes([major_type << 5 | 23 + size]) + number.to_bytes(size, "big")
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        return head(3, len(value)) + value.encode()
    return head(5, len(value)) + b"".join(
        cbor(key) + cbor(item) for key, item in value.items())


def new_passkey(options):
    """An authenticator's response to a page's options: the credential's id and the response."""
    credential = secrets.token_bytes(32)
    point = ec.generate_private_key(ec.SECP256R1()).public_key().public_numbers()
    key = {1: 2, 3: -7, -1: 1,
           -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
    # Flags: the user was present and verified, and the new key is included.
    data = (hashlib.sha256(options["rp"]["id"].encode()).digest() + bytes([0x45, 0, 0, 0, 0])
            + bytes(16) + len(credential).to_bytes(2, "big") + credential + cbor(key))
    client = {"type": "webauthn.create", "challenge": options["challenge"], "origin": SITE,
              "crossOrigin": False}
    return credential, {
        "id": base64url(credential), "rawId": base64url(credential), "type": "public-key",
        "clientExtensionResults": {},
        "response": {
            "clientDataJSON": base64url(json.dumps(client).encode()), "transports": ["internal"],
            "attestationObject": base64url(cbor(
                {"fmt": "none", "attStmt": {}, "authData": data}))}}


class Browser:
    """Forms of the server's pages, with one browser's cookies."""

    def __init__(self, send):
        # Sends a request to the server; None if there was no response.
        self.send_request, self.cookies = send, {}

    def send(self, method, path, body=None, headers=None):
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        response = self.send_request(method, path, body, {
            **(headers or {}), "Cookie": cookies, "Origin": SITE, "Sec-Fetch-Site": "same-origin"})
        if response is not None:
            for cookie in response.headers.get_all("Set-Cookie") or []:
                name, _, value = cookie.split(";")[0].partition("=")
                self.cookies[name] = value
        return response

    def open(self, path):
        """The hidden fields and the options of a page; None without a response."""
        response = self.send("GET", path)
        return None if response is None else self.read(response)

    def read(self, response):
        text = response.body.decode()
        fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', text)
        options = re.search(r'data-options="([^"]*)"', text)
        return {name: html.unescape(value) for name, value in fields}, (
            options and json.loads(html.unescape(options[1])))

    def submit(self, path, fields):
        """The response to a form, and the key of the notice that the next page shows."""
        response = self.send("POST", path, urlencode(fields).encode(),
                           {"Content-Type": "application/x-www-form-urlencoded"})
        return response, self.cookies.get("__Host-notice")
