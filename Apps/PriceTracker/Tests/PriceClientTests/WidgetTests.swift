import Foundation
import PriceClient
import PriceDomain
import Testing

@Suite struct WidgetTests {
  static let products = (1...6).map { id in
    WidgetSnapshot.Product(
      ProductItem(
        id: Int64(id), name: "P\(id)", price: Price(1999, .euro), previous: Price(2499, .euro),
        lowest: Price(1999, .euro), highest: Price(2999, .euro)),
      PriceChart([
        PeriodData(firstSeen: 30, lastSeen: 40, price: Price(1999, .euro)),
        PeriodData(firstSeen: 10, lastSeen: 20, price: Price(2999, .euro)),
      ]))
  }

  static var folder: URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("widgets-\(UUID().uuidString)")
  }

  @Test func `each size has its number of products, and each product its own link`() {
    let snapshot = WidgetSnapshot(
      at: Timestamp(50), containsTrackedProducts: true, products: Self.products)
    for (size, count) in [(WidgetContent.Size.small, 1), (.medium, 2), (.large, 4)] {
      let content = WidgetContent(snapshot, size, in: .english)
      #expect(content.items.count == count)
      #expect(
        content.items.map(\.link.absoluteString)
          == (1...count).map { "pricetracker://products/\($0)" })
      #expect(content.invitation == nil)
    }
    let small = WidgetContent(snapshot, .small, in: .english)
    // A small widget has one place to tap.
    #expect(small.link == small.items.first?.link)
    #expect(small.items.first?.label == "P1, €19.99, 20% lower")
    let large = WidgetContent(snapshot, .large, in: .german)
    #expect(large.link == AppLinks.home)
    #expect(large.title == "Beobachtete Produkte")
    #expect(large.items.first?.range == "Tiefstpreis 19,99\u{A0}€, Höchstpreis 29,99\u{A0}€")
  }

  @Test func `before the first launch a widget asks the user to open the app`() {
    for size in WidgetContent.Size.allCases {
      let content = WidgetContent(nil, size, in: .german)
      #expect(content.items.isEmpty)
      #expect(content.invitation?.isEmpty == false)
      #expect(content.link == AppLinks.home)
    }
  }

  @Test func `a snapshot is written when it differs, and another version is not read`() throws {
    let folder = Self.folder
    defer { try? FileManager.default.removeItem(at: folder) }
    let snapshot = WidgetSnapshot(
      at: Timestamp(50), containsTrackedProducts: true, products: Self.products)
    #expect(try snapshot.write(in: folder))
    var laterSnapshot = snapshot
    laterSnapshot.at = Timestamp(99)
    #expect(try !laterSnapshot.write(in: folder))
    laterSnapshot.products.removeLast()
    #expect(try laterSnapshot.write(in: folder))
    #expect(WidgetSnapshot.read(in: folder) == laterSnapshot)
    let file = folder.appendingPathComponent("widgets.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    try text.replacing("\"version\":1", with: "\"version\":2")
      .write(to: file, atomically: true, encoding: .utf8)
    #expect(WidgetSnapshot.read(in: folder) == nil)
    WidgetSnapshot.remove(in: folder)
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `a refreshed widget keeps what could not be read`() async throws {
    let client = await ClientFixture { request throws(TransportError) in
      if request.url.hasSuffix("/products/1") {
        return .json(
          #"{"id": 1, "store": "s", "url": "https://x", "name": "New", "category": [], "#
            + #""description": "", "variant": [], "images": [], "stock": "inStock", "#
            + #""trackers": 1, "added": 1, "lastSuccess": 60, "#
            + #""price": {"minorUnits": 500, "currency": "EUR"}}"#)
      }
      throw .offline
    }
    defer { client.remove() }
    let oldSnapshot = WidgetSnapshot(
      at: Timestamp(1), containsTrackedProducts: true, products: Self.products)
    let newSnapshot = try #require(
      await WidgetLoader(client.api) { Timestamp(77) }.refreshed(oldSnapshot))
    #expect(newSnapshot.at == Timestamp(77))
    #expect(newSnapshot.products.map(\.name) == ["New", "P2", "P3", "P4"])
    #expect(newSnapshot.products.first?.points == oldSnapshot.products.first?.points)
    client.transport.respond { _ throws(TransportError) in throw .offline }
    let unreadableSnapshot = WidgetSnapshot(
      at: Timestamp(1), containsTrackedProducts: true, products: Array(Self.products.suffix(1)))
    #expect(await WidgetLoader(client.api) { Timestamp(78) }.refreshed(unreadableSnapshot) == nil)
  }

  @Test(arguments: [#""lastSuccess": 50, "#, ""])
  func `a widget keeps the user's own price until the service has read a newer one`(
    lastSuccess: String
  ) async throws {
    let client = await ClientFixture { _ throws(TransportError) in
      .json(
        #"{"id": 1, "store": "s", "url": "https://x", "name": "shop/1", "category": [], "#
          + #""description": "", "variant": [], "images": [], "stock": "inStock", "#
          + lastSuccess + #""trackers": 1, "added": 1}"#)
    }
    defer { client.remove() }
    let oldSnapshot = WidgetSnapshot(
      at: Timestamp(50), containsTrackedProducts: true, products: Array(Self.products.prefix(1)))
    let newSnapshot = try #require(
      await WidgetLoader(client.api) { Timestamp(77) }.refreshed(oldSnapshot))
    #expect(newSnapshot.products == oldSnapshot.products)
    #expect(newSnapshot.at == Timestamp(77))
  }

  @Test func `without tracked products the most tracked are shown`() async throws {
    let client = await ClientFixture { request throws(TransportError) in
      request.url.contains("/history")
        ? .problem(404, "not-found")
        : .json(
          #"{"items": [{"id": 9, "name": "N", "category": "", "stock": "inStock", "trackers": 3}]}"#
        )
    }
    defer { client.remove() }
    let snapshot = try await WidgetLoader(client.api) { Timestamp(5) }.load()
    #expect(!snapshot.containsTrackedProducts)
    #expect(snapshot.products.map(\.id) == [9])
    #expect(snapshot.products.first?.points.isEmpty == true)
    #expect(client.transport.requests.allSatisfy { $0.headers["authorization"] == nil })
    #expect(snapshot.at == Timestamp(5))
    // While offline, they are as old as the cached response.
    client.transport.respond { _ throws(TransportError) in throw .offline }
    let cached = try await WidgetLoader(client.api) { Timestamp(2_000_000_000) }.load()
    #expect(cached.products == snapshot.products)
    #expect(cached.at == Timestamp(1_700_000_000))
  }
}
