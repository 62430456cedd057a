"""Writers of test_kill_tables that change how users sign in."""

import base64
import hashlib
import hmac
import struct
import time

from external_writers import ExternalWriters


def totp(secret, at):
    """The code of an authenticator app (RFC 6238)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    mac = hmac.new(key, struct.pack(">Q", int(at) // 30), hashlib.sha1).digest()
    start = mac[-1] & 15
    return f"{(struct.unpack('>I', mac[start:start + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


class CredentialWriters(ExternalWriters):
    """Each change renews the tokens of its session. If the response with the new tokens was lost,
    the user signs in again."""

    # The secret of the drafter's authenticator app.
    secret = ""

    def change_password(self):
        now, new = int(time.time()), f"another long phrase {self.next()}"
        # The newest first. If the response to a change was lost, an older one may be valid.
        for known in self.passwords[-3:][::-1]:
            response = self.send("POST", "/v1/me/password", {"old": known, "new": new},
                                 who=self.token_of("editor"), expects=(200, 401, 429))
            if response is None or response.status == 200:
                break
        if response is None or response.status == 200:
            self.passwords.append(new)
        if response and response.status == 200:
            self.sessions["editor"] = response.json
            self.note("password", "password", "user = ? AND changed >= ?",
                      self.user("editor"), now)
        else:
            self.sign_in_with_password()

    def sign_in_with_password(self):
        for known in self.passwords[-3:][::-1]:
            response = self.send("POST", "/v1/account/sign-in", {
                "email": "editor@example.com", "password": known}, who="",
                expects=(200, 401, 429))
            if response is None:
                return
            if response.status == 200:
                self.sessions["editor"] = response.json
                return

    def change_second_factor(self):
        drafter = self.token_of("drafter")
        self.forget("factor", "codes")
        me = self.send("GET", "/v1/me", who=drafter, expects=(200, 401))
        if me is None:
            return
        if me.status == 401:
            self.sign_in_with_code()
            return
        if me.json["factors"]["hasTOTP"]:
            removed = self.send("DELETE", "/v1/me/totp", who=drafter)
            if removed:
                self.sessions["drafter"] = removed.json
            return
        setup = self.send("POST", "/v1/me/totp", who=drafter)
        if setup is None:
            return
        self.secret = setup.json["secret"]
        codes = self.send("POST", "/v1/me/totp/confirmation", {
            "code": totp(self.secret, time.time())}, who=drafter)
        if codes:
            self.sessions["drafter"] = codes.json["session"]
            self.note("factor", "totp", "user = ? AND confirmed > 0", self.user("drafter"))
            self.note("codes", "recovery_code", "user = ? AND used IS NULL",
                      self.user("drafter"))

    def sign_in_with_code(self):
        step = self.sign_in("drafter")
        if step is None:
            return
        if step.json["signedIn"]:
            self.sessions["drafter"] = step.json
            return
        # A code that was already used is wrong; the next call has another one.
        response = self.send("POST", "/v1/account/second-factor", {
            "pendingSignIn": step.json["pendingSignIn"], "code": totp(self.secret, time.time())},
            who="", expects=(200, 401, 429))
        if response and response.status == 200:
            self.sessions["drafter"] = response.json
