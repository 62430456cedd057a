import Accounts
import FlowCore

/// Hashes the units of exposures before a batch is stored.
///
/// An app sends a hash of the attribute that a split assigns by. Anyone can compute that hash for a
/// guessed value, so it is hashed again with a secret of this server: someone who obtains the store
/// without the key folder cannot find out whose exposures these are.
struct ExposureUnits {
  private let keys: AccountKeyring
  private let application: String

  init(of application: String, _ services: Services) {
    keys = services.accounts.keys
    self.application = application
  }

  /// Returns the batch to store.
  ///
  /// - Returns: The batch with hashed units; nil if it has no exposures and is stored unchanged.
  func hashed(_ batch: JSON) -> JSON? {
    guard var object = batch.object, let events = object["events"]?.array,
      events.contains(where: Self.isExposure)
    else { return nil }
    object["events"] = .array(events.map(hashed(event:)))
    return .object(object)
  }

  private static func isExposure(_ event: JSON) -> Bool { event["type"] == "exposure" }

  /// The members of an exposure, which are all that is stored of one.
  private static let members: Set<Name> = [
    "id", "at", "type", "session", "release", "experiment", "variant", "previous", "attribute",
    "unit", "flow", "step", "port", "route",
  ]

  /// An exposure with a hashed unit, and without anything that the SDK does not send: another
  /// client may have added attributes of the user.
  private func hashed(event: JSON) -> JSON {
    guard Self.isExposure(event), var object = event.object else { return event }
    // A client without the SDK may send the value itself, which is not stored either.
    if let unit = object["unit"] ?? object["value"] {
      let attribute = object["attribute"]?.string ?? ""
      object["unit"] = .string(
        keys.pseudonym(of: [application, attribute, unit.text(.canonical)]))
    }
    return .object(JSONObject(object.members.filter { Self.members.contains($0.key) }))
  }
}
