"""Random changes of permissions, compared with a model of them.

Every principal (users, their tokens and those of the organization, SDK keys, anonymous callers)
tries to change members, roles, grants, tokens, keys and sessions. The model predicts the response,
and after each change the access of every principal and the streams that end. RIGHTS_SEED repeats a
run, RIGHTS_STEPS makes it longer.
"""

import os
import random
import time
import unittest

import rights_model as model
from rights_case import APPS, RightsCase, Stream
from support import wait_for

SEED = int(os.environ.get("RIGHTS_SEED") or random.randrange(1 << 32))
STEPS = int(os.environ.get("RIGHTS_STEPS") or 160)
# The number of requests by random callers after each step.
PROBES = 10
STREAMS = 8
ACCESS_TOKEN_SECONDS = 300


def probes():
    """Requests that change nothing: the body is rejected after the permission check."""
    for app in APPS:
        base = f"/v1/apps/{app}"
        for method, path, scope, status, body in [
            ("GET", "", "read", 200, None), ("GET", "/releases", "read", 200, None),
            ("GET", "/sdk-keys", "read", 200, None), ("GET", "/screens", "read", 200, None),
            ("POST", "/manifests", "draft", 400, {}), ("PATCH", "/layout", "draft", 400, {}),
            ("PUT", "/builds/archived", "publish", 400, {}),
            ("PATCH", "", "admin", 400, {}), ("POST", "/environments", "admin", 400, {}),
        ]:
            yield model.Request(method, base + path, scope, status, app=app, body=body)
        for env in model.ENVIRONMENTS:
            environment = f"{base}/environments/{env}"
            yield model.Request("GET", f"{environment}/builds", "read", 200, app=app, env=env)
            yield model.Request(
                "GET", f"{environment}/release", "read", 200, app=app, env=env, is_for_apps=True)
            yield model.Request(
                "POST", f"{environment}/rollback", "publish", 400, app=app, env=env, body={})
            yield model.Request(
                "POST", f"{environment}/releases", "publish", 400, app=app, env=env,
                body={"note": 1})
    for org in sorted(set(APPS.values())):
        base = f"/v1/organizations/{org}"
        yield model.Request("GET", f"{base}/members", "read", 200, org=org)
        yield model.Request("GET", f"{base}/invitations", "admin", 200, org=org)
        yield model.Request("PATCH", base, "admin", 400, org=org, body={})
        yield model.Request("GET", f"/v1/audit?organization={org}", "read", 200, org=org)
        yield model.Request(
            "POST", f"/v1/apps?organization={org}", "admin", 400, org=org, body={})


class Rights(RightsCase):
    seed = SEED

    def test_every_principal_has_the_access_of_the_model_after_every_change(self):
        steps = [self.step_role, self.step_role, self.step_remove, self.step_leave,
                 self.step_invite, self.step_token, self.step_token, self.step_revoke_token,
                 self.step_key, self.step_revoke_key] * 4 + [self.step_sign_out]
        history, self.requests = [], list(probes())
        responses = 0
        try:
            for number in range(STEPS):
                if number % 25 == 24:
                    history.append(self.step_operator())
                else:
                    step = self.rng.choice(steps)
                    who = self.any_caller()
                    history.append(f"{step.__name__} by {who}")
                    text, response = step(who)
                    history[-1] = f"{text}: {response.status if response else '-'}"
                self.sign_in_again()
                self.check_streams()
                responses += self.probe()
        except BaseException as error:
            error.add_note("\n".join(
                [*history[-25:], f"RIGHTS_SEED={SEED} RIGHTS_STEPS={STEPS} repeats this run"]))
            raise
        changes = sum(text.endswith((": 200", ": 201", ": 204")) for text in history)
        print(f"seed {SEED}: {STEPS} steps, {changes} of them changed something, {responses} "
              f"responses as the model predicts")
        self.assertGreater(changes, STEPS // 4, "hardly anything was changed")

    def any_caller(self):
        """A caller to change something: usually an authorized one."""
        callers = self.callers()
        privileged = [
            caller for caller in callers
            if isinstance(caller, (model.User, model.Token)) and self.rights.is_valid(caller)
            and any(self.rights.rank(caller, org) == 3
                    for org in self.rights.organizations(caller))]
        return self.rng.choice(
            privileged if privileged and self.rng.random() < 0.7 else callers)

    def sign_in_again(self):
        """Signs users in again: at once if their access token is old, otherwise at random."""
        for user in self.rights.users:
            is_old = time.monotonic() - self.signed_in[user.id] > ACCESS_TOKEN_SECONDS
            if is_old and user.session:
                self.step_sign_out(user)
            if is_old or (user.session is None and self.rng.random() < 0.1):
                self.sign_in(user)

    def check_streams(self):
        """Streams of principals who have lost access end; all others continue."""
        for stream in list(self.streams):
            is_same = stream.secret == stream.who.secret
            if is_same and self.rights.expected_status(stream.who, stream.request) == 200:
                self.assertFalse(
                    stream.has_ended(), f"{stream.request} of {stream.who} has ended")
                continue
            wait_for(stream.has_ended, f"{stream.request} of {stream.who} to end", 10)
            stream.socket.close()
            self.streams.remove(stream)
        who, app = self.rng.choice(self.callers()), self.any_app()
        env = self.rng.choice(model.ENVIRONMENTS)
        request = model.Request("GET", f"/v1/apps/{app}/changes", "read", 200, app=app)
        if self.rng.random() < 0.6:
            request = model.Request(
                "GET", f"/v1/apps/{app}/environments/{env}/stream", "read", 200, app=app,
                env=env, is_for_apps=True)
        stream = Stream(who, request, self.server.port, self.rng.random() < 0.3)
        self.assertEqual(
            stream.status, self.rights.expected_status(who, request), f"{request} by {who}")
        if stream.status == 200:
            self.streams.append(stream)
        else:
            stream.socket.close()
        while len(self.streams) > STREAMS:
            self.streams.pop(0).socket.close()

    def probe(self):
        """Requests by random callers, and the contents of their lists."""
        callers = self.callers()
        for _ in range(PROBES):
            # The newest are those whose permissions changed most recently.
            who = self.rng.choice(callers if self.rng.random() < 0.5 else callers[-8:])
            self.check(who, self.rng.choice(self.requests))
        who, org = self.rng.choice(callers), self.any_org()
        if isinstance(who, model.Key):
            return PROBES
        for kind, scope, shown in (("apps", "read", self.rights.visible_apps),
                                   ("tokens", "admin", self.rights.visible_tokens)):
            response = self.check(who, model.Request(
                "GET", f"/v1/{kind}?organization={org}", scope, 200, org=org,
                is_for_members=True))
            if response.status == 200:
                name = "applications" if kind == "apps" else "tokens"
                self.assertEqual(
                    {item["id"] for item in response.json[name]}, shown(who, org),
                    f"{kind} of {org} that {who} sees")
        return PROBES + 2


if __name__ == "__main__":
    unittest.main()
