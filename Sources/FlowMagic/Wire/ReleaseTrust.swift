package import FlowCore

/// Decides whether a signed release may be used.
///
/// NB: no rule uses the device's clock. It may be wrong, and a phone that believes it is 1970 must
/// still work; releases are ordered by the time at which the server signed them.
package struct ReleaseTrust: Sendable, Equatable {
  /// How a valid statement compares with the newest accepted one.
  package enum Freshness: Sendable, Equatable {
    /// A newer release.
    case newer
    /// A renewed statement about the same release.
    case renewal
    /// The same statement.
    case same
  }

  /// The application that releases must be for.
  package let application: Name
  /// The environment that releases must be for.
  package let environment: Name
  /// The set with the app's own key.
  package let root: KeySet
  /// All known links; following them from `root` leads to `keys`.
  package private(set) var chain = KeyChain(links: [])
  /// The newest trusted set.
  package private(set) var keys: KeySet
  /// The newest accepted version.
  package private(set) var newest: ReleaseVersion?

  package init(application: Name, environment: Name, key: SDKKey) {
    self.application = application
    self.environment = environment
    root = key.keySet
    keys = key.keySet
  }

  /// Whether the envelope has a signature by a trusted key.
  package func knowsSigner(of envelope: SignedRelease) -> Bool {
    envelope.signatures.contains { signature in keys.keys.contains { $0.id == signature.keyID } }
  }

  /// Trusts the newest set that the chain leads to.
  ///
  /// - Throws: `malformed-envelope` if a signed set cannot be parsed; nothing changes then.
  package mutating func learn(_ chain: KeyChain) throws(FlowMagicError) {
    let known = self.chain.links
    // A server may omit old links; known links still lead to the new ones.
    let all = KeyChain(links: known + chain.links.filter { !known.contains($0) })
    let newest = try all.follow(from: root)
    guard newest.version > keys.version else { return }
    self.chain = all
    keys = newest
  }

  /// Checks signature, digest, audience and version, in this order.
  ///
  /// - Throws: `signature-mismatch`, `wrong-audience`, `stale-release` or `conflicting-release`.
  package func check(_ envelope: SignedRelease) throws(FlowMagicError) -> Freshness {
    try envelope.verify(with: keys.keys)
    let statement = envelope.statement
    guard statement.application == application, statement.environment == environment else {
      throw FlowMagicError(
        .wrongAudience,
        "Release \(statement.number) is for \(statement.application.string) in "
          + "\(statement.environment.string); this app is \(application.string) in "
          + "\(environment.string).")
    }
    guard let newest else { return .newer }
    let version = ReleaseVersion(statement)
    if version.number == newest.number, version.digest != newest.digest {
      throw FlowMagicError(
        .conflictingRelease,
        "Release \(version.number) has a different document than before. A published release never "
          + "changes; each change has its own number.")
    }
    guard version >= newest else {
      throw FlowMagicError(
        .staleRelease,
        "Release \(version.number), signed at \(version.issued), is older than release "
          + "\(newest.number), signed at \(newest.issued), which this device has accepted.")
    }
    return version.number > newest.number ? .newer : version == newest ? .same : .renewal
  }

  /// Records that a checked statement is in use now.
  package mutating func accept(_ statement: ReleaseStatement) {
    let version = ReleaseVersion(statement)
    newest = newest.map { max($0, version) } ?? version
  }
}
