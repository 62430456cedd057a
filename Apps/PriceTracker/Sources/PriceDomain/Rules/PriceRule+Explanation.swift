extension PriceRule {
  /// Explains the rule to the user, one sentence for each part.
  ///
  /// - `base`: the price at which the rule was saved.
  /// - `isReachable`: whether the user has a device, an email or a webhook for notifications;
  ///   without any, the first sentence says so.
  public func explanation(
    in language: Language, base: Price?, preferences: NotificationPreferences, isReachable: Bool
  ) -> [String] {
    var sentences = [triggerSentence(in: language, base: base)]
    guard trigger != .never else { return sentences }
    if !isReachable { sentences.insert(Self.unreachableIntroduction(in: language), at: 0) }
    let duration = Self.durationText(preferences.settleSeconds, in: language)
    switch language {
    case .english:
      if target(base: base) != nil {
        sentences.append("Once, then again when it falls further, or has cost more\(duration).")
      }
      if notifiesAtLowest {
        sentences.append("Also at the lowest price since we began to watch it.")
      }
      if notifiesBackInStock { sentences.append("Also when it is back in stock.") }
      if let quiet = preferences.quietHours {
        sentences.append(
          "No notifications between \(Self.timeText(quiet.begin)) and \(Self.timeText(quiet.end));"
            + " those that still apply follow afterwards.")
      }
    case .german:
      if target(base: base) != nil {
        sentences.append(
          "Einmal, dann wieder, wenn es noch billiger wird oder\(duration) teurer war.")
      }
      if notifiesAtLowest {
        sentences.append("Auch beim niedrigsten Preis, seit wir ihn beobachten.")
      }
      if notifiesBackInStock { sentences.append("Auch wenn es wieder lieferbar ist.") }
      if let quiet = preferences.quietHours {
        sentences.append(
          "Nichts zwischen \(Self.timeText(quiet.begin)) und \(Self.timeText(quiet.end))\u{A0}Uhr;"
            + " was dann noch gilt, kommt danach.")
      }
    }
    sentences.append(Self.limitSentence(preferences.dailyLimit, in: language))
    return sentences
  }

  /// The introduction to a rule that is not yet in effect.
  private static func unreachableIntroduction(in language: Language) -> String {
    switch language {
    case .english:
      "No device and no email is set up. Once you turn on one of them in the settings:"
    case .german:
      "Kein Gerät und keine E-Mail ist eingerichtet. Sobald du eines davon in den Einstellungen"
        + " einschaltest:"
    }
  }

  /// A duration with a space before it; empty for zero.
  private static func durationText(_ seconds: Int64, in language: Language) -> String {
    guard seconds > 0 else { return "" }
    let isInHours = seconds.isMultiple(of: 3600)
    let count = isInHours ? seconds / 3600 : (seconds + 59) / 60
    switch language {
    case .english:
      let unit = isInHours ? "hour" : "minute"
      return " for \(count) \(unit)\(count == 1 ? "" : "s")"
    case .german:
      let unit = isInHours ? "Stunde" : "Minute"
      return " \(count) \(unit)\(count == 1 ? "" : "n") lang"
    }
  }

  private static func limitSentence(_ count: Int, in language: Language) -> String {
    switch (count, language) {
    case (0, .english): "But your daily limit is 0, so you get no price notifications."
    case (0, .german): "Aber dein Tageslimit ist 0, deshalb bekommst du keine Preismitteilungen."
    case (1, .english): "At most 1 notification in 24 hours."
    case (1, .german): "Höchstens 1 Mitteilung in 24 Stunden."
    case (_, .english): "At most \(count) notifications in 24 hours."
    case (_, .german): "Höchstens \(count) Mitteilungen in 24 Stunden."
    }
  }

  private func triggerSentence(in language: Language, base: Price?) -> String {
    let target = target(base: base)?.text(in: language)
    switch (trigger, language) {
    case (.never, .english): return "You will not hear from us."
    case (.never, .german): return "Du hörst nichts von uns."
    case (.always, .english): return "You will hear from us every time the price falls."
    case (.always, .german): return "Du hörst von uns, sooft der Preis fällt."
    case (.everyChange, .english): return "You will hear from us every time the price changes."
    case (.everyChange, .german): return "Du hörst von uns, sooft sich der Preis ändert."
    case (.value, .english): return "You will hear from us when it costs \(target ?? "") or less."
    case (.value, .german):
      return "Du hörst von uns, wenn es \(target ?? "") oder weniger kostet."
    case (.percentage(let percent), .english):
      guard let target, let base = base?.text(in: language) else {
        return "You will hear from us when it is \(percent)% below the first price that we see."
      }
      return "You will hear from us when it costs \(target) or less: \(percent)% below \(base)."
    case (.percentage(let percent), .german):
      guard let target, let base = base?.text(in: language) else {
        return "Du hörst von uns, wenn es \(percent)\u{A0}% unter dem ersten Preis liegt,"
          + " den wir sehen."
      }
      return "Du hörst von uns, wenn es \(target) oder weniger kostet:"
        + " \(percent)\u{A0}% unter \(base)."
    }
  }

  private static func timeText(_ minute: Int) -> String {
    let remainder = minute % 60
    return "\(minute / 60):\(remainder < 10 ? "0" : "")\(remainder)"
  }
}
