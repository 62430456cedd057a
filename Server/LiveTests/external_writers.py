"""Writers of test_kill_tables that need a mailbox, another service or an authenticator."""

import json
import re

from fakes import Browser, new_passkey
from support import TIMEOUT, wait_for

KEYS_PASSWORD = "a phrase for passkeys 7"


class ExternalWriters:
    """Each method writes once and records what was acknowledged; a lost response records
    nothing."""

    tables = {"invitation_report", "external_identity", "passkey"}

    def prepare(self):
        """Creates the user who owns the passkeys."""
        # Whether a server was killed, so that responses and emails may be lost.
        self.is_killed = False
        self.browser = Browser(self.send_raw)
        self.identities, self.passkeys = 0, 0
        run = self.case.command(
            "user", "create", "passkeys@example.com", "--store", f"sqlite:{self.case.store}",
            "--json")
        self.case.assertEqual(run.returncode, 0, run.stderr)
        secret = json.loads(run.stdout)["link"].split("link=")[-1]
        self.send("POST", "/v1/account/password/reset",
                  {"link": secret, "password": KEYS_PASSWORD}, who="")
        fields, _ = self.browser.open("/sign-in")
        self.browser.submit("/sign-in", {
            **fields, "email": "passkeys@example.com", "password": KEYS_PASSWORD})
        self.case.assertIn("__Host-session", self.browser.cookies)

    def send_raw(self, method, path, body, headers):
        return self.harness.send(
            lambda server: server.call(method, path, body, headers, bearer=""))

    def report_invitation(self):
        address = f"reported-{self.next()}@example.org"
        invitation = self.send("POST", "/v1/organizations/acme/invitations",
                               {"email": address, "role": "viewer"})
        if not invitation:
            return
        try:
            # Before the first kill it always arrives, even on a slow machine.
            mail = wait_for(
                lambda: self.case.mailbox.mails.get(address), f"a mail to {address}",
                seconds=5 if self.is_killed else TIMEOUT)
        except AssertionError:
            if not self.is_killed:
                raise
            # The server was killed before it was sent; the next attempt is much later.
            return
        path, secret = re.search(r"(/account/invitation/report)\?link=(\w+)", mail).groups()
        browser = Browser(self.send_raw)
        page = browser.open(f"{path}?link={secret}")
        if page is None:
            return
        response, _ = browser.submit(path, {**page[0], "link": secret})
        if response is None:
            return
        if response.status != 303:
            raise AssertionError(response)
        self.note(f"report of {address}", "invitation_report",
                  "organization = 'acme' AND invitation = ? AND dismissed IS NULL",
                  invitation.json["id"])

    def sign_in_with_provider(self):
        if self.identities == 10:
            # The number of registrations from one address is limited.
            return
        self.identities += 1
        subject = f"colleague-{self.next()}"
        response = self.send("POST", "/v1/account/exchange/work", {
            "idToken": self.case.issuer.id_token(subject)}, who="")
        if response:
            self.note(subject, "external_identity", "subject = ? AND user = ?", subject,
                      response.json["user"]["id"])

    def add_passkey(self):
        if self.passkeys == 20:
            # A user may have 30, and a lost response may have added one.
            return
        self.passkeys += 1
        page = self.browser.open("/account/security")
        if page is None:
            return
        response, _ = self.browser.submit("/account/passkeys", {"token": page[0]["token"]})
        if response is None:
            return
        fields, options = self.browser.read(response)
        credential, attestation = new_passkey(options)
        self.browser.cookies.pop("__Host-notice", None)
        response, notice = self.browser.submit("/account/passkeys/response", {
            **fields, "name": "Laptop", "credential": json.dumps(attestation)})
        if response is None:
            # The session's new cookie may be lost as well. Signing in with the password does not
            # suffice to add another passkey, so none is added from here on.
            self.passkeys = 20
            return
        if (response.status, notice) != (303, "notice.passkey-added"):
            raise AssertionError(f"{response} {notice}")
        self.note(f"passkey {self.passkeys}", "passkey", "credential_id = ?", credential)
