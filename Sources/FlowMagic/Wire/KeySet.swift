import FlowCore

/// The public keys of a server's signing keys, signed by a key of the previous set.
///
/// A server that rotates its key publishes the chain of all sets at `/v1/keys`. An app that trusts
/// any set of the chain follows it to the newest one, without an app update.
public struct KeySet: Sendable, Equatable {
  /// 1 for a server's first set, increasing with each rotation; 0 for the key of an SDK key.
  public let version: Int
  /// The keys with which an app verifies releases.
  public let keys: [VerificationKey]

  /// Creates a set.
  public init(version: Int, keys: [VerificationKey]) {
    self.version = version
    self.keys = keys
  }

  /// The canonical text, whose bytes are signed.
  public var text: String {
    JSON.object([
      "keys": .array(keys.map { .string($0.string) }), "kind": "keys",
      "version": .number(JSONNumber(version)),
    ]).text(.canonical)
  }

  /// Parses a set.
  public init(parsing text: String) throws(FlowMagicError) {
    var keys: [VerificationKey] = []
    var encodedKeys: [String] = []
    let version: Int
    do throws(FlowError) {
      let root = try ParsedJSON(text).root
      guard try root.requiredString("kind") == "keys" else {
        throw root.invalidValue(expected: "a key set")
      }
      for key in try root.requiredArray("keys") { encodedKeys.append(try key.requireString()) }
      version = try root.requiredInt("version")
    } catch {
      throw FlowMagicError(.malformedEnvelope, "The key set cannot be read: \(error.message)")
    }
    for key in encodedKeys { keys.append(try VerificationKey(string: key)) }
    self.init(version: version, keys: keys)
  }
}

/// All key sets of a server, oldest first, each signed by a key of the previous one.
///
/// ```json
/// {"keySets": [{"signatures": […], "statement": "{\"keys\":[…],\"kind\":\"keys\",…}"}]}
/// ```
public struct KeyChain: Sendable, Equatable {
  /// A set's exact text with its signatures.
  public struct Link: Sendable, Equatable {
    /// The set's text, byte for byte as it was signed.
    public let text: String
    /// The signatures over the text, by keys of the previous set; the first set is self-signed.
    public let signatures: [Signature]

    /// Creates a link.
    public init(text: String, signatures: [Signature]) {
      self.text = text
      self.signatures = signatures
    }
  }

  /// The links, oldest first.
  public let links: [Link]

  /// Creates a chain.
  public init(links: [Link]) { self.links = links }

  /// Parses a chain.
  public init(parsing bytes: [UInt8]) throws(FlowMagicError) {
    var links: [Link] = []
    do throws(FlowError) {
      for element in try ParsedJSON(bytes).root.requiredArray("keySets") {
        links.append(
          Link(
            text: try element.requiredString("statement"),
            signatures: try Signature.list(in: element)))
      }
    } catch {
      throw FlowMagicError(.malformedEnvelope, "The key chain cannot be read: \(error.message)")
    }
    self.links = links
  }

  /// The chain as one line of JSON.
  public var bytes: [UInt8] {
    let sets = links.map { link in
      JSON.object([
        "signatures": .array(link.signatures.map { $0.json }), "statement": .string(link.text),
      ])
    }
    return JSON.object(["keySets": .array(sets)]).utf8(.canonical)
  }

  /// Verifies the chain from a trusted set to the newest one.
  ///
  /// A set is accepted only if its version is higher and a key of the previous set signed it;
  /// others are skipped, so an app never trusts a key that no trusted key has signed.
  ///
  /// - Parameter trusted: Version 0 with the app's own key, or the result of an earlier call.
  /// - Returns: The newest set that can be trusted; `trusted` itself if none is newer.
  /// - Throws: `malformed-envelope` if a signed set cannot be parsed.
  public func verified(from trusted: KeySet) throws(FlowMagicError) -> KeySet {
    try path(from: trusted).newest
  }

  /// Follows the chain, and returns the links that were used; the others can be dropped.
  package func path(
    from trusted: KeySet
  ) throws(FlowMagicError) -> (links: [Link], newest: KeySet) {
    var path: [Link] = []
    var current = trusted
    for link in links where link.isSigned(by: current.keys) {
      let set = try KeySet(parsing: link.text)
      guard set.version > current.version else { continue }
      current = set
      path.append(link)
    }
    return (path, current)
  }
}

extension KeyChain.Link {
  /// Whether one of the keys signed the text.
  func isSigned(by keys: [VerificationKey]) -> Bool {
    let bytes = [UInt8](text.utf8)
    return signatures.contains { signature in
      keys.contains { $0.id == signature.keyID && $0.verifies(signature.bytes, of: bytes) }
    }
  }
}
