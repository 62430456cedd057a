extension RuleState {
  /// Determines the reasons for a notification, and updates the reference with prices that have
  /// lasted.
  mutating func evaluate(
    _ price: Price, _ history: PriceHistory, _ preferences: NotificationPreferences,
    _ now: Timestamp
  ) -> [Notice.Reason] {
    raiseReference(price, preferences, now)
    var reasons: [Notice.Reason] = []
    if rule.notifiesBackInStock, outOfStockSince != nil { reasons.append(.backInStock) }
    if let reason = evaluateTrigger(price, preferences, now) { reasons.append(reason) }
    if evaluateLowest(price, history, preferences, now) {
      if rule.notifiesAtLowest { reasons.append(.lowest) }
    }
    return reasons
  }

  /// Raises the reference once a higher price has lasted, so that its next drop triggers a
  /// notification.
  private mutating func raiseReference(
    _ price: Price, _ preferences: NotificationPreferences, _ now: Timestamp
  ) {
    if let aboveReference, now - aboveReference.at >= preferences.settleSeconds {
      // With `everyChange`, the rise triggers a notification, which sets the reference. Otherwise
      // the next drop, possibly in this same reading, is measured from the price that has lasted.
      if rule.trigger != .everyChange { reference = aboveReference.price }
      self.aboveReference = nil
    }
    guard let reference else { return }
    if price.minorUnits <= reference.minorUnits {
      aboveReference = nil
    } else {
      let lowest = min(aboveReference?.price.minorUnits ?? price.minorUnits, price.minorUnits)
      aboveReference = PricePoint(Price(lowest, price.currency), at: aboveReference?.at ?? now)
    }
  }

  private mutating func evaluateTrigger(
    _ price: Price, _ preferences: NotificationPreferences, _ now: Timestamp
  ) -> Notice.Reason? {
    guard let reference else { return nil }
    let drop = reference.minorUnits - price.minorUnits
    let step = preferences.minimumChange(of: reference)
    switch rule.trigger {
    case .never: return nil
    case .always: return drop >= step ? .drop : nil
    case .everyChange: return drop >= step ? .drop : -drop >= step ? .rise : nil
    case .percentage, .value:
      guard let target = rule.target(base: base) else { return nil }
      return evaluateTarget(price, target, preferences, now)
    }
  }

  private mutating func evaluateTarget(
    _ price: Price, _ target: Price, _ preferences: NotificationPreferences, _ now: Timestamp
  ) -> Notice.Reason? {
    guard price.minorUnits <= target.minorUnits else {
      notMetSince = notMetSince ?? now
      return nil
    }
    if let since = notMetSince {
      if now - since >= preferences.settleSeconds { isArmed = true }
      notMetSince = nil
    }
    if isArmed {
      return lastNotifiedPrice == nil && wasMetAtStart(target) ? .alreadyBelow : .targetReached
    }
    guard let lastNotifiedPrice, lastNotifiedPrice.currency == price.currency else { return nil }
    let drop = lastNotifiedPrice.minorUnits - price.minorUnits
    return drop >= preferences.minimumChange(of: lastNotifiedPrice) ? .furtherDrop : nil
  }

  private func wasMetAtStart(_ target: Price) -> Bool {
    guard let base, base.currency == target.currency else { return false }
    return base.minorUnits <= target.minorUnits
  }

  /// Returns whether this is a new lowest price: lower by at least the smallest step, or the same
  /// again after a higher price has lasted.
  private mutating func evaluateLowest(
    _ price: Price, _ history: PriceHistory, _ preferences: NotificationPreferences,
    _ now: Timestamp
  ) -> Bool {
    guard let previousLowest = knownLowest, previousLowest.currency == price.currency else {
      knownLowest = history.lowest?.price
      return false
    }
    guard price.minorUnits <= previousLowest.minorUnits else {
      aboveLowestSince = aboveLowestSince ?? now
      return false
    }
    let drop = previousLowest.minorUnits - price.minorUnits
    if drop >= preferences.minimumChange(of: previousLowest) { return true }
    if let since = aboveLowestSince, now - since >= preferences.settleSeconds { return true }
    aboveLowestSince = nil
    return false
  }

  /// Returns until when the notification of a return to the price before the last notification is
  /// delayed; nil if it is not delayed, or not such a return.
  func settlingEnd(
    _ price: Price, _ reasons: [Notice.Reason], _ preferences: NotificationPreferences,
    _ now: Timestamp
  ) -> Timestamp? {
    guard rule.trigger == .everyChange, reasons == [.rise] || reasons == [.drop],
      let replacedReference, replacedReference.price.currency == price.currency
    else { return nil }
    let distance = abs(replacedReference.price.minorUnits - price.minorUnits)
    guard distance < preferences.minimumChange(of: replacedReference.price) else { return nil }
    let until = replacedReference.at + preferences.settleSeconds
    return until > now ? until : nil
  }
}
