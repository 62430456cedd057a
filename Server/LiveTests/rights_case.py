"""A server with users, tokens and keys that change each other's permissions, for test_rights."""

import json
import random
import select
import socket
import time

import rights_model as model
from support import TIMEOUT, LiveCase, document

PASSWORD = "a long walk by the sea"
APPS = {"shop": "acme", "kiosk": "acme", "press": "globex"}


class Stream:
    """An open stream of releases or of changes."""

    def __init__(self, who, request, port, close):
        self.who, self.request, self.received = who, request, b""
        # The stream ends with this session or key, even if its user signs in again.
        self.secret = who.secret
        self.socket = socket.create_connection(("127.0.0.1", port), TIMEOUT)
        end = "Connection: close\r\n" if close else ""
        self.socket.sendall(
            f"GET {request.path} HTTP/1.1\r\nHost: localhost\r\n"
            f"Authorization: Bearer {who.secret}\r\n{end}\r\n".encode())
        while b"\r\n\r\n" not in self.received:
            data = self.socket.recv(1 << 16)
            if not data:
                break
            self.received += data
        self.status = int(self.received.split(b" ", 2)[1])

    def has_ended(self):
        """Whether the server has ended the stream or closed the connection."""
        while select.select([self.socket], [], [], 0)[0]:
            try:
                data = self.socket.recv(1 << 16)
            except OSError:
                return True
            if not data:
                return True
            self.received = (self.received + data)[-200:]
            if b"event: goodbye" in self.received:
                return True
        return False


class RightsCase(LiveCase):
    """A server with two organizations, three applications, and users in both."""

    seed = 0

    def setUp(self):
        super().setUp()
        self.rng = random.Random(self.seed)
        self.sample = self.init(users=True)
        self.password = {}
        self.rights = model.Rights(APPS)
        self.streams, self.signed_in = [], {}
        self.start()
        self.create_users()
        self.add_applications()

    def start(self):
        # All requests come from one address, and users join and leave more often than usual.
        self.server = self.serve(self.sample, environment={
            "FLOWMAGIC_CLIENT_REQUESTS": "0", "FLOWMAGIC_CHANGE_REQUESTS": "0",
            "FLOWMAGIC_INVITATIONS_PER_USER": "0",
            "FLOWMAGIC_INVITATIONS_PER_ORGANIZATION": "0",
            "FLOWMAGIC_INVITATIONS_PER_ADDRESS": "0", "FLOWMAGIC_SDK_KEY_QUOTA": "0",
            "FLOWMAGIC_TOKEN_QUOTA": "0", "FLOWMAGIC_USER_TOKEN_QUOTA": "0"})
        self.addCleanup(self.close_streams)

    def create_users(self):
        """The sample's users, who are members of acme."""
        listed = self.server.get("/v1/organizations/acme/members").json["members"]
        for member in sorted(listed, key=lambda member: member["email"]):
            user = model.User(member["email"], member["id"])
            self.rights.users.append(user)
            self.rights.memberships[(user.id, "acme")] = model.Membership(member["role"])
            self.password[user.id] = self.sample["password"]
            self.sign_in(user)

    def run_user_command(self, *arguments):
        """Runs `flowmagic user` while the server is stopped."""
        run = self.command("user", *arguments, "--json", "--store", f"sqlite:{self.store}")
        self.assertEqual(run.returncode, 0, run.stderr)
        return json.loads(run.stdout)

    def set_password(self, user, link):
        self.password[user.id] = PASSWORD
        response = self.server.call(
            "POST", "/v1/account/password/reset", bearer="",
            body={"link": link.split("#")[-1].split("=")[-1], "password": PASSWORD})
        self.assertEqual(response.status, 204, response)

    def sign_in(self, user):
        response = self.server.call(
            "POST", "/v1/account/sign-in", bearer="",
            body={"email": user.email, "password": self.password[user.id]})
        if user.is_disabled:
            self.assertEqual(response.json["code"], "disabled-account", response)
            return
        self.assertEqual(response.status, 200, response)
        user.session = response.json["accessToken"]
        self.signed_in[user.id] = time.monotonic()

    def add_applications(self):
        owner = next(user for user in self.rights.users if str(user) == "owner")
        editor = next(user for user in self.rights.users if str(user) == "editor")
        secret = self.sample["token"]
        self.rights.tokens.append(model.Token(
            secret.split("_")[1], secret, "acme", "admin", None, None, None))
        created = self.call(owner, "POST", "/v1/organizations", {"id": "globex", "name": "Globex"})
        self.assertEqual(created.status, 201, created)
        self.rights.memberships[(owner.id, "globex")] = model.Membership("owner")
        for app in ("kiosk", "press"):
            created = self.call(
                owner, "POST", f"/v1/apps?organization={APPS[app]}", {"id": app, "name": app})
            self.assertEqual(created.status, 201, created)
        for app in APPS:
            for env in model.ENVIRONMENTS:
                created = self.call(
                    owner, "POST", f"/v1/apps/{app}/environments/{env}/releases",
                    {"acceptWarnings": True, "document": document()})
                self.assertEqual(created.status, 201, created)
        self.add_token(owner, "globex", "admin", "service-account", None, None)
        self.join(owner, editor, "globex", {"role": "owner"})

    # Requests

    def call(self, who, method, path, body=None):
        return self.server.call(method, path, body, bearer=who.secret)

    def callers(self):
        """All users, the first and the newest tokens, the newest keys, and an anonymous caller."""
        tokens, keys = self.rights.tokens, self.rights.keys
        return (self.rights.users + tokens[:2] + tokens[2:][-10:] + keys[-6:]
                + [model.Anonymous()])

    def check(self, who, request):
        """Sends a request, compares the response with the model's, and returns it."""
        expected = self.rights.expected_status(who, request)
        response = self.call(who, request.method, request.path, request.body)
        self.assertEqual(
            response.status, expected, f"{request} by {who}: {response}, not {expected}")
        return response

    def close_streams(self):
        for stream in self.streams:
            stream.socket.close()
        self.streams = []

    # Changes, each attempted by an authorized or an unauthorized caller

    def any_app(self, org=None):
        """An application, usually one of the organization."""
        own = [app for app in sorted(APPS) if org in (None, APPS[app])]
        return self.rng.choice(own if self.rng.random() < 0.85 else sorted(APPS))

    def any_org(self, who=None):
        """An organization, usually one of the caller's."""
        own = sorted(self.rights.organizations(who)) if hasattr(who, "id") else []
        everywhere = sorted(set(APPS.values()))
        return self.rng.choice(own if own and self.rng.random() < 0.85 else everywhere)

    def any_role(self, org):
        """A role with grants, as a request body and in the model's form."""
        role = self.rng.choice(model.ROLES)
        grants = []
        if self.rng.random() < 0.6:
            app, env = self.any_app(org), self.rng.choice([None, *model.ENVIRONMENTS])
            grants = [(app, env, self.rng.choice(["viewer", "drafter", "editor"]))]
        body = {"role": role, "grants": [
            {"application": app, "role": role, **({"environment": env} if env else {})}
            for app, env, role in grants]}
        return body, model.Membership(role, grants)

    def has_valid_grants(self, membership, org):
        return all(APPS[app] == org for app, _, _ in membership.grants)

    def step_role(self, who):
        org, user = self.any_org(who), self.rng.choice(self.rights.users)
        body, wanted = self.any_role(org)
        is_last = self.is_last_owner(user, org) and wanted.role != "owner"
        status = (404 if not self.has_valid_grants(wanted, org) else
                  404 if not self.rights.member(user, org) else 409 if is_last else 200)
        response = self.check(who, model.Request(
            "PATCH", f"/v1/organizations/{org}/members/{user.id}", "admin", status, org=org,
            body=body))
        if response.status == 200:
            self.rights.memberships[(user.id, org)] = wanted
        return f"{who} makes {user} {wanted.role} {wanted.grants} of {org}", response

    def is_last_owner(self, user, org):
        membership = self.rights.member(user, org)
        others = [owner for owner in self.rights.owners(org) if owner is not user]
        return membership is not None and membership.role == "owner" and not others

    def step_remove(self, who):
        org, user = self.any_org(who), self.rng.choice(self.rights.users)
        is_member = self.rights.member(user, org)
        status = 404 if not is_member else 409 if self.is_last_owner(user, org) else 204
        response = self.check(who, model.Request(
            "DELETE", f"/v1/organizations/{org}/members/{user.id}", "admin", status, org=org))
        if response.status == 204:
            self.rights.end_membership(user, org)
        return f"{who} removes {user} from {org}", response

    def step_leave(self, who):
        org = self.any_org(who)
        is_last = isinstance(who, model.User) and self.is_last_owner(who, org)
        request = model.Request(
            "DELETE", f"/v1/me/organizations/{org}", "read", 409 if is_last else 204, org=org,
            is_for_members=True)
        if isinstance(who, (model.Token, model.Key)):
            self.assertEqual(self.call(who, "DELETE", request.path).status, 401)
            return f"{who} cannot leave", None
        response = self.check(who, request)
        if response.status == 204:
            self.rights.end_membership(who, org)
        return f"{who} leaves {org}", response

    def step_invite(self, who):
        org = self.any_org(who)
        outsiders = [user for user in self.rights.users
                     if not self.rights.member(user, org) and self.rights.is_valid(user)]
        if not outsiders:
            return self.step_remove(who)
        user = self.rng.choice(outsiders)
        body, wanted = self.any_role(org)
        response = self.join(who, user, org, body, wanted)
        return f"{who} invites {user} as {wanted.role} {wanted.grants} to {org}", response

    def join(self, who, user, org, body, wanted=None):
        wanted = wanted or model.Membership(body["role"])
        response = self.check(who, model.Request(
            "POST", f"/v1/organizations/{org}/invitations", "admin",
            201 if self.has_valid_grants(wanted, org) else 404, org=org,
            body={"email": user.email, **body}))
        if response.status == 201:
            link = {"link": response.json["link"].split("#")[-1].split("=")[-1]}
            joined = self.call(user, "POST", "/v1/invitations/accept", link)
            self.assertEqual(joined.status, 200, joined)
            self.rights.memberships[(user.id, org)] = wanted
        return response

    def step_token(self, who):
        org = self.any_org(who)
        app = self.any_app(org) if self.rng.random() < 0.5 else None
        env = self.rng.choice([None, *model.ENVIRONMENTS]) if app else None
        scope = self.rng.choice(model.SCOPES)
        owner = self.rng.choice(["me", "service-account"])
        response = self.add_token(who, org, scope, owner, app, env)
        return f"{who} creates a token of {owner} ({scope} in {app or org}/{env})", response

    def add_token(self, who, org, scope, owner, app, env):
        user = who if isinstance(who, model.User) else getattr(who, "owner", None)
        status = self.token_status(who, org, scope, owner == "me" and user, app, env)
        if owner == "me" and user is None:
            status = 400
        body = {"name": "a token", "scopes": [scope], "owner": owner}
        body |= ({"application": app} if app else {}) | ({"environment": env} if env else {})
        response = self.check(who, model.Request(
            "POST", f"/v1/tokens?organization={org}", "admin", status, org=org, body=body,
            is_for_members=True))
        if response.status == 201:
            created = response.json
            self.rights.tokens.append(model.Token(
                created["id"], created["token"], org, scope, user if owner == "me" else None,
                app, env))
        return response

    def token_status(self, who, org, scope, user, app, env):
        """The status for a member: nobody may create a token with more permissions than their
        own."""
        if not self.rights.is_valid(who) or isinstance(who, (model.Key, model.Anonymous)):
            return 401
        if app and (APPS[app] != org or self.rights.rank(who, org, app) < 0):
            return 404
        if not user:
            return 201 if self.rights.rank(who, org) == 3 else 403
        own = self.rights.rank(who, org, app, env)
        return 201 if own >= model.SCOPES.index(scope) else 403

    def step_revoke_token(self, who):
        if not self.rights.tokens:
            return self.step_token(who)
        org, token = self.any_org(who), self.rng.choice(self.rights.tokens[-12:])
        may_revoke = self.rights.is_valid(who) and not isinstance(who, model.Key) and (
            self.rights.rank(who, org) == 3 or token.owner is who)
        status = 204 if token.org == org and may_revoke and not token.is_revoked else 404
        response = self.check(who, model.Request(
            "DELETE", f"/v1/tokens/{token.id}?organization={org}", "admin", status, org=org,
            is_for_members=True))
        if response.status == 204:
            token.is_revoked = True
        return f"{who} revokes {token}", response

    def step_key(self, who):
        app = self.any_app(self.any_org(who))
        env = self.rng.choice(model.ENVIRONMENTS)
        response = self.check(who, model.Request(
            "POST", f"/v1/apps/{app}/sdk-keys", "admin", 201, app=app,
            body={"environment": env, "name": "an app"}))
        if response.status == 201:
            created = response.json
            self.rights.keys.append(model.Key(created["id"], created["key"], app, env))
        return f"{who} creates a key of {app}/{env}", response

    def step_revoke_key(self, who):
        if not self.rights.keys:
            return self.step_key(who)
        key = self.rng.choice(self.rights.keys[-6:])
        app = key.app if self.rng.random() < 0.85 else self.any_app()
        status = 204 if key.app == app and not key.is_revoked else 404
        response = self.check(who, model.Request(
            "DELETE", f"/v1/apps/{app}/sdk-keys/{key.id}", "admin", status, app=app))
        if response.status == 204:
            key.is_revoked = True
        return f"{who} revokes {key}", response

    def step_sign_out(self, who):
        if not isinstance(who, model.User) or who.session is None:
            return self.step_revoke_key(who)
        response = self.call(who, "POST", "/v1/me/sign-out")
        self.assertEqual(response.status, 204, response)
        who.session = None
        return f"{who} signs out", response

    def step_operator(self):
        """The operator disables or enables an account, or creates a password reset link."""
        disabled = [user for user in self.rights.users if user.is_disabled]
        user = self.rng.choice(disabled or self.rights.users)
        verb = "enable" if user.is_disabled else self.rng.choice(["disable", "reset-link"])
        self.close_streams()
        self.assertEqual(self.server.stop(), 0)
        if verb == "disable" and any(
                self.is_last_owner(user, org) for org in set(APPS.values())):
            run = self.command(
                "user", verb, user.email, "--yes", "--store", f"sqlite:{self.store}")
            self.assertNotEqual(run.returncode, 0, run.stdout)
            self.assertIn("last owner", run.stderr)
            self.start()
            return f"the operator cannot disable {user}, the last owner"
        run = self.run_user_command(verb, user.email, *(["--yes"] if verb == "disable" else []))
        user.is_disabled = verb == "disable"
        self.start()
        if verb == "reset-link":
            self.set_password(user, run["link"])
        if verb != "enable":
            self.rights.revoke_sessions_and_tokens(user)
        return f"the operator: {verb} {user}"
