import FlowCore
import Testing

/// Where remote commands get the server, token and application from, and which errors they report.
@Suite struct ConnectionTests {
  @Test func `options override the environment, which overrides the stored login`() throws {
    let shop = try ServedShop()
    let login = try shop.tool.run(
      ["login", "--server", shop.address, "--token", shop.token], environment: shop.baseEnvironment)
    #expect(login.status == 0, "\(login.err)")
    let unreachable = ["FLOWMAGIC_SERVER": "http://127.0.0.1:9", "FLOWMAGIC_TOKEN": shop.token]
    let environment = shop.baseEnvironment.merging(unreachable) { $1 }
    let fromEnvironment = try shop.tool.run(["app", "list"], environment: environment)
    #expect(fromEnvironment.status == 1)
    #expect(fromEnvironment.err.contains("Cannot reach the server http://127.0.0.1:9"))
    let fromOptions = try shop.tool.run(
      ["app", "list", "--server", shop.address], environment: environment)
    #expect(fromOptions.status == 0, "\(fromOptions.err)")
  }

  @Test func `an unreachable server is named with a fix`() throws {
    let shop = try ServedShop()
    shop.stop()
    let text = try shop.run("releases", "--app", "shop")
    #expect(text.status == 1)
    #expect(text.err.contains("error: Cannot reach the server \(shop.address)."))
    #expect(text.err.contains("  fix   Start it with `flowmagic serve`"))
    let json = try shop.json("releases", "--app", "shop", status: 1)
    #expect(json["error"]?["code"] == "unreachable")
    #expect(json["error"]?["fix"]?.string?.contains("FLOWMAGIC_SERVER") == true)
  }

  @Test(arguments: ["127.0.0.1:8080", "ftp://x", "http://", "http://a b", "http://u:p@host"])
  func `an invalid server URL is an error`(address: String) throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let result = try tool.run("app", "list", "--server", address, "--token", "fm_x")
    #expect(result.status == 1)
    #expect(result.err.contains("is not a valid server URL"))
  }

  @Test func `a token with a line break is refused`() throws {
    let shop = try ServedShop()
    let result = try shop.run("app", "list", "--token", "fm_x\r\nX-Evil: 1")
    #expect(result.status == 1)
    #expect(result.err.contains("The token contains a space or another invalid character."))
  }

  @Test func `an invalid token is reported with status 401`() throws {
    let shop = try ServedShop()
    let result = try shop.run("app", "list", "--token", "fm_nonsense")
    #expect(result.status == 1)
    #expect(result.err.contains("Log in with `flowmagic login`"))
    let json = try shop.json("app", "list", "--token", "fm_nonsense", status: 1)
    #expect(json["error"]?["code"] == "not-signed-in")
    #expect(json["error"]?["status"] == 401)
  }

  @Test func `a missing scope is named`() throws {
    let shop = try ServedShop()
    let reader = try shop.createToken("read")
    let error = try shop.json("app", "create", "x", "--token", reader, status: 1)["error"]
    #expect(error?["status"] == 403)
    #expect(error?["missingScope"] == "admin")
    let text = try shop.run("rollback", "1", "--app", "shop", "--yes", "--token", reader)
    #expect(text.status == 0, "no scope is needed if nothing changes: \(text.err)")
    try shop.tool.write(Fixtures.valid, to: "a.json")
    let push = try shop.run("push", "a.json", "--token", reader)
    #expect(push.status == 1)
    #expect(push.err.contains("This needs a token with the scope `draft`."))
    #expect(push.err.contains("with the scope `draft`, then run `flowmagic login`."))
  }

  @Test func `the application is only required if there are several`() throws {
    let shop = try ServedShop()
    #expect(try shop.json("releases")["application"] == "shop")
    #expect(try shop.run("app", "create", "travel").status == 0)
    let ambiguous = try shop.run("releases")
    #expect(ambiguous.status == 1)
    #expect(ambiguous.err.contains("There are several applications: shop, travel."))
    let listed = try shop.run("releases", environment: ["FLOWMAGIC_APP": "travel"])
    #expect(listed.out == "travel has no releases yet.\n")
    let option = try shop.run(
      "releases", "--app", "shop", environment: ["FLOWMAGIC_APP": "travel"])
    #expect(option.out.contains("production"))
  }

  @Test func `an unknown application is reported with a fix`() throws {
    let shop = try ServedShop()
    for name in ["nothing", "../../healthz", "a/b", ""] {
      let result = try shop.run("releases", "--app", name)
      #expect(result.status == 1, "\(name)")
      #expect(result.err.hasPrefix("error: "), "\(result.err)")
    }
    let error = try shop.json("releases", "--app", "nothing", status: 1)["error"]
    #expect(error?["code"] == "unknown-application")
    #expect(error?["fix"]?.string?.contains("flowmagic app list") == true)
  }

  @Test func `the environment is that of the app's SDK key, or of the token`() throws {
    let shop = try ServedShop()
    let key = try #require(shop.keys["development"])
    let byKey = try shop.run(
      "reroute", "shop", "Home.login", "SignUp", "--yes", environment: ["FLOWMAGIC_KEY": key])
    #expect(byKey.out.contains("to development"), "\(byKey.out)\(byKey.err)")
    let byOption = try shop.run(
      "reroute", "shop", "Home.login", "SignUp", "--yes", "--environment", "staging",
      environment: ["FLOWMAGIC_KEY": key])
    #expect(byOption.out.contains("to staging"), "\(byOption.out)\(byOption.err)")
    let token = try shop.json(
      "token", "create", "CI", "--scope", "publish", "--app", "shop", "--environment", "staging")
    let byToken = try shop.run(
      "reroute", "shop", "Home.login", "RandomPage", "--yes",
      environment: ["FLOWMAGIC_TOKEN": try #require(token["token"]?.string)])
    #expect(byToken.out.contains("to staging"), "\(byToken.out)\(byToken.err)")
    let other = try shop.run(
      "reroute", "shop", "Home.login", "SignUp", "--yes",
      environment: ["FLOWMAGIC_KEY": "pk_other"])
    #expect(other.status == 1)
    #expect(other.err.contains("FLOWMAGIC_KEY is not an SDK key of shop."), "\(other.err)")
  }

  @Test func `an unknown environment is reported with the available ones`() throws {
    let shop = try ServedShop()
    let error = try shop.json("watch", "--environment", "nowhere", status: 1)["error"]
    #expect(error?["code"] == "unknown-environment")
    #expect(error?["fix"] == "Available environments: development, staging, production.")
  }
}
