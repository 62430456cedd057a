import FlowCore
import FlowMagicWeb
import PriceDomain
import PriceStore

/// Converts rules to and from the fields of a screen.
enum RuleFields {
  /// Returns the fields of a rule; `isDefault` selects the user's default rule.
  static func fields(of rule: PriceRule, isDefault: Bool = false) -> JSONObject {
    var fields: JSONObject = [
      "kind": "always", "percent": 10, "target": "", "lowest": .bool(rule.notifiesAtLowest),
      "backInStock": .bool(rule.notifiesBackInStock),
    ]
    switch rule.trigger {
    case .never: fields["kind"] = "never"
    case .always: break
    case .everyChange: fields["kind"] = "change"
    case .percentage(let percent):
      fields["kind"] = "percentage"
      fields["percent"] = .number(JSONNumber(percent))
    case .value(let price):
      fields["kind"] = "value"
      fields["target"] = .string(price.decimalText)
    }
    if isDefault { fields["kind"] = "default" }
    return fields
  }

  /// Returns the rule that was entered; nil for the default.
  ///
  /// - Throws: `PressRejection` for an invalid percentage or target price.
  static func rule(
    _ fields: JSONObject, currency: Currency, _ language: Language
  ) throws(PressRejection) -> PriceRule? {
    let trigger: PriceRule.Trigger
    switch fields["kind"]?.string {
    case "default": return nil
    case "never": trigger = .never
    case "change": trigger = .everyChange
    case "percentage": trigger = .percentage(Int(fields["percent"]?.number?.int ?? 10))
    case "value":
      trigger = .value(try target(fields["target"]?.string ?? "", currency, language))
    default: trigger = .always
    }
    do throws(PriceRule.ValidationError) {
      return try PriceRule(
        trigger, notifiesAtLowest: fields["lowest"] == true,
        notifiesBackInStock: fields["backInStock"] == true)
    } catch {
      throw PressRejection(
        SiteText(
          "Choose 1 to 99 percent, or a target price above zero.",
          "Wähle 1 bis 99 Prozent oder einen Wunschpreis über null."
        ).text(language))
    }
  }

  private static func target(
    _ text: String, _ currency: Currency, _ language: Language
  ) throws(PressRejection) -> Price {
    do throws(PriceTextError) {
      let price = try PriceParser(defaultCurrency: currency).price(in: text)
      if price.currency == currency { return price }
    } catch {
      // The message is the same as for another currency.
    }
    throw PressRejection(
      SiteText(
        "Enter the target price as a number, such as 24.99.",
        "Gib den Wunschpreis als Zahl ein, zum Beispiel 24,99."
      ).text(language))
  }
}
