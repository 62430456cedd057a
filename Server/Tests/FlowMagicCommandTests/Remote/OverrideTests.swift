import FlowCore
import Testing

/// Publishing despite a build in use that is incompatible with the release.
@Suite struct OverrideTests {
  /// Declares a newest build with none of the shop's screens, so that every step has an error.
  private func declareIncompatibleBuild(_ shop: ServedShop) throws {
    try shop.tool.write(
      #"""
      {"schema": 1, "platform": "tv", "version": "1.0", "build": "7",
       "screens": [{"name": "Other", "ports": ["next"]}]}
      """#, to: "tv.json")
    #expect(try shop.run("manifest", "push", "tv.json").status == 0)
    try shop.tool.write(try shop.document(loginTo: "SignUp"), to: "shop.json")
  }

  @Test func `a reason overrides errors for builds in use, but not errors of the flows`() throws {
    let shop = try ServedShop()
    try declareIncompatibleBuild(shop)
    let refused = try shop.run("publish", "shop.json", "--yes", "--accept-warnings")
    #expect(refused.status == 1)
    #expect(refused.err.contains("--override REASON"), "\(refused.err)")
    let published = try shop.run("publish", "shop.json", "--yes", "--override", "No TV is sold")
    #expect(published.status == 0, "\(published.err)")
    #expect(try shop.run("audit", "--json").out.contains("No TV is sold"))
    try shop.tool.write(try shop.document(loginTo: "Nowhere"), to: "shop.json")
    let broken = try shop.json(
      "publish", "shop.json", "--yes", "--override", "I insist", status: 1)
    #expect(broken["error"]?["code"] == "findings")
  }

  @Test func `an archived build is not verified against until it is unarchived`() throws {
    let shop = try ServedShop()
    try declareIncompatibleBuild(shop)
    let archived = try shop.run("manifest", "archive", "tv", "1.0", "7")
    #expect(archived.status == 0, "\(archived.err)")
    #expect(archived.out.contains("Archived tv 1.0 7 of shop."))
    #expect(try shop.run("publish", "shop.json", "--yes", "--accept-warnings").status == 0)
    let unarchived = try shop.json("manifest", "archive", "tv", "1.0", "7", "--unarchive")
    #expect(unarchived["archived"] == false)
    try shop.tool.write(try shop.document(loginTo: "ForgotPassword"), to: "shop.json")
    #expect(try shop.run("publish", "shop.json", "--yes", "--accept-warnings").status == 1)
    let unknown = try shop.json("manifest", "archive", "tv", "1.0", "8", status: 1)
    #expect(unknown["error"]?["code"] == "unknown-build")
  }
}
