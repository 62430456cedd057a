import Foundation
import PriceDomain
import Testing

import PageReader

/// A page of Tests/Fixtures and its expected values.
struct Expected: Decodable, Sendable, CustomTestStringConvertible {
  let page: String
  let url: String
  let result: String
  let source: String
  let name: String
  var testDescription: String { page }
}

enum Fixtures {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures")

  static let expected: [Expected] = {
    let file = folder.appending(path: "expected.json")
    return (try? JSONDecoder().decode([Expected].self, from: Data(contentsOf: file))) ?? []
  }()

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: "\(name).html")))
  }
}

struct PageReaderTests {
  let reader: PageReader

  init() throws { reader = PageReader(rules: try StoreRules.builtIn()) }

  func input(_ bytes: [UInt8], url: String) throws -> PageInput {
    let parts = try #require(URLComponents(string: url))
    let host = try #require(parts.host)
    let requestedProduct = reader.rules.product(host: host, path: parts.path, query: parts.query)
    return PageInput(bytes, host: host, requestedProduct: requestedProduct)
  }

  @Test func `every fixture is in the table`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Fixtures.folder.path)
      .filter { $0.hasSuffix(".html") }.map { String($0.dropLast(5)) }
    #expect(Set(files) == Set(Fixtures.expected.map(\.page)))
  }

  @Test(arguments: Fixtures.expected)
  func `fixtures are read correctly`(expected: Expected) throws {
    let result = reader.read(try input(Fixtures.bytes(expected.page), url: expected.url))

    let (text, page) = Self.summary(of: result)
    #expect(text == expected.result)
    #expect(page?.price?.source ?? "" == expected.source)
    #expect(page?.title?.value ?? "" == expected.name)
  }

  static func summary(of result: PageResult) -> (String, ProductPage?) {
    switch result {
    case .price(let price, let page):
      let condition = page.condition.map { $0.value == .new ? "" : " \($0.value.rawValue)" } ?? ""
      return ("price \(price.decimalText) \(price.currency)\(condition)", page)
    case .unavailable(let page): return ("unavailable", page)
    case .blocked: return ("blocked", nil)
    case .captcha: return ("captcha", nil)
    case .wrongProduct(let actualID): return ("wrongProduct \(actualID)", nil)
    case .broken(let reason): return ("broken \(reason.rawValue)", nil)
    }
  }

  @Test func `all values of a page are read`() throws {
    let bytes = try Fixtures.bytes("amazon-in-stock")
    let result = reader.read(try input(bytes, url: "https://www.amazon.de/dp/B0AURORA01"))
    guard case .price(_, let page) = result else {
      Issue.record("no price: \(result)")
      return
    }
    #expect(page.id?.value == "B0AURORA01")
    #expect(page.listPrice?.value == Price(2999, .euro))
    #expect(page.category?.value == ["Küche & Haushalt", "Tee", "Teekannen"])
    #expect(page.summary?.value == "Aus Borosilikatglas\nMit Sieb")
    #expect(
      page.images?.value == [
        "https://img.example/aurora-xl.jpg", "https://img.example/aurora-l.jpg",
        "https://img.example/aurora-s.jpg",
      ])
    #expect(page.availability?.value == .inStock)
    #expect(page.sellerKind == .store)
    #expect(page.variant?.value == ["Blau"])
    #expect(page.language == "de-de")
    #expect(result.reading == .price(Price(2499, .euro), .new))
  }

  @Test func `a rejected price is reported with its reason`() throws {
    let bytes = try Fixtures.bytes("amazon-price-range")
    let result = reader.read(try input(bytes, url: "https://www.amazon.com/dp/B0SHIRT001"))
    #expect(
      Self.summary(of: result).1?.rejectedPrices == ["amazon: #priceblock_ourprice": .severalPrices]
    )
  }

  @Test(arguments: [(429, "blocked"), (503, "blocked"), (404, "broken errorStatus")])
  func `an error response of the store is not a page`(status: Int, result: String) {
    var input = PageInput(Array("<html><body>Sorry</body></html>".utf8), status: status)
    #expect(Self.summary(of: reader.read(input)).0 == result)
    input.bytes = []
    #expect(Self.summary(of: reader.read(input)).0 == result)
  }

  @Test func `invalid rules are rejected with their location`() throws {
    #expect(throws: StoreRules.ValidationError.self) { try StoreRules(json: Array("{".utf8)) }
    let error = #expect(throws: StoreRules.ValidationError.self) {
      try StoreRules(json: Array(#"{"stores":[{"name":"x"}]}"#.utf8))
    }
    #expect(error?.description.contains("stores.Index 0.sites is missing") == true)
  }

  static let urls: [(url: String, id: String?)] = [
    ("https://www.amazon.de/dp/B0AURORA01", "B0AURORA01"),
    ("https://amazon.de/Teekanne-Aurora/dp/B0AURORA01/ref=sr_1_1?keywords=x", "B0AURORA01"),
    ("https://www.amazon.com/gp/product/1849757097", "1849757097"),
    ("https://www.amazon.com/gp/aw/d/B0AURORA01", "B0AURORA01"),
    ("https://www.amazon.com/exec/obidos/ASIN/B0AURORA01", "B0AURORA01"),
    ("https://www.amazon.co.jp/-/en/dp/B0AURORA01", "B0AURORA01"),
    ("https://www.amazon.com/product-reviews/B0AURORA01", "B0AURORA01"),
    ("https://www.amazon.com/x?asin=B0AURORA01", "B0AURORA01"),
    ("https://www.amazon.com/x?pd_rd_i=B0OTHER001", nil),
    ("https://www.amazon.com/dp/B0AURORA0", nil), ("https://www.amazon.com/dp/b0aurora01", nil),
    ("https://www.amazon.com.evil.example/dp/B0AURORA01", nil),
    ("https://evil-amazon.com/dp/B0AURORA01", nil), ("https://www.amazon.com/", nil),
  ]

  @Test(arguments: urls)
  func `the product's ID is read from a URL, but not from advertising parameters`(
    row: (url: String, id: String?)
  ) throws {
    let parts = try #require(URLComponents(string: row.url))
    let product = reader.rules.product(
      host: parts.host ?? "", path: parts.path, query: parts.query)
    #expect(product?.id == row.id)
    #expect(product.map { $0.canonical.hasSuffix("/dp/\($0.id)?th=1&psc=1") } ?? true)
  }
}
