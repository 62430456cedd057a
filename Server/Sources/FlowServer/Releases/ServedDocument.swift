import FlowCore

/// The document that apps receive: the release's, without the JSON members that only editors need.
///
/// Anyone who has the app can read its releases, so the accepted findings with their reasons and
/// authors stay on the server, as do the links of screens to templates.
package enum ServedDocument {
  /// Returns the bytes of a release to sign and serve.
  ///
  /// - Throws: `FlowError` if they are not a document.
  package static func bytes(_ body: [UInt8]) throws -> [UInt8] {
    // Most documents have no such member, and need not be parsed.
    guard members.contains(where: { contains([UInt8]($0.string.utf8), in: body) }) else {
      return body
    }
    var document = try FlowDocument(parsing: body)
    for member in members { document.unknown[member] = nil }
    return document.json.utf8(.canonical)
  }

  private static let members = [AcceptedFindings.member, TemplateUses.member]

  /// Whether the bytes contain a pattern.
  ///
  /// NB: the standard library's `contains` takes 200 times as long, and apps request releases of
  /// several megabytes.
  private static func contains(_ pattern: [UInt8], in bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      guard let first = pattern.first, bytes.count >= pattern.count else { return pattern.isEmpty }
      return (0...(bytes.count - pattern.count)).contains { start in
        bytes[start] == first && bytes[start..<(start + pattern.count)].elementsEqual(pattern)
      }
    }
  }
}
