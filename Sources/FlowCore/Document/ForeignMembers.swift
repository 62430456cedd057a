/// Carries what only another format says through the native document and back.
///
/// A member that the native format does not know stays where it was, so that users see it. One
/// whose key means something else in the native format is put into a member named after the
/// format, together with the spelling of what the native form says in another way.
enum ForeignMembers {
  /// The unknown members of a native object for a foreign object's own ones.
  ///
  /// - Parameters:
  ///   - members: The members that the foreign format's reader did not know.
  ///   - spelling: The parts that the native form cannot represent, such as the order of entries.
  ///   - format: The foreign format.
  ///   - native: The keys that the native object gives a meaning.
  /// - Returns: The members to store as the native object's unknown members.
  static func keep(
    _ members: JSONObject, spelling: JSONObject, of format: DocumentFormat, besides native: [Name]
  ) -> JSONObject {
    if members.isEmpty && spelling.isEmpty { return JSONObject() }
    let name = Name(format.rawValue)
    var kept: [JSONObject.Member] = []
    var hidden = spelling.members
    for member in members.members {
      if member.key == name || native.contains(member.key) {
        hidden.append(member)
      } else {
        kept.append(member)
      }
    }
    if !hidden.isEmpty {
      kept.append(JSONObject.Member(key: name, value: .object(JSONObject(hidden))))
    }
    return JSONObject(kept)
  }

  /// Returns the members that `keep` stored in the format's own member.
  static func hidden(in unknown: JSONObject, of format: DocumentFormat) -> JSONObject {
    if unknown.isEmpty { return unknown }
    return unknown[Name(format.rawValue)]?.object ?? JSONObject()
  }

  /// Adds a foreign object's own members back.
  ///
  /// - Parameters:
  ///   - unknown: The native object's unknown members.
  ///   - format: The foreign format.
  ///   - own: The keys that the foreign object gives a meaning.
  ///   - members: The native object that the members are added to.
  /// - Returns: The keys left out, because the foreign format uses them for something else.
  static func restore(
    _ unknown: JSONObject, of format: DocumentFormat, besides own: [Name],
    to members: inout JSONMembers
  ) -> [Name] {
    if unknown.isEmpty { return [] }
    let name = Name(format.rawValue)
    let hidden = hidden(in: unknown, of: format)
    let inFront = own + hidden.members.map { $0.key }
    members.add(unknown: hidden, besides: own)
    members.add(unknown: unknown, besides: inFront + [name])
    return unknown.members.map { $0.key }.filter { $0 != name && inFront.contains($0) }
  }
}
