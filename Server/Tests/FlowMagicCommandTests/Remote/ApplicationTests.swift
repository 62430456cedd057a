import FlowCore
import Testing

@Suite struct ApplicationTests {
  @Test func `an application is created with its environments and listed`() throws {
    let shop = try ServedShop()
    let created = try shop.json("app", "create", "travel", "--name", "Travel & more")
    #expect(created["id"] == "travel")
    #expect(created["name"] == "Travel & more")
    #expect(
      created["environments"] == [
        ["name": "development", "current": .null, "followable": true],
        ["name": "staging", "current": .null, "followable": true],
        ["name": "production", "current": .null, "followable": false],
      ])
    let customEnvironments = try shop.run(
      "app", "create", "bank", "--environment", "test", "--environment", "live")
    #expect(customEnvironments.status == 0, "\(customEnvironments.err)")
    #expect(customEnvironments.out.contains("Created the application bank with test and live."))
    let list = try shop.json("app", "list")["applications"]?.array
    #expect(list?.compactMap { $0["id"]?.string } == ["bank", "shop", "travel"])
    #expect(try shop.run("app", "list").out.contains("shop    Shop           development: release"))
  }

  @Test func `a taken or invalid id is an error`() throws {
    let shop = try ServedShop()
    let taken = try shop.json("app", "create", "shop", status: 1)["error"]
    #expect(taken?["code"] == "already-exists")
    #expect(taken?["status"] == 409)
    let invalid = try shop.run("app", "create", "My Shop")
    #expect(invalid.status == 1)
    #expect(invalid.err.contains("lower-case letters"))
  }

  @Test func `uploading a manifest a second time changes nothing`() throws {
    let shop = try ServedShop()
    try shop.tool.write(
      #"{"schema": 1, "platform": "web", "version": "1.0", "build": "7", "screens": []}"#,
      to: "web.json")
    let first = try shop.json("manifest", "push", "web.json", "--app", "shop")
    #expect(first["isNew"] == true)
    #expect(first["platform"] == "web")
    #expect(first["build"] == "7")
    #expect(first["application"] == "shop")
    let second = try shop.run("manifest", "push", "web.json")
    #expect(second.status == 0)
    #expect(second.out.contains("No changes: shop already has this manifest of web 1.0 7."))
  }

  @Test func `the manifests of builds are listed, the newest first`() throws {
    let shop = try ServedShop()
    try shop.tool.write(
      #"{"schema": 1, "platform": "web", "version": "1.0", "build": "7", "screens": []}"#,
      to: "web.json")
    #expect(try shop.run("manifest", "push", "web.json").status == 0)
    let list = try shop.json("manifest", "list", "--limit", "1")
    #expect(list["application"] == "shop")
    #expect(list["more"] == true)
    #expect(list["manifests"]?.array?.map { $0["platform"] } == ["web"])
    let text = try shop.run("manifest", "list").out
    #expect(text.contains("web       1.0      7      0"), "\(text)")
    #expect(text.contains("terminal  1.0.0    1      "), "\(text)")
  }

  @Test func `pushing a document as a manifest is an error, and a syntax error has its line`()
    throws
  {
    let shop = try ServedShop()
    try shop.tool.write(Fixtures.valid, to: "flows.json")
    let documentAsManifest = try shop.run("manifest", "push", "flows.json")
    #expect(documentAsManifest.status == 1)
    #expect(documentAsManifest.err.contains("This file is a document, not a manifest"))
    let broken = try shop.run("manifest", "push", "-", input: "{\"schema\": 1,\n \"screens\": [}")
    #expect(broken.status == 1)
    #expect(broken.err.hasPrefix("standard input:2:14: error: "))
  }
}
