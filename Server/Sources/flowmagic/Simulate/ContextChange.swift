package import FlowCore

/// A change to one attribute of the context: `key=value`, with dots for nested keys.
package enum ContextChange {
  /// Returns the context with a change; nil if the text is invalid or names more than 16 keys.
  ///
  /// The value is parsed as JSON if possible, otherwise it is a string; without a value, the
  /// attribute is removed.
  package static func apply(_ change: String, to context: JSONObject) -> JSONObject? {
    guard let equals = change.firstIndex(of: "=") else { return nil }
    let path = String(change[..<equals]).trimmingSpaces
    let text = String(change[change.index(after: equals)...]).trimmingSpaces
    let parts = path.split(separator: ".", omittingEmptySubsequences: false).map {
      Name(String($0))
    }
    guard !parts.contains(where: \.isEmpty), parts.count <= 16 else { return nil }
    var value: JSON?
    if !text.isEmpty { value = (try? JSON(parsing: text)) ?? .string(text) }
    var context = context
    set(parts[...], value, in: &context)
    return context
  }

  private static func set(_ path: ArraySlice<Name>, _ value: JSON?, in object: inout JSONObject) {
    guard let key = path.first else { return }
    guard path.count > 1 else {
      object[key] = value
      return
    }
    var inner = object[key]?.object ?? JSONObject()
    set(path.dropFirst(), value, in: &inner)
    object[key] = .object(inner)
  }
}
