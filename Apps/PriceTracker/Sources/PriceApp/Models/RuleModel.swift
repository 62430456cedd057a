import Observation
package import PriceClient
package import PriceDomain

/// The model for editing a notification rule: of one product, or the default for all products.
@MainActor @Observable
package final class RuleModel {
  /// A choice; `standard` follows the default rule.
  package enum Choice: String, Sendable, CaseIterable, Identifiable {
    case standard, always, everyChange, percentage, value, never

    package var id: String { rawValue }
    package var title: AppText {
      switch self {
      case .standard: .ruleDefault
      case .always: .ruleAlways
      case .everyChange: .ruleChange
      case .percentage: .rulePercentage
      case .value: .ruleValue
      case .never: .ruleNever
      }
    }
  }

  package let choices: [Choice]
  package var choice: Choice
  /// The percentage, from 1 to 99.
  package var percent: Int
  /// The target price in whole and in minor units, one for each picker.
  package var wholeUnits: Int
  package var minorUnits: Int
  package var notifiesAtLowest: Bool
  package var notifiesBackInStock: Bool
  package var notifiesOfComments: Bool
  package let currency: Currency
  /// The rows of the picker for whole units: 10,000 multiples of the smallest power of ten with
  /// which they reach the initial target, and the target itself; none for the default rule.
  package let wholeUnitOptions: [Int]
  /// The effects of the rule, in sentences.
  package let explanation = Loader<[String]>()
  package let operation = UserOperation()
  private let product: Int64?
  private let api: PriceAPI

  /// Edits the rule of a tracked product.
  package init(_ api: PriceAPI, product: ProductData) {
    let price = product.price?.price
    let currency = price?.currency ?? .euro
    self.api = api
    self.product = product.id
    self.currency = currency
    choices = Choice.allCases
    let tracking = product.tracking
    notifiesOfComments = tracking?.notifiesOfComments ?? false
    let rule = tracking?.rule ?? RuleData(.always)
    choice = tracking?.hasOwnRule == true ? Self.choice(for: rule) : .standard
    percent = rule.percent ?? 10
    // Without a target in this currency, the pickers start at the current price.
    let ruleTarget = rule.currency == currency.code ? rule.minorUnits : nil
    let target = ruleTarget ?? price?.minorUnits ?? 0
    let wholeUnits = Int(target / currency.minorUnitsPerUnit)
    self.wholeUnits = wholeUnits
    wholeUnitOptions = Self.wholeUnitOptions(
      including: wholeUnits, highest: Int.max / Int(currency.minorUnitsPerUnit))
    minorUnits = Int(target % currency.minorUnitsPerUnit)
    notifiesAtLowest = rule.notifiesAtLowest ?? false
    notifiesBackInStock = rule.notifiesBackInStock ?? false
  }

  /// Edits the default rule.
  package init(_ api: PriceAPI, profile: ProfileData) {
    self.api = api
    product = nil
    currency = .euro
    // A target price for all products makes no sense.
    choices = [.always, .everyChange, .percentage, .never]
    choice = Self.choice(for: profile.rule)
    percent = profile.rule.percent ?? 10
    (wholeUnits, minorUnits, notifiesOfComments) = (0, 0, false)
    wholeUnitOptions = []
    notifiesAtLowest = profile.rule.notifiesAtLowest ?? false
    notifiesBackInStock = profile.rule.notifiesBackInStock ?? false
  }

  package var isDefault: Bool { product == nil }

  /// The number of minor units in one unit: the rows of the second picker; 1 without a second one.
  package var minorUnitCount: Int { Int(currency.minorUnitsPerUnit) }

  /// The target price.
  package var target: Price {
    Price(Int64(wholeUnits) * currency.minorUnitsPerUnit + Int64(minorUnits), currency)
  }

  /// The rule; nil for the default rule.
  package var rule: RuleData? {
    var rule: RuleData
    switch choice {
    case .standard: return nil
    case .always: rule = RuleData(.always)
    case .everyChange: rule = RuleData(.everyChange)
    case .never: return RuleData(.never)
    case .percentage:
      rule = RuleData(.percentage)
      rule.percent = min(max(percent, 1), 99)
    case .value:
      rule = RuleData(.value)
      (rule.minorUnits, rule.currency) = (target.minorUnits, currency.code)
    }
    rule.notifiesAtLowest = notifiesAtLowest
    rule.notifiesBackInStock = notifiesBackInStock
    return rule
  }

  /// Whether the rule can be saved: a target price is more than zero.
  package var canSave: Bool {
    !operation.isRunning && (choice != .value || target.minorUnits > 0)
  }

  /// Requests the explanation; called in a task that the next change cancels.
  package func explain() async {
    guard canSave, let rule else { return explanation.clear() }
    let product = product
    await explanation.load { () throws(ClientError) in
      CachedValue(value: try await api.explanation(of: rule, for: product), cachedAt: nil)
    }
  }

  /// - Returns: Whether it was saved.
  package func save() async -> Bool {
    guard canSave else { return false }
    let (rule, product) = (rule, product)
    let isDone: Bool? = await operation.run { () throws(ClientError) in
      if let product {
        _ = try await api.track(
          product, rule: rule, usesDefaultRule: rule == nil,
          notifiesOfComments: notifiesOfComments)
      } else {
        var change = ProfileChangeData()
        change.rule = rule
        _ = try await api.changeProfile(change)
      }
      return true
    }
    return isDone == true
  }

  private static func wholeUnitOptions(including current: Int, highest: Int) -> [Int] {
    var step = 1
    while current / step >= 10_000 { step *= 10 }
    var values = (0...min(9_999, highest / step)).map { $0 * step }
    if !current.isMultiple(of: step) { values.insert(current, at: current / step + 1) }
    return values
  }

  private static func choice(for rule: RuleData) -> Choice {
    switch rule.kind {
    case .never: .never
    case .always: .always
    case .everyChange: .everyChange
    case .percentage: .percentage
    case .value: .value
    }
  }
}
