import FlowCore
import Testing

@Suite struct SnapshotTests {
  @Test func `an image is uploaded, reported with its size, and removed`() throws {
    let shop = try ServedShop()
    try shop.tool.write(Fixtures.png(width: 90, height: 160), to: "home.png")
    let sent = try shop.run("snapshot", "shop", "Home", "home.png")
    #expect(sent.status == 0, "\(sent.err)")
    #expect(sent.out.contains("Uploaded the image of Home of shop: 90 × 160 pixels."))
    let second = try shop.json("snapshot", "shop", "Home", "home.png")
    #expect(second["isDeclared"] == true)
    #expect(second["snapshot"]?["height"] == 160)
    let removal = try shop.run("snapshot", "shop", "Home", "--remove")
    #expect(removal.out.contains("Removed the image of Home of shop."))
    let missing = try shop.json("snapshot", "shop", "Home", "--remove", status: 1)["error"]
    #expect(missing?["code"] == "no-snapshot")
  }

  @Test func `an undeclared screen gives a warning`() throws {
    let shop = try ServedShop()
    try shop.tool.write(Fixtures.png(width: 9, height: 16), to: "home.png")
    let sent = try shop.run("snapshot", "shop", "Hom", "home.png")
    #expect(sent.status == 0)
    #expect(sent.err.contains("warning: No build declares a screen Hom"))
    #expect(try shop.json("snapshot", "shop", "Hom", "home.png")["isDeclared"] == false)
  }

  @Test func `a file that is not an image is an error with a fix`() throws {
    let shop = try ServedShop()
    try shop.tool.write("<svg/>", to: "home.svg")
    let refused = try shop.run("snapshot", "shop", "Home", "home.svg")
    #expect(refused.status == 1)
    #expect(refused.err.contains("not a PNG, JPEG or WebP") && refused.err.contains("fix"))
    #expect(try shop.run("snapshot", "shop", "Home", "nothing.png").status == 1)
    #expect(try shop.run("snapshot", "shop", "Home").status == 64)
    #expect(try shop.run("snapshot", "shop", "Home", "home.svg", "--remove").status == 64)
  }
}
