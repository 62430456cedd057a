"""Identity providers on loopback, for tests of external sign-in.

Two real ones from PyPI, Canaille and oidc-provider-mock, and fakes of two services that cannot run
here: Apple and Facebook, according to their documentation. Prints one line of JSON with the
parameters for the tests, and ends when its standard input is closed.
"""

import base64
import datetime
import gzip
import hashlib
import hmac
import html
import json
import logging
import os
import secrets
import sys
import threading
import time

# Otherwise, both real providers reject plain HTTP, even on loopback.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

import canaille
import flask
import oidc_provider_mock
from canaille.app import models
from canaille.backends import Backend
from cryptography.hazmat.primitives import serialization
from joserfc import jwt
from joserfc.jwk import ECKey, RSAKey
from werkzeug.serving import make_server

SITE = sys.argv[1]
CLIENT, SECRET = "flowmagic", "a secret: with %/+ü"
PASSWORD = "correct horse battery"


class LoopbackServer:
    """A server on a free port, which its application needs to know when it is created."""

    def __init__(self):
        self.server = make_server("127.0.0.1", 0, self, threaded=True)
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def __call__(self, environ, start_response):
        return self.application(environ, start_response)

    def serve(self, application):
        self.application = application
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self.address


def canaille_provider():
    """Canaille with two users and one client, which requires consent."""
    server = LoopbackServer()
    application = canaille.create_app(config={
        "SECRET_KEY": secrets.token_hex(),
        "SERVER_NAME": server.address.removeprefix("http://"),
        "PREFERRED_URL_SCHEME": "http",
        "CANAILLE": {
            "DATABASE": "memory",
            "JAVASCRIPT": False,
            "LOGGING": {"version": 1, "disable_existing_loggers": True},
            "ACL": {"DEFAULT": {"PERMISSIONS": ["use_oidc"], "READ": ["user_name"]}},
        },
        "CANAILLE_OIDC": {"TRUSTED_DOMAINS": ["nobody.example"]},
    })
    with application.app_context(), Backend.instance.session():
        for name, family in [("Ada", "Lovelace"), ("Barbara", "Liskov")]:
            user = name.lower()
            Backend.instance.save(models.User(
                formatted_name=f"{name} {family}", given_name=name, family_name=family,
                user_name=user, emails=[f"{user}@example.com"], password=PASSWORD,
            ))
        client = models.Client(
            client_id=CLIENT, client_secret=SECRET, client_name="Flows", client_uri=SITE,
            client_id_issued_at=datetime.datetime.now(datetime.timezone.utc),
            redirect_uris=[f"{SITE}/auth/canaille/callback"], contacts=["ops@example.com"],
            scope=["openid", "email", "profile"], grant_types=["authorization_code"],
            response_types=["code"], token_endpoint_auth_method="client_secret_basic",
        )
        Backend.instance.save(client)
        client.audience = [client]
        Backend.instance.save(client)
    return server.serve(application)


def mock_provider():
    """oidc-provider-mock with a user whose address is verified."""
    return LoopbackServer().serve(oidc_provider_mock.app(require_nonce=True, user_claims=[
        oidc_provider_mock.User(sub="grace", claims={
            "email": "grace@example.com", "email_verified": True, "name": "Grace Hopper",
        }),
    ]))


def s256(verifier):
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


class Apple:
    """A fake of Sign in with Apple, with one user, whose name is sent only the first time."""

    team, client, key_id = "TEAM123456", "com.example.flows", "KEY1234567"

    def __init__(self):
        self.server = LoopbackServer()
        self.signing = RSAKey.generate_key(2048, {"kid": "apple-1", "use": "sig", "alg": "RS256"})
        self.secret = ECKey.generate_key("P-256")
        self.codes = {}
        self.is_first = True
        application = flask.Flask("apple")
        application.add_url_rule("/.well-known/openid-configuration", view_func=self.metadata)
        application.add_url_rule("/auth/keys", view_func=self.keys)
        application.add_url_rule("/auth/authorize", view_func=self.authorize)
        application.add_url_rule("/auth/token", view_func=self.token, methods=["POST"])
        application.add_url_rule("/native", view_func=self.native)
        self.issuer = self.server.serve(application)

    def pem(self):
        return self.secret.raw_value.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ).decode()

    def metadata(self):
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/auth/authorize",
            "token_endpoint": f"{self.issuer}/auth/token",
            "jwks_uri": f"{self.issuer}/auth/keys",
            "response_modes_supported": ["query", "fragment", "form_post"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
        }

    def keys(self):
        return {"keys": [self.signing.as_dict(private=False)]}

    def authorize(self):
        query = flask.request.args
        if query["client_id"] != self.client or query["response_mode"] != "form_post":
            return "invalid_request", 400
        code = secrets.token_urlsafe()
        self.codes[code] = dict(query)
        fields = {"code": code, "state": query["state"]}
        if self.is_first:
            self.is_first = False
            name = {"firstName": "Alan", "lastName": "Turing"}
            fields["user"] = json.dumps({"name": name, "email": "not-to-be-believed@example.com"})
        inputs = "".join(
            f'<input type="hidden" name="{name}" value="{html.escape(value)}">'
            for name, value in fields.items()
        )
        return f'<form method="post" action="{html.escape(query["redirect_uri"])}">{inputs}</form>'

    def token(self):
        form = flask.request.form
        try:
            secret = jwt.decode(form["client_secret"], self.secret, algorithms=["ES256"])
            jwt.JWTClaimsRegistry(
                iss={"essential": True, "value": self.team},
                sub={"essential": True, "value": self.client},
                aud={"essential": True, "value": self.issuer},
                exp={"essential": True},
            ).validate(secret.claims)
            if secret.header["kid"] != self.key_id or form["client_id"] != self.client:
                raise ValueError
        except Exception:
            return {"error": "invalid_client"}, 400
        authorization = self.codes.pop(form["code"], None)
        if not authorization or authorization["redirect_uri"] != form["redirect_uri"] or (
            authorization["code_challenge"] != s256(form["code_verifier"])
        ):
            return {"error": "invalid_grant"}, 400
        return {
            "access_token": secrets.token_urlsafe(), "token_type": "bearer", "expires_in": 3600,
            "id_token": self.id_token(self.client, authorization["nonce"]),
        }

    def native(self):
        """An ID token from Apple's library in an app; the app sends the hash of its nonce."""
        nonce = hashlib.sha256(flask.request.args["nonce"].encode()).hexdigest()
        return {"id_token": self.id_token("com.example.flows.app", nonce)}

    def id_token(self, audience, nonce):
        now = int(time.time())
        return jwt.encode({"alg": "RS256", "kid": "apple-1"}, {
            "iss": self.issuer, "aud": audience, "iat": now, "exp": now + 600, "nonce": nonce,
            "sub": "001234.abcdef.0123", "email": "alan@privaterelay.example",
            "email_verified": "true", "is_private_email": "true", "nonce_supported": True,
        }, self.signing)


class Facebook:
    """A fake of Facebook's login dialog and Graph API, with one user and another app."""

    app, secret = "1234567890", "0123456789abcdef0123456789abcdef"

    def __init__(self):
        server = LoopbackServer()
        self.signing = RSAKey.generate_key(2048, {"kid": "facebook-1"})
        self.codes, self.tokens = {}, {}
        application = flask.Flask("facebook")
        application.add_url_rule("/v23.0/dialog/oauth", view_func=self.dialog)
        application.add_url_rule(
            "/v23.0/oauth/access_token", view_func=self.access_token, methods=["POST"])
        application.add_url_rule("/v23.0/debug_token", view_func=self.debug_token)
        application.add_url_rule("/v23.0/me", view_func=self.me)
        application.add_url_rule("/.well-known/oauth/openid/jwks/", view_func=self.keys)
        application.add_url_rule("/limited", view_func=self.limited)
        self.address = server.serve(application)

    def dialog(self):
        query = flask.request.args
        code = secrets.token_urlsafe()
        # A test adds `trick` to make the fake misbehave.
        self.codes[code] = query["redirect_uri"], query.get("trick", "")
        return flask.redirect(f"{query['redirect_uri']}?code={code}&state={query['state']}#_=_")

    def access_token(self):
        form = flask.request.form
        redirect, trick = self.codes.pop(form["code"], (None, ""))
        if (form["client_id"], form["client_secret"]) != (self.app, self.secret) or (
            redirect != form["redirect_uri"]
        ):
            return {"error": {"type": "OAuthException", "code": 100}}, 400
        token = secrets.token_urlsafe()
        self.tokens[token] = trick
        return {"access_token": token, "token_type": "bearer", "expires_in": 5183944}

    def debug_token(self):
        if flask.request.args["access_token"] != f"{self.app}|{self.secret}":
            return {"error": {"type": "OAuthException", "code": 190}}, 400
        trick = self.tokens[flask.request.args["input_token"]]
        now = int(time.time())
        return {"data": {
            "app_id": "999" if trick == "other-app" else self.app,
            "type": "PAGE" if trick == "page" else "USER",
            "is_valid": trick != "invalid",
            "expires_at": now - 5 if trick == "expired" else now + 5183944,
            "user_id": "1002", "scopes": ["email", "public_profile"],
        }}

    def me(self):
        token = flask.request.headers["Authorization"].removeprefix("Bearer ")
        proof = hmac.new(self.secret.encode(), token.encode(), hashlib.sha256).hexdigest()
        if token not in self.tokens or flask.request.args["appsecret_proof"] != proof:
            return {"error": {"type": "GraphMethodException", "code": 100}}, 400
        profile = {"id": "1002", "name": "Edsger Dijkstra", "email": "edsger@example.com"}
        if self.tokens[token] == "other-user":
            profile["id"] = "1003"
        return {name: profile[name] for name in flask.request.args["fields"].split(",")}

    def keys(self):
        return {"keys": [self.signing.as_dict(private=False)]}

    def limited(self):
        """An ID token of Limited Login, as an app on iOS gets it."""
        now = int(time.time())
        return {"id_token": jwt.encode({"alg": "RS256", "kid": "facebook-1", "typ": "JWT"}, {
            "iss": self.address, "aud": self.app, "sub": "1002", "iat": now, "exp": now + 3600,
            "jti": secrets.token_hex(8), "nonce": flask.request.args["nonce"],
            "name": "Edsger Dijkstra", "email": "edsger@example.com",
        }, self.signing)}


class Hostile:
    """A misbehaving service."""

    def __init__(self):
        self.reached, self.cookies = 0, []
        application = flask.Flask("hostile")
        application.add_url_rule("/plain", view_func=self.plain)
        application.add_url_rule("/redirect", view_func=lambda: flask.redirect("/plain"))
        application.add_url_rule("/large", view_func=self.large)
        application.add_url_rule("/bomb", view_func=self.bomb)
        application.add_url_rule("/drip", view_func=self.drip)
        application.add_url_rule("/seen", view_func=self.seen)
        self.address = LoopbackServer().serve(application)

    def plain(self):
        self.reached += 1
        self.cookies.append(flask.request.headers.get("Cookie"))
        response = flask.jsonify({"plain": True})
        response.set_cookie("track", "you")
        return response

    def seen(self):
        return {"reached": self.reached, "cookies": [c for c in self.cookies if c]}

    def large(self):
        return flask.Response((b"a" * 65536 for _ in range(10_000)), mimetype="application/json")

    def bomb(self):
        """Ten megabytes, compressed to ten kilobytes."""
        body = gzip.compress(b" " * 10_000_000)
        return flask.Response(body, headers={"Content-Encoding": "gzip"})

    def drip(self):
        def chunks():
            while True:
                yield b" "
                threading.Event().wait(0.1)
        return flask.Response(chunks(), mimetype="application/json")


def main():
    logging.disable(logging.WARNING)
    apple, facebook = Apple(), Facebook()
    print(json.dumps({
        "canaille": canaille_provider(), "mock": mock_provider(), "client": CLIENT,
        "secret": SECRET, "password": PASSWORD,
        "apple": apple.issuer, "appleTeam": apple.team, "appleClient": apple.client,
        "appleKey": apple.key_id, "applePEM": apple.pem(),
        "hostile": Hostile().address, "facebook": facebook.address, "facebookApp": facebook.app,
        "facebookSecret": facebook.secret,
    }), flush=True)
    sys.stdin.read()


main()
