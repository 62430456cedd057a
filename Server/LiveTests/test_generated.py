"""1,000 requests made from the API's own description: no 5xx, and no answer it does not name."""

import collections
import contextlib
import random
import unittest
import warnings

import hypothesis
import requests
import schemathesis
from schemathesis import GenerationMode
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.specs.openapi import checks as openapi

from support import APP, LiveCase, document

SEED = 20_261
WANTED = 1000
CHECKS = [
    schemathesis.checks.not_a_server_error, openapi.status_code_conformance,
    openapi.content_type_conformance, openapi.response_schema_conformance,
    openapi.response_headers_conformance,
]
# Names that are there: with invented ones alone nearly every answer would be 404.
KNOWN = {
    "app": ["shop"], "applicationId": ["shop"], "companyName": ["acme"],
    "env": ["production", "staging", "development"], "number": [1, 2, 3, 4],
    "screen": ["Home", "Login"],
}


class Generated(LiveCase):
    def setUp(self):
        super().setUp()
        self.server = self.ready()
        draft = self.server.call("PUT", f"{APP}/draft", document(), {"If-None-Match": "*"})
        self.assertEqual(draft.status, 201, draft)
        self.base = f"http://127.0.0.1:{self.server.port}"
        self.schema = schemathesis.openapi.from_url(f"{self.base}/openapi.json")
        self.schema.config.generation.update(with_security_parameters=False)
        self.chance = random.Random(SEED)
        self.session = requests.Session()
        self.addCleanup(self.session.close)
        self.statuses, self.failures = collections.Counter(), {}

    def credential(self, operation):
        """What opens the operation: an app's key where only that does, or the admin token."""
        schemes = {name for one in operation.definition.raw.get("security", []) for name in one}
        if schemes and "token" not in schemes:
            return self.server.sample["sdkKeys"]["production"]
        return self.server.sample["token"]

    def send(self, case, credential):
        for name, values in KNOWN.items():
            if name in (case.path_parameters or {}) and self.chance.random() < 0.75:
                case.path_parameters[name] = self.chance.choice(values)
        headers = {"Authorization": f"Bearer {credential}"} if credential else {}
        response = case.call(self.base, self.session, headers=headers, timeout=30)
        self.statuses[response.status_code] += 1
        try:
            case.validate_response(response, checks=CHECKS, headers=headers)
        except (Failure, FailureGroup) as found:
            for one in getattr(found, "exceptions", [found]):
                place = (case.operation.label, type(one).__name__, response.status_code)
                self.failures.setdefault(
                    place, f"{one}\n{case.as_curl_command(headers=headers)}\n{response.text[:400]}")

    def generate(self, operation, mode, credential, count, seed):
        @hypothesis.seed(seed)
        @hypothesis.settings(
            max_examples=count, database=None, deadline=None,
            phases=[hypothesis.Phase.generate],
            suppress_health_check=list(hypothesis.HealthCheck))
        @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
        def run(case):
            self.send(case, credential)

        # There is no wrong way to ask for something without parameters.
        with contextlib.suppress(unittest.SkipTest, hypothesis.errors.Unsatisfiable):
            run()

    def operations(self):
        return [found.ok() for found in self.schema.get_all_operations()]

    @staticmethod
    def modes(operation):
        """Right requests, and wrong ones where there is JSON or a number to be wrong about: of
        texts in a path or a form none is wrong, and looking for one takes long."""
        numbers = any(
            parameter["in"] == "query" and parameter["schema"].get("type") == "integer"
            for parameter in operation.definition.raw.get("parameters", []))
        has_json = any("json" in body.media_type for body in operation.body)
        return list(GenerationMode) if has_json or numbers else [GenerationMode.POSITIVE]

    def test_a_thousand_generated_requests_get_answers_that_are_described(self):
        warnings.simplefilter("ignore")
        for operation in self.operations():
            for mode in self.modes(operation):
                self.generate(operation, mode, None, 2, SEED)
        seed = SEED
        while self.statuses.total() < WANTED:
            seed += 1
            for operation in self.operations():
                # A stream with a credential never ends; test_streams.py and test_changes.py have
                # those.
                if operation.path.endswith(("/stream", "/changes")):
                    continue
                for mode in self.modes(operation):
                    self.generate(operation, mode, self.credential(operation), 8, seed)
        self.assertIsNone(self.server.process.poll(), "the server has crashed")
        self.assertEqual(self.server.get("/readyz").status, 200)
        print(f"{self.statuses.total()} generated requests: {dict(sorted(self.statuses.items()))}")
        self.assertFalse(self.failures, "\n\n".join(
            f"{place}: {text}" for place, text in self.failures.items()))


if __name__ == "__main__":
    unittest.main()
