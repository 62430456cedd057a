/// The public keys that an issuer signs with (RFC 7517).
struct IssuerKeys: Sendable {
  private struct PublishedKey {
    let id: String?
    let algorithm: String?
    let key: VerificationKey
  }

  /// The maximum number of keys in a set.
  static let maximumKeys = 100

  private let entries: [PublishedKey]

  /// Parses a key set, skipping keys of unsupported types and keys that are not for signatures.
  init(_ document: StrictJSON) throws(IdentityProviderError) {
    guard case .array(let keys) = document["keys"], keys.count <= Self.maximumKeys else {
      throw IdentityProviderError(
        .response, "The key set is not a list of up to \(Self.maximumKeys) keys.")
    }
    entries = keys.compactMap { key in
      guard Self.isForVerifying(key), let publicKey = VerificationKey(key) else { return nil }
      return PublishedKey(id: key["kid"]?.string, algorithm: key["alg"]?.string, key: publicKey)
    }
  }

  private static func isForVerifying(_ key: StrictJSON) -> Bool {
    if let use = key["use"], use != .string("sig") { return false }
    if let uses = key["key_ops"] { return uses.strings?.contains("verify") ?? false }
    return true
  }

  /// Whether a key of the set has this id; true for nil, since a token without a key id may be
  /// signed with any key.
  func mayContainKey(_ id: String?) -> Bool {
    guard let id else { return true }
    return entries.contains { hasSameBytes($0.id ?? "", id) }
  }

  /// Returns the only key that may have signed a token: one with the id that the token names, if it
  /// names any, of the type that the token's algorithm needs, and not restricted to another
  /// algorithm.
  ///
  /// - Throws: `.key` if there is none, or more than one.
  func key(for token: CompactJWS) throws(IdentityProviderError) -> VerificationKey {
    let matchingID = entries.filter { entry in
      token.keyID.map { hasSameBytes(entry.id ?? "", $0) } ?? true
    }
    let compatible = matchingID.filter {
      $0.key.supports(token.algorithm)
        && ($0.algorithm ?? token.algorithm.rawValue)
          == token.algorithm.rawValue
    }
    guard let only = compatible.first, compatible.count == 1 else {
      throw IdentityProviderError(
        .key, "\(compatible.count) of the issuer's keys fit the token; exactly one must.")
    }
    return only.key
  }
}

/// Whether two texts have the same bytes.
///
/// NB: `==` on `String` treats differently composed characters as equal.
func hasSameBytes(_ text: String, _ other: String) -> Bool {
  text.utf8.elementsEqual(other.utf8)
}
