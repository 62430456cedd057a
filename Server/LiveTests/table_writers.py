"""Writes to every table by requests and records what was acknowledged, for test_kill_tables."""

import base64
import hashlib
import json
import random
import struct
import threading
import time
import uuid
import zlib

from credential_writers import CredentialWriters
from support import APP, TIMEOUT, batch, document

PORTS = ["login", "signUp", "forgotPassword", "randomPage"]
LIMITS = ["limit-reached", "too-many-invitations", "quota-reached", "too-many-templates"]
SCREENS = ["Home", "Login", "RandomPage"]

# The quota's figures, recounted.
STORED_BYTES = " + ".join(
    f"(SELECT coalesce(sum(length(body)), 0) FROM {table} WHERE application = 'shop')"
    for table in ("release", "draft", "manifest", "snapshot", "asset"))


def picture(red):
    """A PNG image of 1 pixel."""
    def chunk(name, data):
        body = name + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(bytes([0, red, 0, 0]))) + chunk(b"IEND", b""))


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
        "attribute", "attribute_value", "layout_step", "layout_collapsed", "snapshot", "asset",
        "release_asset", "screen_template", "screen_template_version", "screen_template_asset",
        "user",
        "password", "one_time_link", "session", "refresh_token", "security_event", "totp",
        "recovery_code", "invitation", "mail", "throttle", "known_device", "storage_volume",
    }

    def __init__(self, case, site, acknowledged, seed):
        self.case, self.site, self.seed = case, site, seed
        self.note, self.forget = acknowledged.note, acknowledged.forget
        self.refused, self.is_done = [], False
        self.count, self.lock = 0, threading.Lock()
        # All writers wait here until each has run once.
        self.have_run = threading.Barrier(4)
        self.locks = {}
        self.batches, self.failures, self.resets, self.templates = 0, 0, 0, 0
        self.password = site.sample["password"]
        self.passwords = [self.password]
        self.sessions = {role: self.sign_in_once(role)
                         for role in ("owner", "editor", "drafter", "viewer")}
        self.often = [
            self.release, self.draft, self.manifest, self.key, self.token, self.events,
            self.layout, self.snapshot, self.asset, self.template, self.application,
            self.organization, self.invitation, self.name, self.refresh, self.report,
            self.identity, self.passkey]
        self.seldom = [self.session, self.new_password, self.factor, self.reset, self.throttle]
        self.prepare(case)

    def run(self, number):
        chance = random.Random(self.seed + number)
        # Each at least once, regardless of the random choices.
        first = (self.seldom + self.often)[number::3]
        for work in first:
            self.do(work)
        self.have_run.wait(10 * TIMEOUT)
        while not self.is_done and not self.refused:
            self.do(chance.choice(self.seldom if chance.random() < 0.06 else self.often))

    def do(self, work):
        with self.lock:
            lock = self.locks.setdefault(work.__name__, threading.Lock())
        try:
            with lock:
                work()
        except Exception as error:  # pylint: disable=broad-except
            self.refused.append(f"{work.__name__}: {error!r}")

    # Requests

    def next(self):
        with self.lock:
            self.count += 1
            return self.count

    def send(self, method, path, body=None, who=None, headers=None, expects=(200, 201, 202, 204)):
        """The response; None if there was none."""
        bearer = None if who is None else who
        response = self.site.send(
            lambda server: server.call(method, path, body, headers, bearer=bearer))
        if response is not None and response.status not in expects:
            # Beyond a quota, nothing is stored or acknowledged.
            if response.json.get("code") in LIMITS:
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

    def release(self):
        note = str(uuid.uuid4())
        response = self.site.send(lambda server: server.publish(note))
        if response is None:
            return
        if response.status != 201:
            raise AssertionError(response)
        number = response.json["number"]
        self.note(f"release {number}", "release", "number = ? AND note = ?", number, note)
        self.note("current", "environment",
                  "application = 'shop' AND name = 'production' AND current >= ?", number)
        self.note("storage", "storage_volume", f"application = 'shop' AND bytes = {STORED_BYTES}")

    def draft(self):
        tag = None
        while tag is None:
            found = self.send("GET", f"{APP}/draft", expects=(200, 404))
            tag = found and (found.headers["ETag"] or "")
        condition = {"If-Match": tag} if tag else {"If-None-Match": "*"}
        response = self.send("PUT", f"{APP}/draft", document(str(uuid.uuid4())), headers=condition)
        if response:
            self.note("draft", "draft", "application = 'shop' AND revision >= ?",
                      response.json["revision"])

    def manifest(self):
        build = f"b{self.next()}"
        made = self.send("POST", f"{APP}/manifests", {
            "schema": 1, "platform": "ios", "version": "1", "build": build,
            "screens": [{"name": "Home", "ports": PORTS}]})
        if not made:
            return
        self.note(f"build {build}", "manifest", "build = ? AND archived IS NULL", build)
        self.forget(f"build {build}")
        if self.send("PUT", f"{APP}/builds/archived", {
                "platform": "ios", "version": "1", "build": build}):
            self.note(f"build {build}", "manifest", "build = ? AND archived > 0", build)

    def application(self):
        name = f"app-{self.next()}"
        if self.send("POST", "/v1/apps", {"id": name, "name": name}):
            self.note(name, "application", "id = ?", name)
            self.note(f"{name} environments", "environment",
                      "application = ? AND name = 'production'", name)

    def organization(self):
        name = f"org-{self.next()}"
        if self.send("POST", "/v1/organizations", {"id": name, "name": name},
                     who=self.token_of("owner")):
            self.note(name, "organization", "id = ?", name)
            self.note(f"{name} owner", "membership",
                      "organization = ? AND user = ? AND role = 'owner'", name,
                      self.user("owner"))

    def key(self):
        made = self.send("POST", f"{APP}/sdk-keys", {"environment": "staging", "name": "k"})
        if not made:
            return
        one = made.json["id"]
        self.note(one, "sdk_key", "id = ? AND revoked IS NULL", one)
        if self.next() % 2:
            self.forget(one)
            if self.send("DELETE", f"{APP}/sdk-keys/{one}"):
                self.note(one, "sdk_key", "id = ? AND revoked > 0", one)

    def token(self):
        made = self.send("POST", "/v1/tokens", {"name": "t", "scopes": ["read"]})
        if not made:
            return
        one = made.json["id"]
        self.note(one, "api_token", "id = ? AND revoked IS NULL", one)
        self.note(f"{one} audit", "audit", "action = 'token.added' AND instr(detail, ?) > 0", one)
        if self.next() % 2:
            self.forget(one)
            if self.send("DELETE", f"/v1/tokens/{one}"):
                self.note(one, "api_token", "id = ? AND revoked > 0", one)

    def events(self):
        events, value = batch(), str(uuid.uuid4())[:8]
        started = events["events"][0]
        started["attributes"] = {"plan": value}
        events["events"] += [
            {**started, "id": str(uuid.uuid4()), "type": "exposure", "experiment": "plans",
             "variant": "short", "attribute": "userId", "unit": value},
            {**started, "id": str(uuid.uuid4()), "type": "session-finished", "outcome": "done"}]
        response = self.site.send(lambda server: server.send(events))
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
            # If there are more values, only the attribute is kept.
            self.note(f"value {value}", "attribute_value", "value = ?", json.dumps(value))

    def layout(self):
        step, x = f"step-{self.next()}", self.next()
        self.forget("collapsed")
        if self.send("PATCH", f"{APP}/layout", {"flows": {"shop": {
                "steps": {step: [x, 2]}, "collapsed": [step]}}}):
            self.note(f"{step} at", "layout_step", "step = ? AND x = ? AND y = 2", step, x)
            self.note("collapsed", "layout_collapsed", "step = ?", step)

    def snapshot(self):
        screen, image = random.choice(SCREENS), picture(self.next() % 256)
        self.forget(f"picture of {screen}")
        if self.send("PUT", f"{APP}/screens/{screen}/snapshot", image,
                     headers={"Content-Type": "image/png"}):
            self.note(f"picture of {screen}", "snapshot", "screen = ? AND body = ?", screen, image)

    def asset(self):
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

    def template(self):
        """A template with a picture, the first with a second version, the others by turns with
        its removal, nothing more, or a second version."""
        image = picture(self.next() % 256)
        added = self.send("POST", f"{APP}/assets", image, headers={"Content-Type": "image/png"})
        if not added:
            return
        content = {"screen": {"name": "S", "root": {"type": "spacer"}}, "application": "shop",
                   "assets": {"hero": {"sha256": added.json["sha256"], "type": "image/png"}}}
        path = "/v1/organizations/acme/screen-templates"
        made = self.send("POST", path, {"name": f"T{self.next()}", "content": content})
        if not made:
            return
        one = made.json["id"]
        self.note(f"template {one}", "screen_template", "id = ?", one)
        self.note(f"picture of {one}", "screen_template_asset", "template = ? AND digest = ?", one,
                  added.json["sha256"])
        self.templates += 1
        turn, tag = self.templates % 3, {"If-Match": '"1"'}
        if turn == 0:
            return
        self.forget(f"template {one}")
        if turn == 2:
            self.forget(f"picture of {one}")
            self.send("DELETE", f"{path}/{one}", headers=tag)
            return
        content["screen"]["title"] = "Second"
        if self.send("PATCH", f"{path}/{one}", {"content": content}, headers=tag):
            self.note(f"template {one}", "screen_template", "id = ? AND revision = 2", one)
            self.note(f"version of {one}", "screen_template_version",
                      "template = ? AND version = 2", one)

    # Users

    def invitation(self):
        email = f"guest-{self.next()}@example.org"
        made = self.send("POST", "/v1/organizations/acme/invitations",
                         {"email": email, "role": "viewer"})
        if not made:
            return
        one = made.json["id"]
        self.note(one, "invitation", "id = ? AND ended IS NULL", one)
        self.note(f"mail {email}", "mail", "recipient = ?", email)
        if self.next() % 2:
            self.forget(one)
            if self.send("DELETE", f"/v1/organizations/acme/invitations/{one}"):
                self.note(one, "invitation", "id = ? AND ended > 0", one)

    def name(self):
        name = f"Viewer {self.next()}"
        self.forget("name")
        if self.send("PATCH", "/v1/me", {"name": name}, who=self.token_of("viewer")):
            self.note("name", "user", "id = ? AND name = ?", self.user("viewer"), name)

    def session(self):
        response = self.sign_in("viewer")
        if response:
            one = claims(response.json["accessToken"])["sid"]
            self.note(f"session {one}", "session", "id = ?", one)
            # Only the newest: at most 50 of a user's devices are stored.
            self.note("device", "known_device", "hash = ? AND failures = 0",
                      hashlib.sha256(response.json["deviceToken"].encode()).digest())
            self.note(f"event {one}", "security_event",
                      "action = 'session.began' AND user = ?", self.user("viewer"))

    def refresh(self):
        one = claims(self.token_of("owner"))["sid"]
        response = self.send("POST", "/v1/account/refresh", {
            "refreshToken": self.sessions["owner"]["refreshToken"]},
            who="", expects=(200, 401, 429))
        if response and response.status == 200:
            self.sessions["owner"] = response.json
            self.note("refreshed", "refresh_token", "session = ? AND used IS NULL", one)
        else:
            # The response may have been lost, and the token works only once.
            self.forget("refreshed")
            self.sessions["owner"] = self.sign_in_once("owner")

    def reset(self):
        if self.resets == 4:
            # More would exceed the limit of an address.
            return
        now = int(time.time())
        response = self.send("POST", "/v1/account/password/forgot", {
            "email": "viewer@example.com"}, who="")
        self.resets += 1
        if response:
            self.note("link", "one_time_link", "user = ? AND created >= ?",
                      self.user("viewer"), now)

    def throttle(self):
        if self.failures == 8:
            return
        self.send("POST", "/v1/account/sign-in", {
            "email": f"nobody-{self.next()}@example.com", "password": "wrong, and long enough"},
            who="", expects=(401,))
        self.failures += 1
        self.note("throttle", "throttle", "failures >= 1 AND last > 0")
