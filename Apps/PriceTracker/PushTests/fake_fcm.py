"""Firebase Cloud Messaging on loopback.

Like the other fakes, it validates requests as the service's documentation describes, and responds
with the documented statuses and bodies. `accepted` has the messages that were accepted.
test_clients.py tests it with the service's own client library.
"""

import json
import re
import secrets
import time
import urllib.parse

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from http_service import MAX_BYTES, HTTPService, pem

SCOPES = {"https://www.googleapis.com/auth/firebase.messaging",
          "https://www.googleapis.com/auth/cloud-platform"}
AUDIENCE = "https://oauth2.googleapis.com/token"


class Firebase(HTTPService):
    """Google's token endpoint and FCM's HTTP v1 API."""

    project = "price-tracker"
    email = "sender@price-tracker.iam.gserviceaccount.com"

    def __init__(self):
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.key_id = secrets.token_hex(20)
        self.access_tokens = {}
        self.registered, self.unregistered, self.foreign = set(), set(), set()
        # Responses to return first, as (status, FCM error code, Retry-After).
        self.failures = []
        super().__init__()

    def service_account(self):
        """The service account's key file."""
        return {
            "type": "service_account", "project_id": self.project, "client_id": "1",
            "private_key_id": self.key_id, "private_key": pem(self.key),
            "client_email": self.email, "token_uri": f"{self.url}/token"}

    def respond(self, path, headers, body):
        if path == "/token":
            return self.issue_access_token(urllib.parse.parse_qs(body.decode()))
        if path == f"/v1/projects/{self.project}/messages:send":
            return self.handle_send(headers, body)
        return self.error_response(404, "NOT_FOUND")

    def issue_access_token(self, form):
        try:
            if form["grant_type"] != ["urn:ietf:params:oauth:grant-type:jwt-bearer"]:
                return 400, {}, {"error": "unsupported_grant_type"}
            assertion = form["assertion"][0]
            if jwt.get_unverified_header(assertion).get("kid") != self.key_id:
                raise jwt.InvalidTokenError("unknown key")
            claims = jwt.decode(
                assertion, self.key.public_key(), algorithms=["RS256"], audience=AUDIENCE,
                issuer=self.email, options={"require": ["exp", "iat"]})
            if claims["exp"] - claims["iat"] > 3600:
                raise jwt.InvalidTokenError("too long")
        except (KeyError, jwt.InvalidTokenError) as error:
            return 400, {}, {"error": "invalid_grant", "error_description": f"Invalid JWT: {error}"}
        if not SCOPES & set(claims.get("scope", "").split()):
            return 400, {}, {"error": "invalid_scope"}
        token = "ya29." + secrets.token_urlsafe(40)
        self.access_tokens[token] = time.time() + 3599
        return 200, {}, {"access_token": token, "expires_in": 3599, "token_type": "Bearer"}

    def handle_send(self, headers, body):
        bearer = headers.get("Authorization", "").removeprefix("Bearer ")
        if self.access_tokens.get(bearer, 0) < time.time():
            return self.error_response(401, "UNAUTHENTICATED")
        if self.failures:
            status, code, retry_after = self.failures.pop(0)
            return self.error_response(
                status, "UNAVAILABLE", code, headers={"Retry-After": str(retry_after)})
        request = json.loads(body)
        message = request.get("message", {})
        rejection = self.rejection(message, len(body))
        if rejection:
            return rejection
        if not request.get("validate_only"):
            self.accepted.append(message)
        name = f"projects/{self.project}/messages/0:{secrets.randbelow(10**16)}"
        return 200, {}, {"name": name}

    def rejection(self, message, size):
        """The response to a rejected message; None for an accepted one."""
        invalid_field = self.invalid_field(message)
        target = message.get("token") or message.get("fid")
        if target in self.unregistered:
            return self.error_response(404, "NOT_FOUND", "UNREGISTERED")
        if target in self.foreign:
            return self.error_response(403, "PERMISSION_DENIED", "SENDER_ID_MISMATCH")
        if not invalid_field and target not in self.registered:
            invalid_field = "message.token"
        if invalid_field or size > MAX_BYTES:
            return self.error_response(
                400, "INVALID_ARGUMENT", "INVALID_ARGUMENT", field=invalid_field)
        return None

    @staticmethod
    def invalid_field(message):
        """The first field with an invalid value; None if there is none."""
        if sum(kind in message for kind in ("token", "fid", "topic", "condition")) != 1:
            return "message"
        for name, value in message.get("data", {}).items():
            reserved = name in ("from", "gcm") or name.startswith("google")
            if reserved or not isinstance(value, str):
                return f"message.data.{name}"
        lifetime = message.get("android", {}).get("ttl", "0s")
        if not re.fullmatch(r"\d+(\.\d+)?s", lifetime) or float(lifetime[:-1]) > 2_419_200:
            return "message.android.ttl"
        return None

    @staticmethod
    def error_response(status, name, code=None, field=None, headers=None):
        details = []
        if code:
            details.append({"@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError",
                            "errorCode": code})
        if field:
            details.append({"@type": "type.googleapis.com/google.rpc.BadRequest",
                            "fieldViolations": [{"field": field, "description": "Invalid value"}]})
        return status, headers or {}, {"error": {
            "code": status, "message": f"{code or name}.", "status": name, "details": details}}
