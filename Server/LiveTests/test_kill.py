"""`kill -9` at random moments while releases are published and apps send events.

Acknowledged writes must exist afterwards, exactly once. LIVE_SEED repeats a run's random moments.
"""

import http.client
import json
import os
import random
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest
import uuid

from envelopes import key_id, trusted_key, verified_keys, verified_statement
from support import APP, BINARY, TIMEOUT, LiveCase, accepted_response, batch, wait_for

SEED = int(os.environ.get("LIVE_SEED") or random.randrange(1 << 32))
PUBLISHES = 200
KILLS = 20
LOST = (OSError, http.client.HTTPException)


class ServerHarness:
    """A server that is killed and restarted while clients use it."""

    def __init__(self, case, sample):
        self.case, self.sample = case, sample
        self.server = case.serve(sample)
        self.open = threading.Event()
        self.open.set()
        self.lock = threading.Lock()
        self.responses = 0

    def send(self, request):
        """Sends a request; None if there was no response, even if the server handled it."""
        self.open.wait(TIMEOUT)
        try:
            response = request(self.server)
        except LOST:
            return None
        with self.lock:
            self.responses += 1
        return response

    def kill(self):
        self.open.clear()
        self.server.kill()

    def start(self):
        self.server = self.case.serve(self.sample)


class Publishers:
    """Publishes from several threads until `count` releases were acknowledged."""

    def __init__(self, harness, count):
        self.harness, self.count = harness, count
        self.lock = threading.Lock()
        self.acknowledged, self.lost, self.refused = {}, set(), []

    def run(self, environment):
        while True:
            with self.lock:
                if len(self.acknowledged) >= self.count or self.refused:
                    return
            note = str(uuid.uuid4())
            response = self.harness.send(
                lambda server, note=note: server.publish(note, environment))
            with self.lock:
                if response is None:
                    self.lost.add(note)
                elif response.status != 201:
                    self.refused.append(response)
                elif response.json["number"] in self.acknowledged:
                    self.refused.append(f"number {response.json['number']} was assigned twice")
                else:
                    self.acknowledged[response.json["number"]] = (note, environment)

    def newest(self, environment):
        with self.lock:
            return max((number for number, (_, published_in) in self.acknowledged.items()
                        if published_in == environment), default=0)


class Senders:
    """Sends batches like the SDK: without a response, a batch is sent again with the same key."""

    def __init__(self, harness):
        self.harness = harness
        self.lock = threading.Lock()
        self.acknowledged, self.lost, self.refused = {}, 0, []
        self.is_done = False

    def run(self, rng):
        while not self.is_done and not self.refused:
            events = batch(rng.randint(1, 20))
            # Sometimes sends a batch again although it was acknowledged.
            copies = 2 if rng.random() < 0.2 else 1
            while copies:
                response = self.harness.send(lambda server, events=events: server.send(events))
                with self.lock:
                    if response is None:
                        self.lost += 1
                        continue
                    if (response.status, response.json) != accepted_response(len(events["events"])):
                        self.refused.append(response)
                        return
                    self.acknowledged[events["batch"]] = len(events["events"])
                copies -= 1


class Kill(LiveCase):
    def test_acknowledged_writes_survive_kill_9_at_random_moments(self):
        rng = random.Random(SEED)
        harness = ServerHarness(self, self.init())
        publishers, senders = Publishers(harness, PUBLISHES), Senders(harness)
        threads = [threading.Thread(target=publishers.run, args=(environment,), daemon=True)
                   for environment in ("production", "production", "staging")]
        sending = [threading.Thread(
            target=senders.run, args=(random.Random(SEED + number),), daemon=True)
                   for number in (1, 2)]
        for thread in threads + sending:
            thread.start()

        try:
            self.kill_repeatedly(harness, publishers, senders, rng, threads)
        except BaseException as error:
            error.add_note(f"LIVE_SEED={SEED} repeats this run")
            raise
        finally:
            senders.is_done = True
            harness.open.set()
        for thread in threads + sending:
            thread.join(TIMEOUT)
        self.assertFalse(publishers.refused + senders.refused)
        self.check_releases(harness.server, publishers)
        self.assertEqual(harness.server.stop(), 0)
        self.check_events(senders)
        print(f"seed {SEED}: {KILLS} kills, {len(publishers.acknowledged)} publishes and "
              f"{len(senders.acknowledged)} batches acknowledged, {len(publishers.lost)} and "
              f"{senders.lost} responses lost")

    def kill_repeatedly(self, harness, publishers, senders, rng, threads):
        issued = {"production": 0, "staging": 0}
        for _ in range(KILLS):
            target = harness.responses + rng.randint(5, 30)
            wait_for(
                lambda target=target:
                    harness.responses >= target or publishers.refused or senders.refused,
                "the server to respond")
            # A random moment within a request.
            time.sleep(rng.uniform(0, 0.05))
            harness.kill()
            self.check_file()
            newest = {name: publishers.newest(name) for name in issued}
            harness.start()
            for name, time_issued in issued.items():
                issued[name] = self.check_envelope(
                    harness.server, name, newest[name], time_issued)
            harness.open.set()
        wait_for(lambda: not any(thread.is_alive() for thread in threads), "all publishes", 120)

    def check_file(self):
        """Checks a copy of the database and its write-ahead log after the kill."""
        with tempfile.TemporaryDirectory() as folder:
            for suffix in ("", "-wal"):
                if os.path.exists(f"{self.store}{suffix}"):
                    shutil.copy(f"{self.store}{suffix}", f"{folder}/copy{suffix}")
            self.assert_sound(f"{folder}/copy")

    def assert_sound(self, path):
        database = sqlite3.connect(path)
        try:
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
            self.assertEqual(database.execute("PRAGMA foreign_key_check").fetchall(), [])
        finally:
            database.close()

    def check_envelope(self, server, environment, newest, issued):
        """Checks what apps receive after a restart: the newest release with a newer statement."""
        statement = verified_statement(
            server.envelope(environment).body,
            trusted_key(server.sample["sdkKeys"][environment]))
        releases = server.get(f"{APP}/releases?environment={environment}&limit=1").json["releases"]
        self.assertEqual(statement["environment"], environment)
        self.assertEqual(statement["number"], releases[0]["number"])
        self.assertGreaterEqual(statement["number"], newest)
        self.assertGreater(statement["issued"], issued)
        return statement["issued"]

    def check_releases(self, server, publishers):
        releases = server.releases()
        numbers = [release["number"] for release in releases]
        self.assertEqual(numbers, list(range(len(numbers), 0, -1)), "a missing or repeated number")
        # The first three are the sample's.
        stored = {release["number"]: (release["note"], release["environment"])
                  for release in releases if release["number"] > 3}
        for number, published in publishers.acknowledged.items():
            self.assertEqual(stored.get(number), published, f"release {number}")
        others = [note for number, (note, _) in stored.items()
                  if number not in publishers.acknowledged]
        self.assertLessEqual(set(others), publishers.lost)
        self.assertEqual(len(others), len(set(others)))
        self.assertGreaterEqual(len(publishers.acknowledged), PUBLISHES)
        document = server.get(f"{APP}/releases/{numbers[0]}")
        self.assertEqual(document.json["number"], numbers[0])

    def check_events(self, senders):
        self.assert_sound(self.store)
        database = sqlite3.connect(self.store)
        try:
            stored = database.execute("SELECT key, count FROM event_batch").fetchall()
            volume = database.execute("SELECT batches, bytes FROM event_volume").fetchall()
            bodies = database.execute(
                "SELECT count(*), sum(length(body) + 256) FROM event_batch").fetchall()
            sessions = database.execute("SELECT sum(sessions) FROM build_use").fetchone()[0]
        finally:
            database.close()
        self.assertEqual(len(stored), len(dict(stored)))
        self.assertEqual(volume, bodies, "the quota does not count the stored batches")
        self.assertEqual(dict(stored), senders.acknowledged)
        self.assertEqual(sessions, sum(senders.acknowledged.values()), "a batch counted twice")


class Resending(LiveCase):
    def test_a_batch_that_is_sent_again_counts_once(self):
        sample = self.init()
        server = self.serve(sample)
        events = batch(7)
        self.assertEqual(server.send(events).status, 202)
        server.kill()
        server = self.serve(sample)
        for _ in range(3):
            again = server.send(events)
            self.assertEqual((again.status, again.json), accepted_response(7))
        # Keys are UUIDs and are compared case-insensitively.
        upper = {**events, "batch": events["batch"].upper()}
        self.assertEqual(server.send(upper).status, 202)
        server.stop()
        database = sqlite3.connect(self.store)
        self.addCleanup(database.close)
        self.assertEqual(database.execute("SELECT count FROM event_batch").fetchall(), [(7,)])
        self.assertEqual(database.execute("SELECT sessions FROM build_use").fetchall(), [(7,)])


class Interrupted(LiveCase):
    """Commands that are killed while they write."""

    def timed(self, *arguments):
        """Runs a command; returns its output and its duration."""
        start = time.monotonic()
        run = self.command(*arguments)
        self.assertEqual(run.returncode, 0, f"LIVE_SEED={SEED}: {run.stderr}")
        return run.stdout, time.monotonic() - start

    def kill_within(self, seconds, rng, *arguments):
        """Starts a command that takes `seconds`, and kills it at 40 to 110 % of that time, when it
        writes."""
        process = subprocess.Popen(
            [BINARY, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        try:
            process.wait(rng.uniform(0.4 * seconds, 1.1 * seconds))
        except subprocess.TimeoutExpired:
            pass
        finally:
            process.kill()
            process.wait()

    def test_an_interrupted_init_is_completed_by_the_next_one(self):
        rng = random.Random(SEED)
        init = ("init", "--sample", "--json", "--store")
        _, seconds = self.timed(*init, f"sqlite:{self.store}")
        for attempt in range(10):
            store = self.folder / f"{attempt}.db"
            self.kill_within(seconds, rng, *init, f"sqlite:{store}")
            text, _ = self.timed(*init, f"sqlite:{store}", "--new-token")
            sample = json.loads(text)
            server = self.serve(sample, store=store)
            for environment, key in sample["sdkKeys"].items():
                verified_statement(server.envelope(environment).body, trusted_key(key))
            numbers = [release["number"] for release in server.releases()]
            self.assertEqual(numbers, [3, 2, 1], f"LIVE_SEED={SEED}")
            server.kill()

    def test_an_interrupted_rotation_leaves_the_old_or_the_new_key(self):
        rng = random.Random(SEED)
        sample = self.init()
        rotate = ("keys", "rotate", "--store", f"sqlite:{self.store}")
        _, seconds = self.timed(*rotate)
        for attempt in range(30):
            self.kill_within(seconds, rng, *rotate)
            if attempt % 3:
                continue
            server = self.serve(sample)
            chain = server.get("/v1/keys", bearer="")
            keys = verified_keys(chain.body, trusted_key(sample["sdkKeys"]["production"]))
            verified_statement(server.envelope().body, keys[-1])
            server.kill()
            present = [f"{key_id(keys[-1])}.key"]
            self.assertEqual(self.private_files(), present, "an old private key was left")
        self.timed(*rotate)
        self.assertEqual(len(self.private_files()), 1)

    def private_files(self):
        others = (
            "keys.json", "accounts.keys", "lock", "serving.lock", "issued", "floor.json")
        return sorted(
            name for name in os.listdir(f"{self.store}.keys") if name not in others)


if __name__ == "__main__":
    unittest.main()
