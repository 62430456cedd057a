package import FlowCore

/// The canonical JSON of a document without its number, which the store assigns only when it adds
/// the release.
///
/// Writing the document takes milliseconds, and would delay other changes within the store's
/// transaction.
package struct UnnumberedBody: Sendable {
  /// The part before the number, from the opening brace.
  private let prefix: [UInt8]
  /// The part after the number, up to the closing brace.
  private let suffix: [UInt8]

  /// Writes a document; its own number is ignored.
  package init(_ document: FlowDocument) {
    var document = document
    document.number = nil
    guard case .object(let object) = document.json else {
      preconditionFailure("The JSON of a document is an object.")
    }
    let (before, after) = (
      object.members.filter { $0.key < Self.key }, object.members.filter { $0.key > Self.key }
    )
    var prefix = JSON.object(JSONObject(before)).utf8(.canonical)
    prefix.removeLast()
    if !before.isEmpty { prefix.append(UInt8(ascii: ",")) }
    self.prefix = prefix
    var suffix = JSON.object(JSONObject(after)).utf8(.canonical)
    suffix[0] = UInt8(ascii: ",")
    if after.isEmpty { suffix.removeFirst() }
    self.suffix = suffix
  }

  private static let key: Name = "number"

  /// The size in bytes, without the number.
  package var count: Int { prefix.count + suffix.count }

  /// Returns the canonical JSON of the document with a number.
  package func bytes(number: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 32)
    bytes += prefix
    bytes += "\"\(Self.key)\":\(number)".utf8
    bytes += suffix
    return bytes
  }
}
