package import FlowCore

/// What decides whether a signed release may be used; a value, so that each rule can be tested.
///
/// NB: no rule looks at the device's clock. People set it wrong, and a phone that believes it is
/// 1970 must not be locked out; what the server signed at which second orders everything.
package struct ReleaseTrust: Sendable, Equatable {
  /// What a statement that may be used means for what is there.
  package enum Verdict: Sendable, Equatable {
    /// A release that was not there yet.
    case newer
    /// The server's renewed word about the release that is there.
    case renewal
    /// Exactly what is there.
    case same
  }

  /// The application that releases must be for.
  package let application: Name
  /// The environment that releases must be for.
  package let environment: Name
  /// The set that an app was built with.
  package let root: KeySet
  /// Every link that has been heard of; followed from `root`, it leads to `keys`.
  package private(set) var chain = KeyChain(links: [])
  /// The newest set that can be trusted.
  package private(set) var keys: KeySet
  /// The newest statement that was accepted.
  package private(set) var newest: ReleaseVersion?

  package init(application: Name, environment: Name, key: SDKKey) {
    self.application = application
    self.environment = environment
    root = key.keySet
    keys = key.keySet
  }

  /// Whether one of the envelope's signatures names a trusted key.
  package func knowsSigner(of envelope: SignedRelease) -> Bool {
    envelope.signatures.contains { signature in keys.keys.contains { $0.id == signature.keyID } }
  }

  /// Takes over the newest set that the chain vouches for.
  ///
  /// - Throws: `malformed-envelope` if a set that is signed cannot be read; nothing changes then.
  package mutating func learn(_ chain: KeyChain) throws(FlowMagicError) {
    let known = self.chain.links
    // A server may leave out old links one day; those that are known still lead to the new ones.
    let all = KeyChain(links: known + chain.links.filter { !known.contains($0) })
    let newest = try all.follow(from: root)
    guard newest.version > keys.version else { return }
    self.chain = all
    keys = newest
  }

  /// Checks signature, digest, audience and age, in this order.
  ///
  /// - Throws: `signature-mismatch`, `wrong-audience`, `stale-release` or `conflicting-release`.
  package func check(_ envelope: SignedRelease) throws(FlowMagicError) -> Verdict {
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
    let mark = ReleaseVersion(statement)
    if mark.number == newest.number, mark.digest != newest.digest {
      throw FlowMagicError(
        .conflictingRelease,
        "Release \(mark.number) came with another document than before. Published releases never "
          + "change; a change has a number of its own.")
    }
    guard mark >= newest else {
      throw FlowMagicError(
        .staleRelease,
        "Release \(mark.number), signed at \(mark.issued), is older than release "
          + "\(newest.number), signed at \(newest.issued), which this device has seen.")
    }
    return mark.number > newest.number ? .newer : mark == newest ? .same : .renewal
  }

  /// Remembers a statement that `check` let pass and that is in use now.
  package mutating func accept(_ statement: ReleaseStatement) {
    let mark = ReleaseVersion(statement)
    newest = newest.map { max($0, mark) } ?? mark
  }
}
