"""The legacy API of the first Flow Magic, as its documentation describes it."""

import json

from support import APP, LiveCase

ROUTES = ["/applications/acme", "/applications?companyName=acme", "/applications/shop/screenFlow",
          "/applications/shop/screens", "/applications/shop/nodesInfo"]


class LegacyAPI(LiveCase):
    def setUp(self):
        super().setUp()
        self.server = self.serve_sample()

    def assert_failure(self, response, status):
        self.assertEqual(response.status, status, response)
        self.assertEqual(response.headers["Content-Type"], "application/json")
        self.assertEqual(response.json["status"], "Failure")
        self.assertTrue(response.json["message"])

    def publish_legacy_flow(self):
        """Publishes a flow that the Flow Magic format can represent."""
        body = {"id": "shop", "screenFlow": [
            {"screenName": "Home", "portName": f"Home.{port}", "destinationView": view}
            for port, view in (("login", "Login"), ("signUp", "Login"),
                               ("forgotPassword", "Login"), ("randomPage", "RandomPage"))] + [
            {"screenName": "Login", "portName": "Login.login", "destinationView": "Home"},
            {"screenName": "Login", "portName": "Login.forgotPassword", "destinationView": "Home"},
            {"screenName": "RandomPage", "portName": "RandomPage.home", "destinationView": "Home"}]}
        response = self.server.call(
            "POST", f"{APP}/environments/production/releases",
            {"document": body, "acceptWarnings": True})
        self.assertEqual(response.status, 201, response)
        return body

    def test_a_company_is_found_by_its_id_or_name_ignoring_case(self):
        for name in ("acme", "Acme", "ACME"):
            for path in (f"/applications/{name}", f"/applications?companyName={name}"):
                response = self.server.get(path)
                self.assertEqual(response.status, 200, response)
                shop = [{"id": "shop", "applicationName": "Shop"}]
                self.assertEqual(response.json, {
                    "companyName": "Acme", "applications": shop, "applicationsData": shop})

    def test_every_route_requires_a_token(self):
        key = self.server.sample["sdkKeys"]["production"]
        for bearer in ("", "fm_0000000000000000_" + "0" * 43, "nonsense", key):
            for path in ROUTES:
                if (bearer, path) != (key, ROUTES[2]):
                    self.assert_failure(self.server.get(path, bearer=bearer), 401)
            put = self.server.call("PUT", "/applications/shop/screenFlow", {}, bearer=bearer)
            self.assert_failure(put, 401)

    def test_an_unknown_company_or_application_is_400(self):
        for path in ("/applications/nobody", "/applications?companyName=nobody", "/applications",
                     "/applications/nothing/screenFlow", "/applications/nothing/screens",
                     "/applications/nothing/nodesInfo"):
            self.assert_failure(self.server.get(path), 400)
        put = self.server.call("PUT", "/applications/nothing/screenFlow", {})
        self.assert_failure(put, 400)

    def test_a_changed_screen_flow_is_published(self):
        self.publish_legacy_flow()
        before = self.server.get("/applications/shop/screenFlow")
        self.assertEqual(before.status, 200, before)
        flow = before.json
        self.assertRegex(flow["lastUpdatedOn"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        login = next(item for item in flow["screenFlow"] if item["portName"] == "Home.login")
        self.assertEqual(login["destinationView"], "Login")
        login["destinationView"] = "RandomPage"
        number = self.server.releases()[0]["number"]

        after = self.server.call("PUT", "/applications/shop/screenFlow", flow)

        self.assertEqual(after.status, 200, after)
        self.assertEqual(after.json["screenFlow"], flow["screenFlow"])
        self.assertEqual(after.json["id"], "shop")
        again = self.server.get("/applications/shop/screenFlow")
        self.assertEqual(again.json, after.json)
        newest = self.server.releases()[0]
        self.assertEqual((newest["number"], newest["environment"]), (number + 1, "production"))
        self.assertIn('\\"login\\":[{\\"to\\":\\"RandomPage\\"}]',
                      self.server.envelope().body.decode())

    def test_a_flow_with_errors_gives_findings_and_changes_nothing(self):
        flow = self.publish_legacy_flow()
        before = self.server.get("/applications/shop/screenFlow").json
        flow["screenFlow"][0]["destinationView"] = "Nowhere"
        response = self.server.call("PUT", "/applications/shop/screenFlow", flow)
        self.assert_failure(response, 422)
        self.assertTrue(response.json["findings"])
        self.assertEqual(self.server.get("/applications/shop/screenFlow").json, before)

    def test_an_app_reads_its_screen_flow_with_its_key(self):
        flow = self.publish_legacy_flow()
        key = self.server.sample["sdkKeys"]["production"]
        response = self.server.get("/applications/shop/screenFlow", bearer=key)
        self.assertEqual(response.status, 200, response)
        # The rows of a screen have no order.
        self.assertCountEqual(response.json["screenFlow"], flow["screenFlow"])

    def test_a_change_that_would_strand_users_is_rejected_and_nothing_is_changed(self):
        self.publish_legacy_flow()
        before = self.server.get("/applications/shop/screenFlow").json
        empty = self.server.call(
            "PUT", "/applications/shop/screenFlow", {"id": "shop", "screenFlow": []})
        self.assert_failure(empty, 422)
        shorter = {**before, "screenFlow": before["screenFlow"][:-1]}
        refused = self.server.call("PUT", "/applications/shop/screenFlow", shorter)
        self.assert_failure(refused, 409)
        self.assertEqual(refused.json["code"], "warnings")
        self.assertEqual(self.server.get("/applications/shop/screenFlow").json, before)

    def test_an_invalid_screen_flow_is_400(self):
        for body in (b"", b"{", b"[]", b'{"id": "shop"}', b'{"id": "shop", "screenFlow": 1}'):
            response = self.server.call("PUT", "/applications/shop/screenFlow", body)
            self.assert_failure(response, 400)

    def test_parts_that_the_format_cannot_represent_are_kept(self):
        # The sample has content and two flows.
        flow = self.server.get("/applications/shop/screenFlow").json
        self.assertTrue(flow["losses"])
        before = json.loads(self.server.envelope().json["document"])
        row = next(row for row in flow["screenFlow"] if row["portName"] == "Home.login")
        row["destinationView"] = "ForgotPassword"
        response = self.server.call("PUT", "/applications/shop/screenFlow", flow)
        self.assertEqual(response.status, 200, response)
        after = json.loads(self.server.envelope().json["document"])
        home = next(step for step in before["flows"][0]["steps"] if step["id"] == "Home")
        home["ports"]["login"] = [{"to": "ForgotPassword"}]
        self.assertEqual(after["flows"], before["flows"])

    def test_screens_and_nodes_come_from_the_manifest(self):
        screens = {screen["screenName"]: screen
                   for screen in self.server.get("/applications/shop/screens").json}
        self.assertEqual(screens["Home"], {
            "screenName": "Home", "view": "Home",
            "portNames": ["Home.login", "Home.signUp", "Home.forgotPassword", "Home.randomPage"]})
        nodes = self.server.get("/applications/shop/nodesInfo").json
        for node in nodes:
            self.assertEqual(set(node), {"id", "position", "data"})
            self.assertEqual(set(node["position"]), {"x", "y"})
            self.assertEqual(set(node["data"]), {"label", "screenName", "portNames"})
        home = next(node for node in nodes if node["id"] == "Home")
        self.assertEqual(home["position"], {"x": 0, "y": 0})
        self.assertEqual(home["data"]["portNames"], screens["Home"]["portNames"])
        self.assertEqual({node["data"]["screenName"] for node in nodes}, set(screens))
        positions = [(node["position"]["x"], node["position"]["y"]) for node in nodes]
        self.assertEqual(len(positions), len(set(positions)), "two nodes have the same position")

    def test_a_read_token_cannot_change_anything(self):
        token = self.server.call("POST", "/v1/tokens", {"name": "CI", "scopes": ["read"]}).json
        self.assertEqual(self.server.get(ROUTES[2], bearer=token["token"]).status, 200)
        put = self.server.call(
            "PUT", "/applications/shop/screenFlow", {}, bearer=token["token"])
        self.assert_failure(put, 403)
