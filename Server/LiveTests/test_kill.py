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

from envelopes import followed, key_id, trusted, verified
from support import APP, BINARY, TIMEOUT, LiveCase, accepted, batch, wait_for

SEED = int(os.environ.get("LIVE_SEED") or random.randrange(1 << 32))
PUBLISHES = 200
KILLS = 20
LOST = (OSError, http.client.HTTPException)


class Site:
    """A server that is killed and restarted while clients use it."""

    def __init__(self, case, sample):
        self.case, self.sample = case, sample
        self.server = case.serve(sample)
        self.open = threading.Event()
        self.open.set()
        self.lock = threading.Lock()
        self.answers = 0

    def send(self, request):
        """Sends a request; None if there was no response, even if the server handled it."""
        self.open.wait(TIMEOUT)
        try:
            response = request(self.server)
        except LOST:
            return None
        with self.lock:
            self.answers += 1
        return response

    def kill(self):
        self.open.clear()
        self.server.kill()

    def start(self):
        self.server = self.case.serve(self.sample)


class Publishers:
    """Publishes from several threads until `count` releases were acknowledged."""

    def __init__(self, site, count):
        self.site, self.count = site, count
        self.lock = threading.Lock()
        self.acknowledged, self.lost, self.refused = {}, set(), []

    def run(self, environment):
        while True:
            with self.lock:
                if len(self.acknowledged) >= self.count or self.refused:
                    return
            note = str(uuid.uuid4())
            response = self.site.send(lambda server, note=note: server.publish(note, environment))
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
            return max((number for number, (_, place) in self.acknowledged.items()
                        if place == environment), default=0)


class Senders:
    """Sends batches like the SDK: without a response, a batch is sent again with the same key."""

    def __init__(self, site):
        self.site = site
        self.lock = threading.Lock()
        self.acknowledged, self.again, self.refused = {}, 0, []
        self.is_done = False

    def run(self, chance):
        while not self.is_done and not self.refused:
            events = batch(chance.randint(1, 20))
            # Sometimes sends a batch again although it was acknowledged.
            copies = 2 if chance.random() < 0.2 else 1
            while copies:
                response = self.site.send(lambda server, events=events: server.send(events))
                with self.lock:
                    if response is None:
                        self.again += 1
                        continue
                    if (response.status, response.json) != accepted(len(events["events"])):
                        self.refused.append(response)
                        return
                    self.acknowledged[events["batch"]] = len(events["events"])
                copies -= 1


class Kill(LiveCase):
    def test_acknowledged_writes_survive_kill_9_at_random_moments(self):
        chance = random.Random(SEED)
        site = Site(self, self.init())
        publishers, senders = Publishers(site, PUBLISHES), Senders(site)
        threads = [threading.Thread(target=publishers.run, args=(place,), daemon=True)
                   for place in ("production", "production", "staging")]
        chances = [random.Random(SEED + number) for number in (1, 2)]
        sending = [threading.Thread(target=senders.run, args=(each,), daemon=True)
                   for each in chances]
        for thread in threads + sending:
            thread.start()

        try:
            self.kill_repeatedly(site, publishers, senders, chance, threads)
        except BaseException as error:
            error.add_note(f"LIVE_SEED={SEED} repeats this run")
            raise
        finally:
            senders.is_done = True
            site.open.set()
        for thread in threads + sending:
            thread.join(TIMEOUT)
        self.assertFalse(publishers.refused + senders.refused)
        self.check_releases(site.server, publishers)
        self.assertEqual(site.server.stop(), 0)
        self.check_events(senders)
        print(f"seed {SEED}: {KILLS} kills, {len(publishers.acknowledged)} publishes and "
              f"{len(senders.acknowledged)} batches acknowledged, {len(publishers.lost)} and "
              f"{senders.again} responses lost")

    def kill_repeatedly(self, site, publishers, senders, chance, threads):
        issued = {"production": 0, "staging": 0}
        for _ in range(KILLS):
            wanted = site.answers + chance.randint(5, 30)
            wait_for(
                lambda wanted=wanted:
                    site.answers >= wanted or publishers.refused or senders.refused,
                "the server to answer")
            # A random moment within a request.
            time.sleep(chance.uniform(0, 0.05))
            site.kill()
            self.check_file()
            newest = {place: publishers.newest(place) for place in issued}
            site.start()
            for place, number in issued.items():
                issued[place] = self.check_envelope(site.server, place, newest[place], number)
            site.open.set()
        wait_for(lambda: not any(thread.is_alive() for thread in threads), "all publishes", 120)

    def check_file(self):
        """Checks a copy of the database and its log after the kill."""
        with tempfile.TemporaryDirectory() as folder:
            for end in ("", "-wal"):
                if os.path.exists(f"{self.store}{end}"):
                    shutil.copy(f"{self.store}{end}", f"{folder}/copy{end}")
            self.assert_sound(f"{folder}/copy")

    def assert_sound(self, path):
        database = sqlite3.connect(path)
        try:
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
            self.assertEqual(database.execute("PRAGMA foreign_key_check").fetchall(), [])
        finally:
            database.close()

    def check_envelope(self, server, place, newest, issued):
        """Checks what apps receive after a restart: the newest release with a newer statement."""
        statement = verified(
            server.envelope(place).body, trusted(server.sample["sdkKeys"][place]))
        listed = server.get(f"{APP}/releases?environment={place}&limit=1").json["releases"][0]
        self.assertEqual(statement["environment"], place)
        self.assertEqual(statement["number"], listed["number"])
        self.assertGreaterEqual(statement["number"], newest)
        self.assertGreater(statement["issued"], issued)
        return statement["issued"]

    def check_releases(self, server, publishers):
        releases = server.releases()
        numbers = [release["number"] for release in releases]
        self.assertEqual(numbers, list(range(len(numbers), 0, -1)), "a missing or repeated number")
        # The first three are the sample's.
        found = {release["number"]: (release["note"], release["environment"])
                 for release in releases if release["number"] > 3}
        for number, published in publishers.acknowledged.items():
            self.assertEqual(found.get(number), published, f"release {number}")
        others = [note for number, (note, _) in found.items()
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
        self.assertEqual(volume, bodies, "the quota does not count what is there")
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
            self.assertEqual((again.status, again.json), accepted(7))
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
        begin = time.monotonic()
        run = self.command(*arguments)
        self.assertEqual(run.returncode, 0, f"LIVE_SEED={SEED}: {run.stderr}")
        return run.stdout, time.monotonic() - begin

    def kill_within(self, seconds, chance, *arguments):
        """Starts a command and kills it at a random moment of its second half, when it writes."""
        process = subprocess.Popen(
            [BINARY, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        try:
            process.wait(chance.uniform(0.4 * seconds, 1.1 * seconds))
        except subprocess.TimeoutExpired:
            pass
        finally:
            process.kill()
            process.wait()

    def test_an_interrupted_init_is_completed_by_the_next_one(self):
        chance = random.Random(SEED)
        init = ("init", "--sample", "--json", "--store")
        _, seconds = self.timed(*init, f"sqlite:{self.store}")
        for attempt in range(10):
            store = self.folder / f"{attempt}.db"
            self.kill_within(seconds, chance, *init, f"sqlite:{store}")
            text, _ = self.timed(*init, f"sqlite:{store}", "--new-token")
            sample = json.loads(text)
            server = self.serve(sample, store=store)
            for place, key in sample["sdkKeys"].items():
                verified(server.envelope(place).body, trusted(key))
            numbers = [release["number"] for release in server.releases()]
            self.assertEqual(numbers, [3, 2, 1], f"LIVE_SEED={SEED}")
            server.kill()

    def test_an_interrupted_rotation_leaves_the_old_or_the_new_key(self):
        chance = random.Random(SEED)
        sample = self.init()
        rotate = ("keys", "rotate", "--store", f"sqlite:{self.store}")
        _, seconds = self.timed(*rotate)
        for attempt in range(30):
            self.kill_within(seconds, chance, *rotate)
            if attempt % 3:
                continue
            server = self.serve(sample)
            keys = followed(
                server.get("/v1/keys", bearer="").body, trusted(sample["sdkKeys"]["production"]))
            verified(server.envelope().body, keys[-1])
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
