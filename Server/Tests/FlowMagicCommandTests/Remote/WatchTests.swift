import FlowCore
import Foundation
import Testing

@Suite struct WatchTests {
  private func lines(_ text: String) throws -> [JSON] {
    try text.split(separator: "\n").map { try JSON(parsing: String($0)) }
  }

  @Test func `each release is printed with its changes`() throws {
    let shop = try ServedShop()
    let watch = try shop.launch("watch")
    try watch.wait(for: "Live release: 3, by flowmagic init: Sample shop")
    #expect(
      try shop.run("reroute", "shop", "Home.login", "SignUp", "--note", "Try", "--yes").status == 0)
    try watch.wait(for: "New release: 4, by token init: Try")
    try watch.wait(for: "On “Home”, “login” now leads to “SignUp”; before, it led to")
    watch.interrupt()
    #expect(try watch.waitForExit() == 130)
  }

  @Test func `--json prints a line for each release, and --count stops`() throws {
    let shop = try ServedShop()
    let watch = try shop.launch("watch", "--json", "--count", "2", "--environment", "staging")
    try watch.wait(for: "\n")
    let reroute = ["reroute", "shop", "Home.login", "SignUp", "--environment", "staging", "--yes"]
    #expect(try shop.tool.run(reroute, environment: shop.environment).status == 0)
    #expect(try watch.waitForExit() == 0)
    let events = try lines(watch.output)
    #expect(events.map { $0["event"] } == ["current", "release"])
    #expect(events.map { $0["number"] } == [2, 4])
    #expect(events[0]["changes"] == [])
    #expect(events[0]["verified"]?.isNull == true, "there is no key to verify with")
    #expect(events[1]["application"] == "shop")
    #expect(events[1]["environment"] == "staging")
    #expect(events[1]["author"]?["name"] == "init")
    #expect(events[1]["changes"]?.array?.first?["kind"] == "destination-changed")
    for event in events { #expect(event["at"]?.string?.hasSuffix("Z") == true) }
  }

  @Test func `with an SDK key, no token is needed`() throws {
    let shop = try ServedShop()
    let key = try #require(shop.keys["production"])
    let watch = try shop.launch(
      "watch", "--app", "shop", "--key", key, "--server", shop.address, "--count", "1", "--json",
      environment: shop.baseEnvironment)
    #expect(try watch.waitForExit() == 0)
    let event = try #require(try lines(watch.output).first)
    #expect(event["verified"] == true)
    #expect(event["author"] == nil)
    let withoutApplication = try shop.tool.run(
      ["watch", "--key", key, "--server", shop.address], environment: shop.baseEnvironment)
    #expect(withoutApplication.status == 1)
    #expect(withoutApplication.err.contains("Set it with --app or FLOWMAGIC_APP."))
  }

  @Test func `a release signed with another key is rejected`() throws {
    let shop = try ServedShop()
    let other = try ServedShop()
    let key = try #require(shop.keys["production"]).prefix { $0 != "." }
    let trust = try #require(other.keys["production"]).drop { $0 != "." }
    let watch = try shop.launch("watch", "--app", "shop", "--key", "\(key)\(trust)", "--json")
    try watch.wait(for: "\n")
    let event = try #require(try lines(watch.output).first)
    #expect(event["event"] == "rejected")
    #expect(event["code"] == "signature-mismatch")
    let counted = try shop.launch(
      "watch", "--app", "shop", "--key", "\(key)\(trust)", "--json", "--count", "1")
    #expect(try counted.waitForExit() == 1)
    #expect(try lines(counted.output).map { $0["event"] } == ["rejected"])
    let truncatedKey = try shop.run("watch", "--app", "shop", "--key", String(key))
    #expect(truncatedKey.status == 1)
    #expect(truncatedKey.err.contains("Run `flowmagic keys list` to see complete keys."))
  }

  @Test func `attack: older releases and those of other environments are rejected`()
    throws
  {
    let shop = try ServedShop()
    let old = try shop.envelope("production")
    #expect(try shop.run("reroute", "shop", "Home.login", "SignUp", "--yes").status == 0)
    let releases = [try shop.envelope("production"), old, try shop.envelope("staging")]
    let events = releases.map { "event: release\ndata: \($0)\n\n" }.joined()
    let attacker = try StubServer(
      response: "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
        + events)
    let key = try #require(shop.keys["production"])
    let watch = try shop.launch(
      "watch", "--app", "shop", "--key", key, "--server", attacker.address, "--json",
      environment: shop.baseEnvironment)
    try watch.wait(for: "wrong-audience")
    watch.interrupt()
    _ = try watch.waitForExit()
    let printed = try lines(watch.output)
    #expect(printed.prefix(3).map { $0["event"] } == ["current", "rejected", "rejected"])
    #expect(printed.prefix(3).map { $0["number"] } == [4, nil, nil])
    #expect(printed[1]["code"] == "stale-release")
  }

  @Test func `a key rotation is followed`() throws {
    let shop = try ServedShop()
    let key = try #require(shop.keys["production"])
    shop.stop()
    #expect(try shop.tool.run("keys", "rotate", "--store", "sqlite:shop.db").status == 0)
    try shop.start()
    let watch = try shop.launch(
      "watch", "--app", "shop", "--key", key, "--count", "1", "--json")
    #expect(try watch.waitForExit() == 0)
    #expect(try lines(watch.output).first?["verified"] == true)
  }

  @Test func `watch reconnects after a restart and prints the next release`() throws {
    let shop = try ServedShop()
    let watch = try shop.launch("watch", "--json", "--count", "2")
    try watch.wait(for: "\"current\"")
    shop.stop()
    try watch.wait(for: "\"event\":\"disconnected\"")
    try shop.start()
    #expect(try shop.run("reroute", "shop", "Home.login", "SignUp", "--yes").status == 0)
    try watch.wait(for: "\"event\":\"release\"")
    #expect(try watch.waitForExit() == 0)
    let last = try #require(try lines(watch.output).last)
    #expect(last["number"] == 4)
    #expect(last["changes"]?.array?.count == 1)
  }

  @Test func `a key of another environment or a revoked key is an error`() throws {
    let shop = try ServedShop()
    let key = try #require(shop.keys["staging"])
    let wrong = try shop.run("watch", "--app", "shop", "--key", key)
    #expect(wrong.status == 1)
    #expect(wrong.err.contains("This key is for the environment"), "\(wrong.err)")
    #expect(try shop.run("keys", "revoke", key, "--yes").status == 0)
    let revoked = try shop.run(
      "watch", "--app", "shop", "--key", key, "--environment", "staging")
    #expect(revoked.status == 1)
    #expect(revoked.err.contains("error: "))
    let advice = "flowmagic keys create --app shop --environment staging"
    #expect(revoked.err.contains(advice) && !revoked.err.contains("Log in"), "\(revoked.err)")
    shop.stop()
    #expect(try shop.run("watch", "--app", "shop").err.contains("Cannot reach the server"))
  }
}
