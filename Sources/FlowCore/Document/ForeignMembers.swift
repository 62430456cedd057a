/// Preserves members of another format that the native format cannot represent, so that converting
/// a document to native and back is lossless.
///
/// A member that the native format does not know stays in its place, so that users see it. A member
/// whose key has another meaning in the native format is moved into a member named after the
/// format, together with the source text of what the native format represents differently.
enum ForeignMembers {
  /// Returns the unknown members of a native object that preserve members of a foreign object.
  ///
  /// - Parameters:
  ///   - members: The members that the foreign format's reader did not know.
  ///   - sourceForm: The source text that the native form cannot represent, such as the order of
  ///     entries.
  ///   - format: The foreign format.
  ///   - native: The keys that have a meaning in the native object.
  /// - Returns: The members to store as the native object's unknown members.
  static func preserving(
    _ members: JSONObject, sourceForm: JSONObject, of format: DocumentFormat, except native: [Name]
  ) -> JSONObject {
    if members.isEmpty && sourceForm.isEmpty { return JSONObject() }
    let name = Name(format.rawValue)
    var visible: [JSONObject.Member] = []
    var hidden = sourceForm.members
    for member in members.members {
      if member.key == name || native.contains(member.key) {
        hidden.append(member)
      } else {
        visible.append(member)
      }
    }
    if !hidden.isEmpty {
      visible.append(JSONObject.Member(key: name, value: .object(JSONObject(hidden))))
    }
    return JSONObject(visible)
  }

  /// Returns the members that `preserving` stored in the format's own member.
  static func preserved(in unknown: JSONObject, of format: DocumentFormat) -> JSONObject {
    if unknown.isEmpty { return unknown }
    return unknown[Name(format.rawValue)]?.object ?? JSONObject()
  }

  /// Adds the preserved members back to a foreign object.
  ///
  /// - Parameters:
  ///   - unknown: The native object's unknown members.
  ///   - format: The foreign format.
  ///   - known: The keys that have a meaning in the foreign object.
  ///   - members: The foreign object that the members are added to.
  /// - Returns: The keys that were left out, because they have another meaning in the foreign
  ///   format or a preserved member has the same key.
  static func restore(
    _ unknown: JSONObject, of format: DocumentFormat, except known: [Name],
    to members: inout JSONMembers
  ) -> [Name] {
    if unknown.isEmpty { return [] }
    let name = Name(format.rawValue)
    let preserved = preserved(in: unknown, of: format)
    let preceding = known + preserved.members.map { $0.key }
    members.add(unknown: preserved, except: known)
    members.add(unknown: unknown, except: preceding + [name])
    return unknown.members.map { $0.key }.filter { $0 != name && preceding.contains($0) }
  }
}
