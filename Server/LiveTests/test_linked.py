"""Chains of requests along the OpenAPI document's links: the results of one operation are the next
one's input.

No response is a 5xx, and every response is described.
"""

import collections
import contextlib
import random
import unittest
import warnings

import hypothesis
import requests
import schemathesis
from schemathesis.core.failures import Failure, FailureGroup

from support import LiveCase, document
from test_generated import CHECKS, KNOWN

SEED = 20_262
REQUESTS = 500
CHAINS = 10
STEPS = 12
# The number of links that must have led to a successful response.
MINIMUM_LINKS = 15


class Chain(LiveCase):
    def setUp(self):
        super().setUp()
        self.server = self.serve(self.init(users=True))
        self.base = f"http://127.0.0.1:{self.server.port}"
        self.schema = schemathesis.openapi.from_url(f"{self.base}/openapi.json")
        self.schema.config.generation.update(
            with_security_parameters=False, modes=[schemathesis.GenerationMode.POSITIVE])
        # Only the document's own links.
        self.schema.config.phases.stateful.inference.algorithms = []
        self.rng = random.Random(SEED)
        self.session = requests.Session()
        self.addCleanup(self.session.close)
        self.statuses, self.failures, self.followed = collections.Counter(), {}, {}
        # The operation of each request, by the id of its case.
        self.senders = {}
        self.sign_in()

    def sign_in(self):
        response = self.server.call("POST", "/v1/account/sign-in", {
            "email": "owner@example.com", "password": self.server.sample["password"]}, bearer="")
        self.assertEqual(response.status, 200, response)
        self.access_token = response.json["accessToken"]

    def credential(self, operation):
        requirements = operation.definition.raw.get("security", [])
        schemes = {name for requirement in requirements for name in requirement}
        # Organizations created in a chain belong to the owner, not to the token.
        if "token" in schemes and "{org}" not in operation.path:
            return self.server.sample["token"]
        return self.access_token if "accessToken" in schemes else None

    def links(self):
        """The document's links: pairs of operation ids."""
        for path in self.schema.raw_schema["paths"].values():
            for operation in path.values():
                for response in operation["responses"].values():
                    for link in response.get("links", {}).values():
                        yield operation["operationId"], link["operationId"]

    def send(self, step):
        """Sends a request with existing names, except for values from a link."""
        case = step.case
        linked = {name for _, name in step.applied_parameters}
        for name, values in KNOWN.items():
            if name in (case.path_parameters or {}) and name not in linked:
                case.path_parameters[name] = self.rng.choice(values)
        self.make_valid(case, linked)
        credential = self.credential(case.operation)
        headers = {"Authorization": f"Bearer {credential}"} if credential else {}
        response = case.call(self.base, self.session, headers=headers, timeout=30)
        if response.status_code == 401 and credential == self.access_token:
            # The chain may have ended the session.
            self.sign_in()
        self.statuses[response.status_code] += 1
        try:
            case.validate_response(response, checks=CHECKS, headers=headers)
        except (Failure, FailureGroup) as failure:
            for error in getattr(failure, "exceptions", [failure]):
                key = (case.operation.label, type(error).__name__, response.status_code)
                self.failures.setdefault(
                    key,
                    f"{error}\n{case.as_curl_command(headers=headers)}\n{response.text[:400]}")
        self.senders[case.id] = case.operation.definition.raw["operationId"]
        if step.transition is not None and linked:
            self.record_link(step, response)
        return response

    def make_valid(self, case, linked):
        """Usually replaces generated values that are hardly ever valid."""
        if self.rng.random() < 0.2:
            return
        (case.query or {}).pop("organization", None)
        name = case.operation.definition.raw["operationId"]
        if name in ("replaceDraft", "checkDocument"):
            case.body = document()
            if name == "replaceDraft" and "If-Match" not in linked:
                (case.headers or {}).pop("If-Match", None)
                case.headers["If-None-Match"] = "*"
        elif name == "publishRelease":
            case.body = {"document": document(), "acceptWarnings": True}
            (case.headers or {}).pop("If-Match", None)

    def record_link(self, step, response):
        source = (self.senders[step.transition.parent_id],
                  step.case.operation.definition.raw["operationId"])
        self.followed.setdefault(source, collections.Counter())[response.status_code] += 1

    def machine(self, seed):
        test = self

        class Machine(self.schema.as_state_machine()):
            """Sends each step through the test."""

            def step(self, input):  # pylint: disable=redefined-builtin
                return schemathesis.generation.stateful.state_machine.StepOutput(
                    test.send(input), input.case)

        return hypothesis.seed(seed)(Machine)

    def test_responses_along_the_links_are_described(self):
        warnings.simplefilter("ignore")
        seed = SEED
        while self.statuses.total() < REQUESTS:
            seed += 1
            # The server keeps state of earlier chains, which hypothesis reports as inconsistent.
            with contextlib.suppress(hypothesis.errors.Flaky):
                self.machine(seed).run(settings=hypothesis.settings(
                    max_examples=CHAINS, stateful_step_count=STEPS, database=None, deadline=None,
                    phases=[hypothesis.Phase.generate],
                    suppress_health_check=list(hypothesis.HealthCheck)))
        self.assertIsNone(self.server.process.poll(), "the server has crashed")
        self.assertFalse(self.failures, "\n\n".join(
            f"{key}: {text}" for key, text in self.failures.items()))
        useful = {link for link, statuses in self.followed.items()
                  if any(200 <= status < 300 for status in statuses)}
        self.assertLessEqual(useful, set(self.links()))
        self.assertGreaterEqual(len(useful), MINIMUM_LINKS, self.followed)
        print(f"{self.statuses.total()} requests in chains: {dict(sorted(self.statuses.items()))}; "
              f"{len(useful)} of {len(set(self.links()))} links led to success")


if __name__ == "__main__":
    unittest.main()
