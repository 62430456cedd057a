"""Writes to every table by requests and records what was acknowledged, for test_kill_tables."""

import base64
import hashlib
import json
import random
import threading
import time
import uuid

from credential_writers import CredentialWriters
from pictures import encode_png
from support import APP, TIMEOUT, batch, document

PORTS = ["login", "signUp", "forgotPassword", "randomPage"]
LIMIT_CODES = ["limit-reached", "too-many-invitations", "quota-reached", "too-many-templates"]
SCREENS = ["Home", "Login", "RandomPage"]

# The bytes that count toward the storage quota, summed up again.
STORED_BYTES = " + ".join(
    f"(SELECT coalesce(sum(length(body)), 0) FROM {table} WHERE application = 'shop')"
    for table in ("release", "draft", "manifest", "snapshot", "asset"))


def picture(red):
    """A PNG image of 1 pixel."""
    return encode_png([bytes([red, 0, 0])])


def claims(token):
    """The claims of a JSON Web Token."""
    part = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


class Writers(CredentialWriters):
    """Each method writes once and records what was acknowledged; a lost response records
    nothing."""

    tables = CredentialWriters.tables | {
        "organization", "membership", "application", "environment", "manifest", "draft",
        "release", "sdk_key", "api_token", "audit", "event_batch", "event_volume", "build_use",
        "attribute", "attribute_value", "layout_step", "layout_collapsed_node", "snapshot", "asset",
        "release_asset", "screen_template", "screen_template_version", "screen_template_asset",
        "user",
        "password", "one_time_token", "session", "refresh_token", "security_event", "totp",
        "recovery_code", "invitation", "mail", "throttle", "known_device", "storage_volume",
    }

    def __init__(self, case, harness, acknowledged, seed):
        self.case, self.harness, self.seed = case, harness, seed
        self.note, self.forget = acknowledged.note, acknowledged.forget
        self.errors, self.is_done = [], False
        self.count, self.lock = 0, threading.Lock()
        # The writers and the test wait here until every method has run once.
        self.have_run = threading.Barrier(4)
        self.locks = {}
        self.batches, self.failures, self.resets, self.templates = 0, 0, 0, 0
        self.password = harness.sample["password"]
        self.passwords = [self.password]
        self.sessions = {role: self.sign_in_once(role)
                         for role in ("owner", "editor", "drafter", "viewer")}
        self.often = [
            self.publish_release, self.replace_draft, self.add_manifest, self.add_key,
            self.add_token, self.send_events, self.change_layout, self.add_snapshot,
            self.add_asset, self.add_template, self.add_application, self.add_organization,
            self.invite, self.rename_user, self.refresh_session, self.report_invitation,
            self.sign_in_with_provider, self.add_passkey]
        self.seldom = [
            self.begin_session, self.change_password, self.change_second_factor,
            self.request_reset, self.fail_sign_in]
        self.prepare()

    def run(self, number):
        rng = random.Random(self.seed + number)
        # Each method at least once, regardless of the random choices.
        first = (self.seldom + self.often)[number::3]
        for work in first:
            self.do(work)
        self.have_run.wait(10 * TIMEOUT)
        while not self.is_done and not self.errors:
            self.do(rng.choice(self.seldom if rng.random() < 0.06 else self.often))

    def do(self, work):
        with self.lock:
            lock = self.locks.setdefault(work.__name__, threading.Lock())
        try:
            with lock:
                work()
        except Exception as error:  # pylint: disable=broad-except
            self.errors.append(f"{work.__name__}: {error!r}")

    # Requests

    def next(self):
        with self.lock:
            self.count += 1
            return self.count

    def send(self, method, path, body=None, who=None, headers=None, expects=(200, 201, 202, 204)):
        """The response; None if it was lost, or if a limit is reached."""
        bearer = None if who is None else who
        response = self.harness.send(
            lambda server: server.call(method, path, body, headers, bearer=bearer))
        if response is not None and response.status not in expects:
            # Beyond a quota, nothing is stored or acknowledged.
            if response.json.get("code") in LIMIT_CODES:
                return None
            raise AssertionError(f"{method} {path}: {response}")
        return response

    def token_of(self, role):
        return self.sessions[role]["accessToken"]

    def user(self, role):
        return self.sessions[role]["user"]["id"]

    def sign_in_once(self, role):
        response = None
        while response is None:
            response = self.sign_in(role)
        return response.json

    def sign_in(self, role):
        return self.send("POST", "/v1/account/sign-in", {
            "email": f"{role}@example.com", "password": self.password}, who="")

    # Applications

    def publish_release(self):
        note = str(uuid.uuid4())
        response = self.harness.send(lambda server: server.publish(note))
        if response is None:
            return
        if response.status != 201:
            raise AssertionError(response)
        number = response.json["number"]
        self.note(f"release {number}", "release", "number = ? AND note = ?", number, note)
        self.note("current", "environment",
                  "application = 'shop' AND name = 'production' AND current >= ?", number)
        self.note("storage", "storage_volume", f"application = 'shop' AND bytes = {STORED_BYTES}")

    def replace_draft(self):
        tag = None
        while tag is None:
            draft = self.send("GET", f"{APP}/draft", expects=(200, 404))
            tag = draft and (draft.headers["ETag"] or "")
        condition = {"If-Match": tag} if tag else {"If-None-Match": "*"}
        response = self.send("PUT", f"{APP}/draft", document(str(uuid.uuid4())), headers=condition)
        if response:
            self.note("draft", "draft", "application = 'shop' AND revision >= ?",
                      response.json["revision"])

    def add_manifest(self):
        build = f"b{self.next()}"
        created = self.send("POST", f"{APP}/manifests", {
            "schema": 1, "platform": "ios", "version": "1", "build": build,
            "screens": [{"name": "Home", "ports": PORTS}]})
        if not created:
            return
        self.note(f"build {build}", "manifest", "build = ? AND archived IS NULL", build)
        self.forget(f"build {build}")
        if self.send("PUT", f"{APP}/builds/archived", {
                "platform": "ios", "version": "1", "build": build}):
            self.note(f"build {build}", "manifest", "build = ? AND archived > 0", build)

    def add_application(self):
        name = f"app-{self.next()}"
        if self.send("POST", "/v1/apps", {"id": name, "name": name}):
            self.note(name, "application", "id = ?", name)
            self.note(f"{name} environments", "environment",
                      "application = ? AND name = 'production'", name)

    def add_organization(self):
        name = f"org-{self.next()}"
        if self.send("POST", "/v1/organizations", {"id": name, "name": name},
                     who=self.token_of("owner")):
            self.note(name, "organization", "id = ?", name)
            self.note(f"{name} owner", "membership",
                      "organization = ? AND user = ? AND role = 'owner'", name,
                      self.user("owner"))

    def add_key(self):
        created = self.send("POST", f"{APP}/sdk-keys", {"environment": "staging", "name": "k"})
        if not created:
            return
        key = created.json["id"]
        self.note(key, "sdk_key", "id = ? AND revoked IS NULL", key)
        if self.next() % 2:
            self.forget(key)
            if self.send("DELETE", f"{APP}/sdk-keys/{key}"):
                self.note(key, "sdk_key", "id = ? AND revoked > 0", key)

    def add_token(self):
        created = self.send("POST", "/v1/tokens", {"name": "t", "scopes": ["read"]})
        if not created:
            return
        token = created.json["id"]
        self.note(token, "api_token", "id = ? AND revoked IS NULL", token)
        self.note(f"{token} audit", "audit",
                  "action = 'token.added' AND instr(detail, ?) > 0", token)
        if self.next() % 2:
            self.forget(token)
            if self.send("DELETE", f"/v1/tokens/{token}"):
                self.note(token, "api_token", "id = ? AND revoked > 0", token)

    def send_events(self):
        events, value = batch(), str(uuid.uuid4())[:8]
        started = events["events"][0]
        started["attributes"] = {"plan": value}
        events["events"] += [
            {**started, "id": str(uuid.uuid4()), "type": "exposure", "experiment": "plans",
             "variant": "short", "attribute": "userId", "unit": value},
            {**started, "id": str(uuid.uuid4()), "type": "session-finished", "outcome": "done"}]
        response = self.harness.send(lambda server: server.send(events))
        if response is None:
            return
        if response.status != 202:
            raise AssertionError(response)
        self.batches += 1
        self.note(f"batch {value}", "event_batch", "key = ?", events["batch"])
        self.note("volume", "event_volume", "application = 'shop' AND batches >= ?", self.batches)
        self.note("use", "build_use", "build = '1' AND sessions >= ?", self.batches)
        self.note("attribute", "attribute", "name = 'plan' AND sessions >= ?", self.batches)
        if self.batches <= 40:
            # Of an attribute with more values, only the name is stored.
            self.note(f"value {value}", "attribute_value", "value = ?", json.dumps(value))

    def change_layout(self):
        step, x = f"step-{self.next()}", self.next()
        self.forget("collapsed")
        if self.send("PATCH", f"{APP}/layout", {"flows": {"shop": {
                "steps": {step: [x, 2]}, "collapsed": [step]}}}):
            self.note(f"{step} at", "layout_step", "step = ? AND x = ? AND y = 2", step, x)
            self.note("collapsed", "layout_collapsed_node", "node = ?", step)

    def add_snapshot(self):
        screen, image = random.choice(SCREENS), picture(self.next() % 256)
        self.forget(f"picture of {screen}")
        if self.send("PUT", f"{APP}/screens/{screen}/snapshot", image,
                     headers={"Content-Type": "image/png"}):
            self.note(f"picture of {screen}", "snapshot", "screen = ? AND body = ?", screen, image)

    def add_asset(self):
        """A picture, and a release that references it."""
        image = picture(self.next() % 256)
        added = self.send("POST", f"{APP}/assets", image, headers={"Content-Type": "image/png"})
        if not added:
            return
        digest = added.json["sha256"]
        self.note(f"asset {digest}", "asset", "digest = ? AND body = ?", digest, image)
        copy = document(digest)
        copy["assets"] = {"hero": {"sha256": digest, "type": "image/png"}}
        released = self.send("POST", f"{APP}/environments/staging/releases",
                             {"document": copy, "acceptWarnings": True})
        if released:
            self.note(f"asset of {released.json['number']}", "release_asset",
                      "digest = ? AND number = ?", digest, released.json["number"])

    def add_template(self):
        """Adds a template with a picture; by turns, gives it a second version, deletes it, or
        leaves it as it is."""
        image = picture(self.next() % 256)
        added = self.send("POST", f"{APP}/assets", image, headers={"Content-Type": "image/png"})
        if not added:
            return
        content = {"screen": {"name": "S", "root": {"type": "spacer"}}, "application": "shop",
                   "assets": {"hero": {"sha256": added.json["sha256"], "type": "image/png"}}}
        path = "/v1/organizations/acme/screen-templates"
        created = self.send("POST", path, {"name": f"T{self.next()}", "content": content})
        if not created:
            return
        template = created.json["id"]
        self.note(f"template {template}", "screen_template", "id = ?", template)
        self.note(f"picture of {template}", "screen_template_asset",
                  "template = ? AND digest = ?", template, added.json["sha256"])
        self.templates += 1
        turn, tag = self.templates % 3, {"If-Match": '"1"'}
        if turn == 0:
            return
        self.forget(f"template {template}")
        if turn == 2:
            self.forget(f"picture of {template}")
            self.send("DELETE", f"{path}/{template}", headers=tag)
            return
        content["screen"]["title"] = "Second"
        if self.send("PATCH", f"{path}/{template}", {"content": content}, headers=tag):
            self.note(f"template {template}", "screen_template",
                      "id = ? AND revision = 2", template)
            self.note(f"version of {template}", "screen_template_version",
                      "template = ? AND version = 2", template)

    # Users

    def invite(self):
        email = f"guest-{self.next()}@example.org"
        created = self.send("POST", "/v1/organizations/acme/invitations",
                         {"email": email, "role": "viewer"})
        if not created:
            return
        invitation = created.json["id"]
        self.note(invitation, "invitation", "id = ? AND ended IS NULL", invitation)
        self.note(f"mail {email}", "mail", "recipient = ?", email)
        if self.next() % 2:
            self.forget(invitation)
            if self.send("DELETE", f"/v1/organizations/acme/invitations/{invitation}"):
                self.note(invitation, "invitation", "id = ? AND ended > 0", invitation)

    def rename_user(self):
        name = f"Viewer {self.next()}"
        self.forget("name")
        if self.send("PATCH", "/v1/me", {"name": name}, who=self.token_of("viewer")):
            self.note("name", "user", "id = ? AND name = ?", self.user("viewer"), name)

    def begin_session(self):
        response = self.sign_in("viewer")
        if response:
            session = claims(response.json["accessToken"])["sid"]
            self.note(f"session {session}", "session", "id = ?", session)
            # Only the newest: at most 50 of a user's devices are stored.
            self.note("device", "known_device", "hash = ? AND failures = 0",
                      hashlib.sha256(response.json["deviceSecret"].encode()).digest())
            self.note(f"event {session}", "security_event",
                      "action = 'session.began' AND user = ?", self.user("viewer"))

    def refresh_session(self):
        session = claims(self.token_of("owner"))["sid"]
        response = self.send("POST", "/v1/account/refresh", {
            "refreshToken": self.sessions["owner"]["refreshToken"]},
            who="", expects=(200, 401, 429))
        if response and response.status == 200:
            self.sessions["owner"] = response.json
            self.note("refreshed", "refresh_token", "session = ? AND used IS NULL", session)
        else:
            # The response may have been lost, and the token works only once.
            self.forget("refreshed")
            self.sessions["owner"] = self.sign_in_once("owner")

    def request_reset(self):
        if self.resets == 4:
            # More would exceed the limit of an address.
            return
        now = int(time.time())
        response = self.send("POST", "/v1/account/password/forgot", {
            "email": "viewer@example.com"}, who="")
        self.resets += 1
        if response:
            self.note("link", "one_time_token", "user = ? AND created >= ?",
                      self.user("viewer"), now)

    def fail_sign_in(self):
        if self.failures == 8:
            return
        self.send("POST", "/v1/account/sign-in", {
            "email": f"nobody-{self.next()}@example.com", "password": "wrong, and long enough"},
            who="", expects=(401,))
        self.failures += 1
        self.note("throttle", "throttle", "failures >= 1 AND last_failure > 0")
