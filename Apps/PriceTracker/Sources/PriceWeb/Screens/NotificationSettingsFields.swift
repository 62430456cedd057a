import FlowCore
import FlowMagicWeb
import Foundation
import PriceDomain
import PriceService
import PriceStore

/// Converts emails, quiet hours, time zone and daily limit to and from the fields of a screen.
enum NotificationSettingsFields {
  /// The names of the fields.
  static let names: [Name] = [
    "sendsEmail", "quiet", "quietFrom", "quietUntil", "timeZone", "dailyLimit",
  ]

  /// Returns the fields of a user; without quiet hours, 22 to 7 is suggested.
  static func fields(of profile: UserProfile) -> JSONObject {
    let hours = profile.preferences.quietHours
    return [
      "sendsEmail": .bool(profile.sendsEmail), "quiet": .bool(hours != nil),
      "quietFrom": .string("\((hours?.begin ?? 22 * 60) / 60)"),
      "quietUntil": .string("\((hours?.end ?? 7 * 60) / 60)"),
      "timeZone": .string(profile.timeZone),
      "dailyLimit": .number(JSONNumber(profile.preferences.dailyLimit)),
    ]
  }

  /// Returns the change that was entered.
  ///
  /// - Parameters:
  ///   - fields: The entered values.
  ///   - initial: The value of `sendsEmail` when the form was opened; nil if that is unknown.
  ///   - profile: The current profile.
  ///   - language: The language of a rejection.
  /// - Returns: The change; its `sendsEmail` is nil if the visitor did not change it.
  /// - Throws: `PressRejection` for invalid quiet hours, such as those that end when they begin.
  static func change(
    _ fields: JSONObject, initialSendsEmail initial: JSON?, of profile: UserProfile,
    _ language: Language
  ) throws(PressRejection) -> ProfileChange {
    var (change, preferences) = (ProfileChange(), profile.preferences)
    preferences.quietHours = nil
    if fields["quiet"] == true {
      preferences.quietHours = QuietHours(
        from: hour(fields["quietFrom"]), until: hour(fields["quietUntil"]),
        keepingMinutesOf: profile.preferences.quietHours)
      guard preferences.quietHours != nil else {
        throw PressRejection(
          SiteText(
            "Choose an end of the quiet hours that differs from their beginning.",
            "Wähle für die Ruhezeiten ein anderes Ende als ihren Beginn."
          ).text(language))
      }
    }
    if let limit = fields["dailyLimit"]?.number?.int { preferences.dailyLimit = Int(limit) }
    change.preferences = preferences
    // A link in an email may have turned them off since the form was opened.
    if let value = fields["sendsEmail"], value != initial { change.sendsEmail = value == true }
    change.timeZone = fields["timeZone"]?.string ?? profile.timeZone
    return change
  }

  /// Returns the hour of a field; -1, which is invalid, if there is none.
  private static func hour(_ field: JSON?) -> Int { field?.string.flatMap { Int($0) } ?? -1 }

  // MARK: Time zones

  /// Returns the time zones to choose from, including the user's own.
  static func zones(_ current: String) -> JSON {
    let names = Self.commonZones.contains(current) ? commonZones : [current] + commonZones
    return .array(
      names.map {
        ["name": .string($0), "title": .string($0.replacing("_", with: " "))]
      })
  }

  // NB: not all zones of the system: their number varies, and a choice has at most 250 options.
  private static let commonZones: [String] = {
    let cities = [
      "Africa": "Cairo Casablanca Johannesburg Lagos Nairobi Tunis",
      "America": "Anchorage Argentina/Buenos_Aires Bogota Caracas Chicago Denver Halifax Lima"
        + " Los_Angeles Mexico_City New_York Phoenix Santiago Sao_Paulo St_Johns Toronto Vancouver",
      "Asia": "Baku Bangkok Dhaka Dubai Ho_Chi_Minh Hong_Kong Jakarta Jerusalem Karachi Kathmandu"
        + " Kolkata Kuala_Lumpur Manila Riyadh Seoul Shanghai Singapore Taipei Tashkent Tehran"
        + " Tokyo",
      "Atlantic": "Azores Canary Reykjavik", "Australia": "Adelaide Brisbane Darwin Perth Sydney",
      "Europe": "Amsterdam Athens Belgrade Berlin Brussels Bucharest Budapest Copenhagen Dublin"
        + " Helsinki Istanbul Kyiv Lisbon London Luxembourg Madrid Moscow Oslo Paris Prague Rome"
        + " Sofia Stockholm Tallinn Vienna Vilnius Warsaw Zurich",
      "Pacific": "Auckland Fiji Honolulu",
    ]
    let names = cities.flatMap { region, names in
      names.split(separator: " ").map { "\(region)/\($0)" }
    }
    return ["UTC"] + names.filter { TimeZone(identifier: $0) != nil }.sorted()
  }()
}
