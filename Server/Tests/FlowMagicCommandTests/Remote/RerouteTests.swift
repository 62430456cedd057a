import FlowCore
import Testing

@Suite struct RerouteTests {
  @Test func `a port is rerouted and published`() throws {
    let shop = try ServedShop()
    let result = try shop.run("reroute", "shop", "Home.login", "SignUp", "--yes")
    #expect(result.status == 0, "\(result.err)")
    #expect(
      result.out.contains("~ On “Home”, “login” now leads to “SignUp”; before, it led to “Login”."))
    #expect(
      result.out.contains(/\+ Published release 4 of shop to production in [0-9.]+ m?s\./))
    #expect(try shop.currentDocument() == (try shop.document(loginTo: "SignUp")) + "\n")
    let second = try shop.run("reroute", "shop", "Home.login", "SignUp", "--yes")
    #expect(second.status == 0)
    #expect(second.out.contains("No changes: “Home.login” already leads there in release 4."))
    #expect(second.out.contains("publish --republish --app shop --environment production`"))
  }

  @Test func `--json has the release and its changes, and null without a draft`() throws {
    let shop = try ServedShop()
    let json = try shop.json(
      "reroute", "shop", "Home.login", "finish:left", "--environment", "staging", "--note", "Out",
      "--yes", "--accept-warnings")
    #expect(json["published"] == true)
    #expect(json["environment"] == "staging")
    #expect(json["release"]?["number"] == 4)
    #expect(json["release"]?["note"] == "Out")
    #expect(json["changes"]?.array?.first?["kind"] == "destination-changed")
    #expect(json["draft"]?.isNull == true)
    #expect((json["milliseconds"]?.number?.int ?? 0) >= 1)
  }

  @Test func `the draft gets the same change, and its other changes stay unpublished`() throws {
    let shop = try ServedShop()
    var draft = try FlowDocument(parsing: try shop.currentDocument())
    draft.flows[0].steps[0].content = ["title": "Not yet"]
    try shop.tool.write(draft.json.text(.pretty), to: "draft.json")
    #expect(try shop.run("push", "draft.json").status == 0)
    let result = try shop.run("reroute", "shop", "Home.login", "SignUp", "--yes")
    #expect(result.status == 0, "\(result.err)")
    #expect(result.out.contains("Made the same change in the draft: revision 2."))
    #expect(try !shop.currentDocument().contains("Not yet"))
    let diff = try shop.run("diff", "--app", "shop", "production", "draft")
    #expect(diff.out.contains("1 change."))
    #expect(diff.out.contains("“Home”"))
  }

  @Test func `a draft keeps the Flow Magic format`() throws {
    let shop = try ServedShop()
    #expect(try shop.run("app", "create", "report").status == 0)
    let entries = [("Home", "In", "Login"), ("Home", "Up", "SignUp"), ("Login", "Back", "Home")].map
    {
      #"{"screenName": "\#($0)", "portName": "\#($0).\#($1)", "destinationView": "\#($2)"}"#
    }
    let document = #"{"id": "report", "screenFlow": [\#(entries.joined(separator: ", "))]}"#
    try shop.tool.write(document, to: "report.json")
    let publish = ["publish", "report.json", "--app", "report", "--yes", "--accept-warnings"]
    #expect(try shop.tool.run(publish, environment: shop.environment).status == 0)
    #expect(try shop.run("push", "report.json", "--app", "report").status == 0)
    let json = try shop.json("reroute", "report", "Login.Back", "SignUp", "--yes")
    #expect(json["draft"] == 2)
    let draft = try JSON(parsing: try shop.run("pull", "--app", "report").out)
    #expect(draft["screenFlow"]?.array?.last?["destinationView"] == "SignUp")
  }

  @Test func `conditional routes are removed unless --keep-conditions is given`() throws {
    let shop = try ServedShop()
    let routes = [
      Route(
        when: ["country": "DE"],
        target: .destination(Destination(.step("ForgotPassword"), style: .sheet))),
      Route(target: .destination(Destination(.step("Login"), style: .cover))),
    ]
    try shop.tool.write(try shop.document(loginRoutes: routes), to: "shop.json")
    let publish = ["publish", "shop.json", "--yes", "--accept-warnings"]
    #expect(try shop.tool.run(publish, environment: shop.environment).status == 0)
    #expect(
      try shop.run("reroute", "shop", "Home.login", "SignUp", "--keep-conditions", "--yes").status
        == 0)
    var expected = routes
    expected[1].target = .destination(Destination(.step("SignUp"), style: .cover))
    #expect(try shop.currentDocument() == (try shop.document(loginRoutes: expected)) + "\n")
    #expect(try shop.run("reroute", "shop", "Home.login", "SignUp", "--yes").status == 0)
    #expect(try shop.currentDocument() == (try shop.document(loginRoutes: [expected[1]])) + "\n")
  }

  @Test func `an unknown port, step, flow or destination is reported, and nothing is published`()
    throws
  {
    let shop = try ServedShop()
    let port = try shop.run("reroute", "shop", "Home.logn", "SignUp", "--yes")
    #expect(port.status == 1)
    #expect(port.err.contains("error: The step “Home” has no port “logn”."))
    #expect(port.err.contains("Available: forgotPassword, login, randomPage and signUp."))
    let step = try shop.run("reroute", "shop", "Home.login", "Sinup", "--yes")
    #expect(step.status == 1)
    #expect(step.err.contains("error: The flow “shop” has no step “Sinup”."))
    #expect(step.err.contains("finish:OUTCOME to end the flow"))
    let error = try shop.json("reroute", "shop", "Nobody", "SignUp", "--yes", status: 1)["error"]
    #expect(error?["code"] == "unknown-port")
    let flow = try shop.json(
      "reroute", "shop", "Home.login", "SignUp", "--flow", "x", "--yes", status: 1)["error"]
    #expect(flow?["code"] == "unknown-flow")
    let entered = try shop.json(
      "reroute", "shop", "Home.login", "flow:x", "--yes", status: 1)["error"]
    #expect(entered?["code"] == "unknown-destination")
    #expect(try shop.json("releases")["releases"]?.array?.count == 3)
  }

  @Test func `a declared port without routes can be routed`() throws {
    let shop = try ServedShop()
    var document = try FlowDocument(parsing: try shop.currentDocument())
    document.flows[0].steps[0].ports.removeAll { $0.name == "signUp" }
    try shop.tool.write(document.json.text(.pretty), to: "shop.json")
    // In production a port that leads nowhere is an error, so publishing needs a reason.
    let publish = ["publish", "shop.json", "--yes", "--override", "Signing up is closed"]
    let published = try shop.tool.run(publish, environment: shop.environment)
    #expect(published.status == 0, "\(published.err)")
    // The port led nowhere, so users stayed on the step; now the flow loops forever.
    let json = try shop.json(
      "reroute", "shop", "Home.signUp", "SignUp", "--yes", "--accept-warnings")
    #expect(json["changes"]?.array?.first?["kind"] == "port-added")
  }

  @Test func `a new warning must be accepted`() throws {
    let shop = try ServedShop()
    let warned = try shop.run("reroute", "shop", "ForgotPassword.usePhone", "Home", "--yes")
    #expect(warned.status == 1)
    #expect(warned.out.contains("[unreachable-step]"), "\(warned.out)")
    #expect(!warned.out.contains("[flow-never-ends]"), "the current release has this warning")
    #expect(warned.err.contains("--accept-warnings"))
    let accepted = try shop.run(
      "reroute", "shop", "ForgotPassword.usePhone", "Home", "--yes", "--accept-warnings")
    #expect(accepted.status == 0, "\(accepted.err)")
  }

  @Test func `--flow is required if several flows have the step`() throws {
    let shop = try ServedShop()
    #expect(try shop.run("app", "create", "two").status == 0)
    let flows = ["a", "b"].map {
      #"{"id": "\#($0)", "start": "s.t", "steps": [{"id": "s.t", "screen": "S", "ports": "#
        + #"{"next": [{"finish": "x"}]}}]}"#
    }
    let text = #"{"schema": 1, "flows": [\#(flows.joined(separator: ", "))]}"#
    try shop.tool.write(text, to: "two.json")
    let publish = ["publish", "two.json", "--app", "two", "--yes", "--accept-warnings"]
    #expect(try shop.tool.run(publish, environment: shop.environment).status == 0)
    let reroute = ["reroute", "two", "s.t.next", "finish:y", "--yes", "--accept-warnings"]
    let ambiguous = try shop.tool.run(reroute, environment: shop.environment)
    #expect(ambiguous.status == 1)
    #expect(ambiguous.err.contains("Several flows have the port “s.t.next”."))
    let result = try shop.tool.run(reroute + ["--flow", "b"], environment: shop.environment)
    #expect(result.status == 0, "\(result.err)")
    #expect(result.out.contains("Flow b\n"))
  }

  @Test func `without a release, there is nothing to reroute`() throws {
    let shop = try ServedShop()
    #expect(try shop.run("app", "create", "new").status == 0)
    let error = try shop.json("reroute", "new", "A.b", "C", "--yes", status: 1)["error"]
    #expect(error?["code"] == "no-release")
  }
}
