"""1,000 requests generated from the OpenAPI document: no 5xx, and every response is described.

Two classes share the operations, so that they can run in parallel."""

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
REQUESTS = 1000
PARTS = 2
CHECKS = [
    schemathesis.checks.not_a_server_error, openapi.status_code_conformance,
    openapi.content_type_conformance, openapi.response_schema_conformance,
    openapi.response_headers_conformance,
]
# Existing names: with random names alone, nearly every response would be 404.
KNOWN = {
    "app": ["shop"], "applicationId": ["shop"], "companyName": ["acme"],
    "env": ["production", "staging", "development"], "number": [1, 2, 3, 4],
    "screen": ["Home", "Login"],
}


class GeneratedCase(LiveCase):
    def setUp(self):
        super().setUp()
        self.server = self.serve_sample()
        draft = self.server.call("PUT", f"{APP}/draft", document(), {"If-None-Match": "*"})
        self.assertEqual(draft.status, 201, draft)
        self.base = f"http://127.0.0.1:{self.server.port}"
        self.schema = schemathesis.openapi.from_url(f"{self.base}/openapi.json")
        self.schema.config.generation.update(with_security_parameters=False)
        self.rng = random.Random(SEED)
        self.session = requests.Session()
        self.addCleanup(self.session.close)
        self.statuses, self.failures = collections.Counter(), {}

    def credential(self, operation):
        """The credential for an operation: an SDK key if only that works, or the admin token."""
        requirements = operation.definition.raw.get("security", [])
        schemes = {name for requirement in requirements for name in requirement}
        if schemes and "token" not in schemes:
            return self.server.sample["sdkKeys"]["production"]
        return self.server.sample["token"]

    def send(self, case, credential):
        for name, values in KNOWN.items():
            if name in (case.path_parameters or {}) and self.rng.random() < 0.75:
                case.path_parameters[name] = self.rng.choice(values)
        headers = {"Authorization": f"Bearer {credential}"} if credential else {}
        response = case.call(self.base, self.session, headers=headers, timeout=30)
        self.statuses[response.status_code] += 1
        try:
            case.validate_response(response, checks=CHECKS, headers=headers)
        except (Failure, FailureGroup) as failure:
            for error in getattr(failure, "exceptions", [failure]):
                key = (case.operation.label, type(error).__name__, response.status_code)
                self.failures.setdefault(
                    key,
                    f"{error}\n{case.as_curl_command(headers=headers)}\n{response.text[:400]}")

    def generate(self, operation, mode, credential, count, seed):
        @hypothesis.seed(seed)
        @hypothesis.settings(
            max_examples=count, database=None, deadline=None,
            phases=[hypothesis.Phase.generate],
            suppress_health_check=list(hypothesis.HealthCheck))
        @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
        def run(case):
            self.send(case, credential)

        # There are no invalid requests without parameters.
        with contextlib.suppress(unittest.SkipTest, hypothesis.errors.Unsatisfiable):
            run()

    def operations(self, part):
        """The operations of a part."""
        return [result.ok() for result in self.schema.get_all_operations()][part::PARTS]

    @staticmethod
    def modes(operation):
        """Valid requests, and invalid ones where there is JSON or a number that can be invalid:
        any text in a path or a form is valid, and searching for an invalid one takes long."""
        has_numbers = any(
            parameter["in"] == "query" and parameter["schema"].get("type") == "integer"
            for parameter in operation.definition.raw.get("parameters", []))
        has_json = any("json" in body.media_type for body in operation.body)
        return list(GenerationMode) if has_json or has_numbers else [GenerationMode.POSITIVE]

    def check(self, part):
        """Sends the requests of a part and checks the responses."""
        warnings.simplefilter("ignore")
        operations = self.operations(part)
        for operation in operations:
            for mode in self.modes(operation):
                self.generate(operation, mode, None, 2, SEED)
        seed = SEED
        while self.statuses.total() < REQUESTS / PARTS:
            seed += 1
            for operation in operations:
                # A stream with a credential never ends; see test_streams.py and test_changes.py.
                if operation.path.endswith(("/stream", "/changes")):
                    continue
                for mode in self.modes(operation):
                    self.generate(operation, mode, self.credential(operation), 8, seed)
        self.assertIsNone(self.server.process.poll(), "the server has crashed")
        self.assertEqual(self.server.get("/readyz").status, 200)
        print(f"{self.statuses.total()} generated requests: {dict(sorted(self.statuses.items()))}")
        self.assertFalse(self.failures, "\n\n".join(
            f"{key}: {text}" for key, text in self.failures.items()))


class FirstPart(GeneratedCase):
    def test_responses_to_generated_requests_are_described(self):
        self.check(0)


class SecondPart(GeneratedCase):
    def test_responses_to_generated_requests_are_described(self):
        self.check(1)


if __name__ == "__main__":
    unittest.main()
