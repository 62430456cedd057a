/// A path on this site that is safe to redirect to.
///
/// Pages take the destination after sign-in from a URL that anyone may have crafted. Only local
/// paths are accepted: no other site, no scheme, nothing that a browser parses differently.
public struct LocalPath: Sendable, Hashable {
  /// The maximum length, in bytes.
  public static let maximumBytes = 2048
  /// The start page.
  public static let root = LocalPath(known: "/")

  /// The path with its query and fragment, unchanged.
  public let string: String

  /// Accepts a path if it is local.
  ///
  /// It begins with `/`, and no browser may interpret the rest as a host: so no empty segment
  /// (`//`), no `\`, no control character, no space, nothing outside ASCII, and no segment `.` or
  /// `..`, literal or escaped.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.maximumBytes, bytes.first == UInt8(ascii: "/") else { return nil }
    guard bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }) else {
      return nil
    }
    let path = bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    // NB: an empty segment after the first slash would make it `//host`, which is another site.
    let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard segments.dropFirst().dropLast().allSatisfy({ !$0.isEmpty }) else { return nil }
    guard !segments.contains(where: Self.isDots) else { return nil }
    string = text
  }

  private init(known text: String) { string = text }

  private static func isDots(_ segment: ArraySlice<UInt8>) -> Bool {
    let unescaped = String(decoding: segment, as: UTF8.self).lowercased()
      .split(separator: "%2e", omittingEmptySubsequences: false).joined(separator: ".")
    return unescaped == "." || unescaped == ".."
  }
}
