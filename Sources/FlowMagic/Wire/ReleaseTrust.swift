package import FlowCore

/// Decides whether a signed release may be used.
///
/// A device's high-water mark is the newest validly signed statement it has seen, never a number
/// stored separately.
///
/// NB: no rule here uses the device's clock; releases are ordered by the time at which the server
/// signed them. `StatementValidity` compares their expiry with the clock.
package struct ReleaseTrust: Sendable, Equatable {
  /// A comparison of a valid statement with the one in use.
  package enum Freshness: Sendable, Equatable {
    /// A newer release.
    case newer
    /// A renewed statement about the same release.
    case renewal
    /// The same statement.
    case same
  }

  /// The application that releases must belong to.
  package let application: Name
  /// The environment that releases must belong to.
  package let environment: Name
  /// The set with the app's own key.
  package let root: KeySet
  /// The links that lead from `root` to `keys`.
  package private(set) var chain = KeyChain(links: [])
  /// The newest trusted set.
  package private(set) var keys: KeySet
  /// The number of the release bundled with the app; older ones are never used.
  package let floor: Int?
  /// The newest validly signed version that this device has seen: its high-water mark.
  package private(set) var highestVersion: ReleaseVersion?
  /// The statement about the release in use; nil while that is the one bundled with the app.
  package private(set) var acceptedStatement: ReleaseStatement?

  package init(application: Name, environment: Name, key: SDKKey, floor: Int? = nil) {
    self.application = application
    self.environment = environment
    self.floor = floor
    root = key.keySet
    keys = key.keySet
  }

  /// Whether the envelope has a signature by a trusted key.
  package func isSignerTrusted(of envelope: SignedRelease) -> Bool {
    envelope.signatures.contains { signature in keys.keys.contains { $0.id == signature.keyID } }
  }

  /// Trusts the newest set that the chain leads to.
  ///
  /// - Throws: `malformed-envelope` if a signed set cannot be parsed; nothing has changed then.
  package mutating func updateKeys(with chain: KeyChain) throws(FlowMagicError) {
    let knownLinks = self.chain.links
    // A server may omit old links; known links still lead to the new ones.
    let all = KeyChain(links: knownLinks + chain.links.filter { !knownLinks.contains($0) })
    let path = try all.path(from: root)
    guard path.newest.version > keys.version else { return }
    // NB: links that no trusted key signed are dropped; storing them would let a server fill the
    // disk.
    self.chain = KeyChain(links: path.links)
    keys = path.newest
  }

  /// Checks signature, audience, digest and version, in this order.
  ///
  /// - Throws: `signature-mismatch`, `wrong-audience`, `stale-release` or `conflicting-release`.
  package func check(_ envelope: SignedRelease) throws(FlowMagicError) -> Freshness {
    try checkSignatureAndAudience(envelope)
    try envelope.verifyDocument()
    let version = ReleaseVersion(envelope.statement)
    if let floor, version.number < floor {
      throw FlowMagicError(
        .staleRelease,
        "Release \(version.number), signed at \(version.issued), is older than release \(floor), "
          + "which this app was built with.")
    }
    try checkHighWaterMark(version)
    guard let acceptedStatement, acceptedStatement.number == version.number else { return .newer }
    return ReleaseVersion(acceptedStatement) == version ? .same : .renewal
  }

  /// Checks that a trusted key signed the statement for this application and environment.
  ///
  /// - Throws: `signature-mismatch` or `wrong-audience`.
  package func checkSignatureAndAudience(_ envelope: SignedRelease) throws(FlowMagicError) {
    try envelope.verifyStatement(with: keys.keys)
    let statement = envelope.statement
    guard statement.application == application, statement.environment == environment else {
      throw FlowMagicError(
        .wrongAudience,
        "Release \(statement.number) is for \(statement.application.string) in "
          + "\(statement.environment.string); this app is \(application.string) in "
          + "\(environment.string).")
    }
  }

  private func checkHighWaterMark(_ version: ReleaseVersion) throws(FlowMagicError) {
    guard let highestVersion else { return }
    if version.number == highestVersion.number, version.digest != highestVersion.digest {
      throw FlowMagicError(
        .conflictingRelease,
        "Release \(version.number) has a different document than before. A published release never "
          + "changes; each change has its own number.")
    }
    guard version >= highestVersion else {
      throw FlowMagicError(
        .staleRelease,
        "Release \(version.number), signed at \(version.issued), is older than release "
          + "\(highestVersion.number), signed at \(highestVersion.issued), which this device has "
          + "accepted.")
    }
  }

  /// Raises the high-water mark to a statement whose signature has been verified.
  package mutating func record(_ statement: ReleaseStatement) {
    let version = ReleaseVersion(statement)
    highestVersion = highestVersion.map { max($0, version) } ?? version
  }

  /// Records that the release of a verified statement is now in use.
  package mutating func accept(_ statement: ReleaseStatement) {
    record(statement)
    acceptedStatement = statement
  }
}
