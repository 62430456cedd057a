/// A user's notification rule for a product.
public struct PriceRule: Hashable, Sendable, Codable {
  /// The trigger of a notification.
  public enum Trigger: Hashable, Sendable, Codable {
    /// No notifications.
    case never
    /// Every price drop.
    case always
    /// Every price change, up or down.
    case everyChange
    /// A drop by at least this percentage of the price at which the rule was saved: 1 to 99.
    case percentage(Int)
    /// A price at or below this amount.
    case value(Price)
  }

  /// A validation error of a rule.
  public enum ValidationError: String, Error, Sendable {
    /// The percentage is not from 1 to 99: 0 would match every reading, 100 only a price of zero.
    case percentageOutOfRange
    /// The target price is not above zero.
    case targetNotPositive
  }

  /// The trigger of a notification.
  public let trigger: Trigger
  /// Whether to also notify about a new lowest price.
  public let notifiesAtLowest: Bool
  /// Whether to also notify when the product is available again.
  public let notifiesBackInStock: Bool

  /// Creates a validated rule.
  public init(
    _ trigger: Trigger, notifiesAtLowest: Bool = false, notifiesBackInStock: Bool = false
  ) throws(ValidationError) {
    switch trigger {
    case .percentage(let percent) where !(1...99).contains(percent):
      throw .percentageOutOfRange
    case .value(let target) where target.minorUnits <= 0: throw .targetNotPositive
    default: break
    }
    self.trigger = trigger
    self.notifiesAtLowest = notifiesAtLowest
    self.notifiesBackInStock = notifiesBackInStock
  }

  /// Returns the highest price that meets the rule; nil for a trigger without a target, and for a
  /// percentage of an unknown price.
  ///
  /// - `base`: the price at which the rule was saved.
  public func target(base: Price?) -> Price? {
    switch trigger {
    case .never, .always, .everyChange: nil
    case .value(let target): target
    case .percentage(let percent):
      // (base − price) × 100 ≥ percent × base, in whole numbers.
      base.map { Price($0.minorUnits * Int64(100 - percent) / 100, $0.currency) }
    }
  }
}
