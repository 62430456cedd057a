/// A user's rule for a product with the state of its notifications: a value type that decides when
/// to notify.
///
/// It evaluates state, not events: evaluated again after a crash, or at the end of quiet hours, it
/// decides based on the state at that time. The caller stores it, the budget and the notification
/// in one transaction, so that no notification is sent twice.
public struct RuleState: Hashable, Sendable, Codable {
  /// What to do after an evaluation.
  public enum Decision: Hashable, Sendable {
    /// Notify the user.
    case notify(Notice)
    /// A notification is delayed: evaluate again at this time.
    case wait(until: Timestamp, Delay)
    /// No notification.
    case skip(SkipReason)
  }

  /// The reason for a delay.
  public enum Delay: String, Sendable {
    /// The user's quiet hours.
    case quietHours
    /// The user's limit of notifications is reached.
    case dailyLimit
    /// The price has just returned to its previous value, and may change back again.
    case settling
  }

  /// The reason for no notification.
  public enum SkipReason: String, Sendable {
    /// The rule's trigger is `never`.
    case never
    /// No price is known.
    case noPrice
    /// Unavailable.
    case outOfStock
    /// The rule is not met, or its notification was already sent.
    case notMet
    /// The price and the rule have different currencies.
    case otherCurrency
    /// The last successful reading is more than two days old.
    case stale
  }

  /// The rule.
  public let rule: PriceRule
  /// The price at which the rule was saved; the first reading if none was known.
  public internal(set) var base: Price?
  /// The reference: the last price known to the user, raised when a higher one has lasted.
  var reference: Price?
  /// The previous reference, and when it was replaced: with `everyChange`, the notification of a
  /// return to it soon afterwards is delayed.
  var replacedReference: PricePoint?
  /// Whether reaching the target triggers a notification again.
  var isArmed = true
  /// The price of the last notification.
  var lastNotifiedPrice: Price?
  /// The time since which the price has been above the target.
  var notMetSince: Timestamp?
  /// The time since which the price has been above the reference, and the lowest price meanwhile.
  var aboveReference: PricePoint?
  /// The lowest price known to the user.
  var knownLowest: Price?
  /// The time since which the price has been above `knownLowest`.
  var aboveLowestSince: Timestamp?
  /// The time since which the product has been unavailable.
  var outOfStockSince: Timestamp?

  /// The maximum age of a price for a notification, in seconds.
  static let staleSeconds: Int64 = 2 * 86_400

  /// Creates the state of a rule saved now, for a product with this price history.
  ///
  /// Saving a rule again resets the state.
  public init(_ rule: PriceRule, history: PriceHistory) {
    self.rule = rule
    setInitialPrice(to: history.current)
    knownLowest = history.lowest?.price ?? history.current
  }

  /// Evaluates the rule; a decision to notify is recorded as sent and uses the user's budget.
  ///
  /// - `utcOffset`: the user's current UTC offset in seconds.
  public mutating func decide(
    _ history: PriceHistory, preferences: NotificationPreferences,
    budget: inout NotificationBudget, at now: Timestamp, utcOffset: Int = 0
  ) -> Decision {
    clampTimes(to: now)
    guard rule.trigger != .never else { return .skip(.never) }
    guard let price = history.current, let lastSuccess = history.lastSuccess else {
      return .skip(.noPrice)
    }
    if history.stock == .outOfStock {
      outOfStockSince = outOfStockSince ?? now
      return .skip(.outOfStock)
    }
    guard now - lastSuccess <= Self.staleSeconds else { return .skip(.stale) }
    if base == nil { setInitialPrice(to: price) }
    guard let current = reference, current.currency == price.currency,
      (rule.target(base: base) ?? price).currency == price.currency
    else { return .skip(.otherCurrency) }

    let reasons = evaluate(price, history, preferences, now)
    guard !reasons.isEmpty else {
      outOfStockSince = nil
      return .skip(.notMet)
    }
    if let until = settlingEnd(price, reasons, preferences, now) {
      return .wait(until: until, .settling)
    }
    if let until = preferences.quietHours?.end(at: now, utcOffset: utcOffset) {
      return .wait(until: until, .quietHours)
    }
    if let until = budget.nextSlot(limit: preferences.dailyLimit, at: now) {
      return .wait(until: until, .dailyLimit)
    }
    let notice = Notice(
      reasons: reasons, price: price, comparisonPrice: reference, historyStart: history.since)
    budget.spend(at: now)
    recordNotification(of: price, at: now)
    return .notify(notice)
  }

  private mutating func setInitialPrice(to price: Price?) {
    base = price
    reference = price
    if knownLowest == nil { knownLowest = price }
  }

  private mutating func recordNotification(of price: Price, at now: Timestamp) {
    if let reference, reference != price { replacedReference = PricePoint(reference, at: now) }
    reference = price
    aboveReference = nil
    lastNotifiedPrice = price
    isArmed = false
    notMetSince = nil
    aboveLowestSince = nil
    outOfStockSince = nil
    if let lowest = knownLowest, lowest.currency == price.currency {
      knownLowest = lowest.minorUnits < price.minorUnits ? lowest : price
    } else {
      knownLowest = price
    }
  }

  private mutating func clampTimes(to now: Timestamp) {
    notMetSince.clamp(to: now)
    aboveLowestSince.clamp(to: now)
    outOfStockSince.clamp(to: now)
    if let point = replacedReference, point.at > now {
      replacedReference = PricePoint(point.price, at: now)
    }
    if let point = aboveReference, point.at > now {
      aboveReference = PricePoint(point.price, at: now)
    }
  }
}
