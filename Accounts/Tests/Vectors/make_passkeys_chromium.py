#!/usr/bin/env python3
"""Generates passkeys-chromium.json: responses of Chromium.

Chromium's virtual authenticator creates and uses the passkeys. Chromium itself parses the challenge
from JSON and writes the response as JSON (parseCreationOptionsFromJSON, toJSON), so both have the
standard's form. Run it to add a vector:

    python3 -m venv /tmp/v && /tmp/v/bin/pip install playwright
    /tmp/v/bin/python make_passkeys_chromium.py > passkeys-chromium.json
"""

import base64
import hashlib
import http.server
import json
import threading

from playwright.sync_api import sync_playwright

PORT, USER = 8437, "p_0123456789abcdef"
CREATE = """async (options) => {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return JSON.stringify(await navigator.credentials.create({ publicKey }));
}"""
GET = """async (options) => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return JSON.stringify(await navigator.credentials.get({ publicKey }));
}"""


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def challenge(kind):
    return hashlib.sha256(b"chromium" + kind.encode()).digest()


class Site(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html>")


def creation(algorithm):
    return {
        "challenge": base64url(challenge("create")), "timeout": 300000, "attestation": "none",
        "rp": {"id": "localhost", "name": "Flows"}, "excludeCredentials": [],
        "user": {"id": base64url(USER.encode()), "name": "a@b.c", "displayName": "Ada"},
        "pubKeyCredParams": [{"type": "public-key", "alg": algorithm}],
        "authenticatorSelection": {"residentKey": "required", "requireResidentKey": True,
                                   "userVerification": "required"}}


def request():
    return {"challenge": base64url(challenge("get")), "timeout": 300000, "rpId": "localhost",
            "allowCredentials": [], "userVerification": "required"}


def vector(name, kind, response, eligible):
    return {"name": f"Chromium, {name}", "challenge": challenge(kind).hex(), "response": response,
            "isBackupEligible": eligible}


def main():
    server = http.server.ThreadingHTTPServer(("localhost", PORT), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    registrations, assertions = [], []
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name, algorithm, eligible in (("ES256", -7, False), ("ES256, backed up", -7, True),
                                          ("Ed25519", -8, False), ("RS256", -257, False)):
            page = browser.new_page()
            device = page.context.new_cdp_session(page)
            device.send("WebAuthn.enable")
            device.send("WebAuthn.addVirtualAuthenticator", {"options": {
                "protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": "internal",
                "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True,
                "automaticPresenceSimulation": True, "defaultBackupEligibility": eligible,
                "defaultBackupState": eligible}})
            page.goto(f"http://localhost:{PORT}/")
            response = page.evaluate(CREATE, creation(algorithm))
            registrations.append(vector(name, "create", response, eligible))
            assertions.append(vector(name, "get", page.evaluate(GET, request()), eligible))
            page.close()
        print(json.dumps({"origin": f"http://localhost:{PORT}", "user": USER,
                          "version": browser.version, "registrations": registrations,
                          "assertions": assertions},
                         indent=1))
        browser.close()


main()
