"""Recipients report invitations; the operator sees it in the log, in metrics and in commands."""

import json
import re
import unittest
from urllib.parse import urlencode

from support import LiveCase


class UnwantedInvitations(LiveCase):
    def invite(self, address):
        return self.server.call(
            "POST", "/v1/organizations/acme/invitations", {"email": address, "role": "viewer"})

    def report(self, link):
        """Opens the page that reports an invitation, and presses its button."""
        path = link[link.index("/account"):].replace("?", "/report?")
        page = self.server.get(path, bearer="")
        self.assertEqual(page.status, 200, page)
        cookies = "; ".join(
            cookie.split(";")[0] for cookie in page.headers.get_all("Set-Cookie") or [])
        token = re.search(rb'name="token" value="([^"]+)"', page.body)[1].decode()
        form = urlencode({"link": link.split("=")[-1], "token": token}).encode()
        response = self.server.call(
            "POST", "/account/invitation/report", form, bearer="",
            headers={"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"})
        self.assertEqual(response.status, 303, response)

    def run_org(self, *arguments):
        run = self.command("org", *arguments, "--store", f"sqlite:{self.store}", "--json")
        self.assertEqual(run.returncode, 0, run.stderr)
        result = json.loads(run.stdout)
        # No server uses the store at this point.
        self.assertIs(result.pop("inServer"), False)
        return result

    def test_reports_end_invitations_until_the_operator_allows_them(self):
        sample = self.init()
        limits = {"FLOWMAGIC_REPORTS_TO_BLOCK": "2"}
        self.server = self.serve(sample, environment=limits)
        for number in (1, 2):
            self.report(self.invite(f"victim{number}@example.org").json["link"])
        self.assert_problem(self.invite("other@example.org"), 403, "invitations-blocked")
        metrics = self.server.get("/metrics").body.decode()
        self.assertIn("\nflowmagic_organizations_blocked 1\n", metrics)
        self.assertIn("\nflowmagic_invitation_reports 2\n", metrics)
        # An organization's owners see that it was reported.
        audit = self.server.get("/v1/audit").json["entries"]
        actions = [entry["action"] for entry in audit]
        self.assertEqual(actions.count("invitation.reported"), 2)
        self.assertIn("organization.invitations-blocked", actions)
        self.assertEqual(self.server.stop(), 0)
        warning = [json.loads(line) for line in self.server.log_text().splitlines()
                   if "can send no more invitations" in line]
        self.assertEqual([(entry["level"], entry["organization"]) for entry in warning],
                         [("warning", "acme")], warning)

        # The command reads the limit from the same variable as the server.
        run = self.command("org", "reports", "--store", f"sqlite:{self.store}", "--json",
                           env={**limits})
        self.assertEqual(json.loads(run.stdout), {"inServer": False, "organizations": [
            {"id": "acme", "name": "Acme", "reports": 2, "blocked": True}]}, run.stderr)
        self.assertEqual(self.run_org("allow-invitations", "acme"), {"id": "acme", "reports": 2})
        self.assertEqual(self.run_org("allow-invitations", "acme"), {"id": "acme", "reports": 0})
        self.assertEqual(self.run_org("reports"), {"organizations": []})

        self.server = self.serve(sample, environment=limits)
        self.assertEqual(self.invite("other@example.org").status, 201)
        self.assert_problem(self.invite("victim1@example.org"), 403, "invitation-refused")
        self.server.stop()
        self.run_org("allow-invitations", "acme", "--address", "Victim1@example.org")
        self.server = self.serve(sample, environment=limits)
        self.assertEqual(self.invite("victim1@example.org").status, 201)


if __name__ == "__main__":
    unittest.main()
