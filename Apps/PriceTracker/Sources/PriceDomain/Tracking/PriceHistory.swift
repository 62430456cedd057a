/// The price history of a product, shared by everyone who tracks it.
///
/// A value type: the service loads it, records one reading and stores it with the reading's row, in
/// one transaction.
public struct PriceHistory: Hashable, Sendable, Codable {
  /// The product's availability.
  public enum Stock: String, Sendable, Codable {
    /// Not known yet.
    case unknown
    /// Available.
    case inStock
    /// Unavailable.
    case outOfStock
  }

  /// The result of recording a reading.
  public enum Outcome: Hashable, Sendable {
    /// The first price.
    case firstPrice(Price)
    /// The price changed.
    case changed(from: Price, to: Price)
    /// The price is unchanged, or the product is still unavailable.
    case unchanged
    /// Unavailable, and not known to be so before.
    case wentOutOfStock
    /// Available again, possibly at another price.
    case backInStock(Price)
    /// An implausible price: read it again before anyone is notified.
    case recheck(Price, notBefore: Timestamp)
    /// The reading failed; price, availability and history are unchanged.
    case failed(CheckFailure)
  }

  /// The tracked condition.
  ///
  /// A product that is offered only in another condition counts as unavailable.
  public let condition: ItemCondition
  /// The last accepted price, also while the product is unavailable.
  public private(set) var current: Price?
  /// The previous price.
  public private(set) var previous: Price?
  /// The lowest accepted price, and when it was first seen.
  public private(set) var lowest: PricePoint?
  /// The highest accepted price, and when it was first seen.
  public private(set) var highest: PricePoint?
  /// When the first price was seen.
  ///
  /// Earlier prices are not known.
  public private(set) var since: Timestamp?
  /// The availability.
  public private(set) var stock = Stock.unknown
  /// The time of the last reading that was accepted; an implausible price is not.
  public private(set) var lastSuccess: Timestamp?
  /// The number of readings that have failed in a row.
  public private(set) var failures = 0
  /// The reason for the last failure; nil after a successful reading.
  public private(set) var lastFailure: CheckFailure?
  /// An implausible price that is to be confirmed.
  public private(set) var unconfirmedPrice: PricePoint?

  /// The time until an implausible price is read again, in seconds.
  public static let recheckSeconds: Int64 = 600
  /// The time until a failed reading is retried, in seconds; doubled each time, up to a day.
  public static let firstRetrySeconds: Int64 = 1800
  /// The time between two readings, in seconds.
  public static let checkSeconds: Int64 = 86_400

  /// Creates the history of a product without readings.
  public init(condition: ItemCondition = .new) { self.condition = condition }

  /// Records a reading.
  public mutating func record(_ reading: Reading, at now: Timestamp) -> Outcome {
    clampTimes(to: now)
    switch reading {
    case .failed(let failure):
      failures += 1
      lastFailure = failure
      return .failed(failure)
    case .price(let price, let offered) where offered == condition && price.minorUnits > 0:
      return record(price, at: now)
    case .price(_, let offered) where offered == condition:
      // A price of zero means that the page shows no price.
      failures += 1
      lastFailure = .brokenPage
      return .failed(.brokenPage)
    case .price, .unavailable:
      (failures, lastFailure) = (0, nil)
      recordSuccess(at: now)
      defer { stock = .outOfStock }
      return stock == .outOfStock ? .unchanged : .wentOutOfStock
    }
  }

  /// The time of the next reading.
  public func nextCheck(after now: Timestamp) -> Timestamp {
    if failures > 0 {
      let doubled = Self.firstRetrySeconds << Int64(min(failures - 1, 10))
      return now + min(doubled, Self.checkSeconds)
    }
    if let unconfirmedPrice { return unconfirmedPrice.at + Self.recheckSeconds }
    return now + Self.checkSeconds
  }

  private mutating func record(_ price: Price, at now: Timestamp) -> Outcome {
    (failures, lastFailure) = (0, nil)
    guard let before = current else {
      recordSuccess(at: now)
      accept(price, at: now)
      stock = .inStock
      return .firstPrice(price)
    }
    if price != before, Self.isImplausible(price, after: before) {
      guard let unconfirmedPrice, Self.confirms(price, unconfirmedPrice.price) else {
        self.unconfirmedPrice = PricePoint(price, at: now)
        return .recheck(price, notBefore: now + Self.recheckSeconds)
      }
      guard now - unconfirmedPrice.at >= Self.recheckSeconds else {
        return .recheck(price, notBefore: unconfirmedPrice.at + Self.recheckSeconds)
      }
    }
    recordSuccess(at: now)
    defer { stock = .inStock }
    if price != before { accept(price, at: now) }
    if stock == .outOfStock { return .backInStock(price) }
    return price == before ? .unchanged : .changed(from: before, to: price)
  }

  private mutating func recordSuccess(at now: Timestamp) {
    lastSuccess = now
    unconfirmedPrice = nil
  }

  private mutating func accept(_ price: Price, at now: Timestamp) {
    if let current, current.currency != price.currency {
      // Prices in another currency cannot be compared with earlier ones, so a new history begins.
      (previous, lowest, highest, since) = (nil, nil, nil, now)
    } else {
      previous = current
    }
    since = since ?? now
    current = price
    let point = PricePoint(price, at: now)
    if lowest.map({ price.minorUnits < $0.price.minorUnits }) ?? true { lowest = point }
    if highest.map({ price.minorUnits > $0.price.minorUnits }) ?? true { highest = point }
  }

  private mutating func clampTimes(to now: Timestamp) {
    since.clamp(to: now)
    lastSuccess.clamp(to: now)
    if let point = unconfirmedPrice, point.at > now {
      unconfirmedPrice = PricePoint(point.price, at: now)
    }
    if let point = lowest, point.at > now { lowest = PricePoint(point.price, at: now) }
    if let point = highest, point.at > now { highest = PricePoint(point.price, at: now) }
  }

  /// Whether a price is implausible: less than half, more than three times, or in another currency.
  static func isImplausible(_ price: Price, after previousPrice: Price) -> Bool {
    guard price.currency == previousPrice.currency else { return true }
    let (new, old) = (price.minorUnits, previousPrice.minorUnits)
    // Doubling or tripling a price could overflow; both prices are positive.
    return new < old / 2 + old % 2 || (new - 1) / 3 >= old
  }

  /// Whether two prices are equal within two percent.
  private static func confirms(_ price: Price, _ unconfirmedPrice: Price) -> Bool {
    guard price.currency == unconfirmedPrice.currency else { return false }
    let distance = abs(price.minorUnits - unconfirmedPrice.minorUnits)
    return distance <= max(1, unconfirmedPrice.minorUnits / 50)
  }
}
