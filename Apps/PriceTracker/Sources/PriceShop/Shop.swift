import Foundation
public import Hummingbird
import NIOCore

/// A demo shop on this machine with changing prices, as a target for a price tracker.
///
/// Its pages contain JSON-LD, like those of most shops. Anyone who can reach it can set prices, so
/// it is only for development and tests.
public struct Shop: Sendable {
  /// The products.
  public let products: [ShopProduct]
  /// The prices.
  public let prices: ShopPrices
  private let seconds: @Sendable () -> Int64

  /// Creates a shop.
  ///
  /// - Parameters:
  ///   - prices: The prices.
  ///   - seconds: Returns the current time, in seconds since 1970.
  /// - Throws: If the embedded products are invalid.
  public init(
    prices: ShopPrices,
    seconds: @escaping @Sendable () -> Int64 = Self.now
  ) throws {
    products = try ShopProduct.all()
    self.prices = prices
    self.seconds = seconds
  }

  /// Returns the system time, in seconds since 1970.
  @Sendable public static func now() -> Int64 { Int64(Date().timeIntervalSince1970) }

  /// Adds the shop's routes.
  public func addRoutes<Context: RequestContext>(to router: some RouterMethods<Context>) {
    router.get("/") { _, _ in
      html(ShopPage.home(products) { prices.offer($0, at: seconds()) })
    }
    router.get("/robots.txt") { _, _ in text("User-agent: *\nAllow: /\n", "text/plain") }
    router.get("/p/:product") { request, context in
      let name = try context.parameters.require("product")
      if name.hasSuffix(".svg"), let product = product(String(name.dropLast(4))) {
        return text(ShopPage.picture(product), "image/svg+xml")
      }
      guard let product = product(name) else { throw HTTPError(.notFound) }
      let origin = "http://\(request.head.authority ?? "127.0.0.1")"
      return html(
        ShopPage.product(product, prices.offer(product, at: seconds()), origin: origin))
    }
    router.post("/p/:product") { request, context in
      guard let product = product(try context.parameters.require("product")) else {
        throw HTTPError(.notFound)
      }
      let body = try await request.body.collect(upTo: 1024)
      let form = String(buffer: body)
      switch change(form, of: product) {
      case .offer(let offer): prices.set(product.id, offer)
      case .resume: prices.set(product.id, nil)
      case nil:
        throw HTTPError(.badRequest, message: "`do` must be lower, raise, soldOut, move or set.")
      }
      return Response(status: .seeOther, headers: [.location: "/p/\(product.id)"])
    }
  }

  private func product(_ id: String) -> ShopProduct? { products.first { $0.id == id } }

  /// A price change requested by a form.
  private enum Change {
    case offer(ShopPrices.Offer)
    case resume
  }

  /// Returns the change that a form requests; nil for an invalid form.
  private func change(_ form: String, of product: ShopProduct) -> Change? {
    var fields: [Substring: Substring] = [:]
    for pair in form.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { fields[parts[0]] = parts[1] }
    }
    let cents =
      switch prices.offer(product, at: seconds()) {
      case .cents(let cents): cents
      case .soldOut: product.cents
      }
    switch fields["do"] {
    case "lower": return .offer(.cents(max(1, cents * 80 / 100)))
    case "raise": return .offer(.cents(min(10_000_000, cents * 120 / 100)))
    case "soldOut": return .offer(.soldOut)
    case "move": return .resume
    case "set":
      guard let cents = fields["cents"].flatMap({ Int64($0) }), (1...10_000_000).contains(cents)
      else { return nil }
      return .offer(.cents(cents))
    default: return nil
    }
  }

  private func html(_ text: String) -> Response { self.text(text, "text/html; charset=utf-8") }

  private func text(_ text: String, _ type: String) -> Response {
    Response(
      status: .ok,
      headers: [.contentType: type, .cacheControl: "no-cache", .xContentTypeOptions: "nosniff"],
      body: .init(byteBuffer: ByteBuffer(string: text)))
  }
}
