"""No secret of a user, a program or the operator is in the log or in the store's files.

Every kind is created and used, correctly and incorrectly, with the most verbose log. The test
searches for the secrets as they are sent, and for those of authenticator apps also as bytes.
"""

import base64
import json
import re
import time
import unittest

from credential_writers import totp
from fakes import SITE, Browser, Issuer, Mailbox
from support import APP, LiveCase, wait_for

PASSWORD, WRONG = "a quiet harbour in winter", "what someone typed instead"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Secrets(LiveCase):
    def setUp(self):
        super().setUp()
        # Emails to others wait in the outbox, with their links.
        self.mailbox, self.issuer = Mailbox(self, "ada@"), Issuer(self)
        providers = self.folder / "providers.json"
        providers.write_text(json.dumps([self.issuer.provider]))
        self.sample = self.init(users=True)
        self.server = self.serve(self.sample, environment={
            "FLOWMAGIC_PUBLIC_URL": SITE, "FLOWMAGIC_MODE": "development",
            "FLOWMAGIC_REGISTRATION": "open", "FLOWMAGIC_LOG_LEVEL": "trace",
            "FLOWMAGIC_PROVIDERS": str(providers), "PROVIDER_SECRET": "the-clients-secret-4711",
            "FLOWMAGIC_MAIL_SERVER": self.mailbox.address.replace("://", "://post:smtp-secret-1@"),
            "FLOWMAGIC_MAIL_FROM": "flows@example.com"})
        self.secrets = {
            "the operator's admin token": self.sample["token"],
            "the sample users' password": self.sample["password"], "a password": PASSWORD,
            "a wrong password": WRONG, "a provider's secret": "the-clients-secret-4711",
            "the mail server's password": "smtp-secret-1"}

    def add_secret(self, what, secret):
        self.assertTrue(secret and len(secret) > 9, f"{what}: {secret!r}")
        self.secrets[what] = secret
        return secret

    def call(self, method, path, body=None, bearer="", status=(200, 201, 202, 204), **headers):
        response = self.server.call(method, path, body, headers, bearer=bearer)
        self.assertIn(response.status, status, f"{method} {path}: {response}")
        return response

    def sign_in(self, email, password, what):
        tokens = self.call("POST", "/v1/account/sign-in", {
            "email": email, "password": password}).json
        for name in ("accessToken", "refreshToken", "deviceSecret"):
            self.add_secret(f"{what}: {name}", tokens[name])
        return tokens

    def link(self, what, path):
        """The secret of the link to a page in an email to Ada."""
        def find():
            mail = self.mailbox.mails.get("ada@example.org", "")
            return re.search(re.escape(path) + r"\?link=(\w+)", mail)
        return self.add_secret(what, wait_for(find, what)[1])

    def test_no_secret_is_in_the_log_or_the_store(self):
        self.use_accounts()
        self.use_second_factor()
        self.use_tokens()
        self.use_pages()
        # Links in emails that wait in the outbox.
        self.call("POST", "/v1/account/password/forgot", {"email": "editor@example.com"})
        self.call("POST", "/v1/account/register", {
            "email": "waits@example.org", "password": PASSWORD, "name": "Waits"})
        self.check("while it runs")
        self.assertEqual(self.server.stop(), 0)
        self.check("afterwards")

    def use_accounts(self):
        self.call("POST", "/v1/account/register", {
            "email": "ada@example.org", "password": PASSWORD, "name": "Ada"})
        verified = self.call("POST", "/v1/account/verify", {
            "link": self.link("the link to verify", "/account/verify"), "password": PASSWORD})
        self.add_secret("the first refresh token", verified.json["refreshToken"])
        self.call("POST", "/v1/account/sign-in", {
            "email": "ada@example.org", "password": WRONG}, status=[401])
        self.call("POST", "/v1/account/password/forgot", {"email": "ada@example.org"})
        link = self.link("the link to reset", "/account/reset")
        self.call("POST", "/v1/account/password/reset", {"link": WRONG, "password": PASSWORD},
                  status=[400])
        self.call("POST", "/v1/account/password/reset", {
            "link": link, "password": PASSWORD + " again"})
        self.add_secret("the new password", PASSWORD + " again")
        old = self.sign_in("ada@example.org", PASSWORD + " again", "an app")
        new = self.call("POST", "/v1/account/refresh", {"refreshToken": old["refreshToken"]}).json
        self.add_secret("the next refresh token", new["refreshToken"])
        self.session = self.add_secret("the next access token", new["accessToken"])
        token = self.add_secret("an ID token", self.issuer.id_token("colleague"))
        self.call("POST", "/v1/account/exchange/work", {"idToken": token})
        self.call("POST", "/v1/account/exchange/work", {"idToken": token[:-8] + "AAAAAAAA"},
                  status=[400, 401])
        self.secrets["a wrong ID token"] = token[:-8]

    def use_second_factor(self):
        secret = self.call("POST", "/v1/me/totp", bearer=self.session).json["secret"]
        self.add_secret("an authenticator's secret", secret)
        self.authenticator = base64.b32decode(secret + "=" * (-len(secret) % 8))
        done = self.call("POST", "/v1/me/totp/confirmation", {
            "code": totp(secret, time.time())}, bearer=self.session).json
        for name in ("accessToken", "refreshToken"):
            self.add_secret(f"after the factor: {name}", done["session"][name])
        for code in done["recoveryCodes"]:
            self.add_secret(f"a recovery code {code[:2]}", code)
            self.secrets[f"a recovery code {code[:2]} as one word"] = code.replace("-", "")

    def use_tokens(self):
        owner = self.sign_in("owner@example.com", self.sample["password"], "the owner")
        bearer = owner["accessToken"]
        self.call("POST", "/v1/me/password", {"old": WRONG, "new": PASSWORD}, bearer, [401])
        created = self.call("POST", "/v1/tokens", {"name": "CI", "scopes": ["read"]}, bearer).json
        token = self.add_secret("an API token", created["token"])
        self.call("GET", APP, bearer=token)
        self.call("GET", APP, bearer=token[:-4] + "0000", status=[401])
        self.secrets["a wrong API token"] = token[:-4]
        # By mistake, a whole secret in place of an id.
        for secret in (token, bearer, owner["refreshToken"]):
            self.call("DELETE", f"/v1/tokens/{secret}", bearer=bearer, status=[404])
        self.call("DELETE", f"/v1/tokens/{created['id']}", bearer=bearer)
        self.call("GET", APP, bearer=token, status=[401])
        self.call("POST", "/v1/organizations/acme/invitations", {
            "email": "ada@example.org", "role": "viewer"}, bearer)
        self.link("the link of an invitation", "/account/invitation")
        self.call("POST", "/v1/invitations/accept", {"link": WRONG}, bearer, [400])

    def use_pages(self):
        browser = Browser(lambda method, path, body, headers: self.server.call(
            method, path, body, headers, bearer=""))
        fields, _ = browser.open("/sign-in")
        browser.submit("/sign-in", {**fields, "email": "viewer@example.com", "password": WRONG})
        fields, _ = browser.open("/sign-in")
        browser.submit("/sign-in", {
            **fields, "email": "viewer@example.com", "password": self.sample["password"]})
        for name in ("__Host-session", "__Host-visitor", "__Host-device"):
            self.add_secret(f"the cookie {name}", browser.cookies[name])
        fields, _ = browser.open("/account/security")
        self.add_secret("a form's token", fields["token"])
        link = self.secrets["the link to reset"]
        browser.open(f"/account/reset?link={link}")
        self.server.get(f"{APP}?key={self.sample['token']}", bearer="")

    def check(self, when):
        self.assertGreater(len(self.secrets), 30)
        files = {"the log": self.log.read_bytes()}
        for path in self.store.parent.glob(self.store.name + "*"):
            if path.is_file():
                files[path.name] = path.read_bytes()
        self.assertIn(b"POST /v1/account/sign-in", files["the log"])
        for name, data in files.items():
            for what, secret in self.secrets.items():
                self.assertNotIn(secret.encode(), data, f"{what} is in {name} {when}")
            self.assertNotIn(self.authenticator, data, f"a TOTP secret is in {name} {when}")


if __name__ == "__main__":
    unittest.main()
