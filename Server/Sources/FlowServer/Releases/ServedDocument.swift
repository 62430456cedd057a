import FlowCore

/// The document that apps receive: the release's, without the members for those who edit flows.
///
/// Everyone who has the app can read its releases, so the reasons for which a team has accepted
/// warnings, and who did, stay on the server.
package enum ServedDocument {
  /// The bytes of a release as they are signed and served.
  ///
  /// - Parameter body: The bytes that the store has.
  /// - Returns: The same bytes, where nothing is to be left out.
  /// - Throws: `FlowError` for what is not a document.
  package static func bytes(_ body: [UInt8]) throws -> [UInt8] {
    let name = [UInt8](AcceptedFindings.member.string.utf8)
    // Most documents have none, and are not parsed for it.
    guard contains(name, in: body) else { return body }
    var document = try FlowDocument(parsing: body)
    document.unknown[AcceptedFindings.member] = nil
    return document.json.utf8(.canonical)
  }

  /// Whether the bytes contain others.
  ///
  /// NB: `contains` of the standard library takes 200 times as long, and apps ask for releases of
  /// megabytes.
  private static func contains(_ part: [UInt8], in bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      guard let first = part.first, bytes.count >= part.count else { return part.isEmpty }
      return (0...(bytes.count - part.count)).contains { start in
        bytes[start] == first && bytes[start..<(start + part.count)].elementsEqual(part)
      }
    }
  }
}
