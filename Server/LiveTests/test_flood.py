"""A flood of requests with an app's SDK key affects nothing but the flood itself."""

import http.client
import json
import threading
import unittest
import uuid

from support import APP, LiveCase, batch, wait_for

QUOTA = 4 << 20


class Flood:
    """Clients that send large batches as fast as they can, each from its own address."""

    def __init__(self, server, senders):
        self.server = server
        self.statuses, self.accepted = {}, 0
        self.lock = threading.Lock()
        self.is_done = False
        self.threads = [threading.Thread(target=self.run, args=(number,), daemon=True)
                        for number in range(senders)]
        for thread in self.threads:
            thread.start()

    def run(self, number):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        while not self.is_done:
            events = {**batch(1), "padding": "x" * 200_000}
            data = json.dumps(events).encode()
            connection.request("POST", f"{APP}/events", data, {
                "Authorization": f"Bearer {self.server.sample['sdkKeys']['production']}",
                "Idempotency-Key": events["batch"], "X-Forwarded-For": f"198.51.100.{number}"})
            response = connection.getresponse()
            body = json.loads(response.read())
            with self.lock:
                key = (response.status, body.get("code"))
                self.statuses[key] = self.statuses.get(key, 0) + 1
                self.accepted += len(data) if response.status == 202 else 0
            if response.status != 202:
                assert int(response.headers["Retry-After"]) > 0, response.headers
        connection.close()

    def count(self, code):
        with self.lock:
            return self.statuses.get((429, code), 0)

    def end(self):
        self.is_done = True
        for thread in self.threads:
            thread.join(60)


class FloodTests(LiveCase):
    def test_publishing_continues_and_the_disk_does_not_fill(self):
        sample = self.init()
        server = self.serve(sample, environment={
            "FLOWMAGIC_TRUSTED_PROXIES": "1", "FLOWMAGIC_EVENT_QUOTA": str(QUOTA)})
        flood = Flood(server, 4)
        try:
            wait_for(lambda: flood.count("event-quota") > 50, "the quota to be used up")
            first = server.publish("during the flood")
            self.assertEqual(first.status, 201, first)
            for number in range(5):
                response = server.publish(f"during the flood {number}")
                self.assertEqual(response.status, 201, response)
            rollback = server.call(
                "POST", f"{APP}/environments/production/rollback",
                {"to": first.json["number"]})
            self.assertEqual(rollback.status, 201, rollback)
            self.assertEqual(server.envelope().status, 200)
            self.assertEqual(server.get("/readyz/writes", bearer="").status, 200)
        finally:
            flood.end()
        self.assertEqual(
            set(flood.statuses) - {(202, None), (429, "event-quota"), (429, "intake-limited")},
            set(), flood.statuses)
        self.assertLessEqual(flood.accepted, QUOTA)
        metrics = server.get("/metrics", bearer="").body.decode()
        self.assertIn(
            f'flowmagic_intake_refused_total{{reason="quota"}} {flood.count("event-quota")}\n',
            metrics)
        self.assertEqual(server.stop(), 0)
        self.assertLess(self.store.stat().st_size, QUOTA + (4 << 20))

    def test_an_address_that_floods_is_limited_and_others_are_not(self):
        sample = self.init()
        server = self.serve(sample, environment={
            "FLOWMAGIC_TRUSTED_PROXIES": "1", "FLOWMAGIC_CLIENT_REQUESTS": "1"})
        flood = Flood(server, 1)
        try:
            wait_for(lambda: flood.count("intake-limited") > 20, "the address to be refused")
            events = batch(3)
            response = server.call(
                "POST", f"{APP}/events", events,
                {"Idempotency-Key": events["batch"], "X-Forwarded-For": "203.0.113.5"},
                bearer=sample["sdkKeys"]["production"])
            self.assertEqual(response.status, 202, response)
        finally:
            flood.end()

    def test_forged_sessions_of_an_old_build_do_not_prevent_a_rollback(self):
        sample = self.init()
        server = self.serve(sample)
        manifest = {"schema": 1, "platform": "ios", "version": "0.1", "build": "1",
                    "screens": [{"name": "Old", "ports": []}]}
        self.assertEqual(server.call("POST", f"{APP}/manifests", manifest).status, 201)
        newest = {**manifest, "version": "9.0", "build": "9", "screens": [
            {"name": "Home", "ports": ["login", "signUp", "forgotPassword", "randomPage"]}]}
        self.assertEqual(server.call("POST", f"{APP}/manifests", newest).status, 201)
        good = server.publish("good").json
        self.assertEqual(server.publish("bad").status, 201)
        forged = {**batch(1000, str(uuid.uuid4())),
                  "build": {"platform": "ios", "version": "0.1", "build": "1"}}
        self.assertEqual(server.send(forged).status, 202)
        self.assert_problem(server.publish("blocked"), 422, "findings")
        rollback = server.call(
            "POST", f"{APP}/environments/production/rollback", {"to": good["number"]})
        self.assertEqual(rollback.status, 201, rollback)
        archived = server.call(
            "PUT", f"{APP}/builds/archived", {"platform": "ios", "version": "0.1", "build": "1"})
        self.assertEqual(archived.status, 204, archived)
        self.assertEqual(server.publish("free again").status, 201)


if __name__ == "__main__":
    unittest.main()
