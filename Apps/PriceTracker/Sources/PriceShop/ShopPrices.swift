import NIOConcurrencyHelpers

/// The current prices: prices that change by themselves, and prices that were set.
public final class ShopPrices: Sendable {
  /// An offer of a product.
  public enum Offer: Sendable, Hashable {
    /// A price in cents.
    case cents(Int64)
    /// Sold out.
    case soldOut
  }

  private let fixedOffers = NIOLockedValueBox<[String: Offer]>([:])
  /// The interval in seconds at which prices change.
  public let step: Int64

  /// Creates prices that change every `step` seconds; never if 0.
  public init(step: Int64) { self.step = max(0, step) }

  /// Sets an offer; nil lets the price change by itself again.
  public func set(_ id: String, _ offer: Offer?) {
    fixedOffers.withLockedValue { $0[id] = offer }
  }

  /// Returns the offer of a product at a time in seconds since 1970.
  public func offer(_ product: ShopProduct, at seconds: Int64) -> Offer {
    if let offer = fixedOffers.withLockedValue({ $0[product.id] }) { return offer }
    guard step > 0 else { return .cents(product.cents) }
    return .cents(Self.cents(product, step: seconds / step))
  }

  /// A triangle wave with a half period of 5 to 12 steps and an amplitude of 8 to 20 percent,
  /// different for each product.
  ///
  /// NB: never below half or above three times the previous price: a tracker rightly confirms such
  /// prices with a second check.
  package static func cents(_ product: ShopProduct, step: Int64) -> Int64 {
    let seed = product.id.utf8.reduce(Int64(7)) { ($0 * 31 + Int64($1)) % 9973 }
    let halfPeriod = 5 + seed % 8
    let amplitude = 8 + seed % 13
    let phase = (step + seed) % (2 * halfPeriod)
    let height = phase <= halfPeriod ? phase : 2 * halfPeriod - phase
    let percent = amplitude - 2 * amplitude * height / halfPeriod
    let cents = product.cents * (100 + percent) / 100
    // Prices end in 9, as in most shops.
    return cents - cents % 10 + 9
  }
}
