import FlowCore
package import FlowMagic
package import FlowStore

/// Signs releases and publishes them to `CurrentReleases`; renews signatures before they expire.
///
/// An actor, so that of two releases of an environment the newer one is signed last.
package actor ReleaseSigner {
  /// The validity of a statement, in seconds: 7 days.
  package static let validity = 7 * 24 * 3600
  /// The age at which a statement is renewed, in seconds: 12 hours.
  package static let renewal = 12 * 3600
  /// The maximum time between the clock and a statement's start of validity, in seconds: 7 days.
  package static let maximumLead = 7 * 24 * 3600

  private var keys: SigningKeys
  /// The latest issue time before this process started.
  private let issueTimeAtStart: Int
  private var minimumIssueTime: Int
  private let saveIssueTime: @Sendable (Int) -> Void
  private let numberRecorder: NumberRecorder
  /// The clock's time at which each current statement was signed, which may be behind its issue
  /// time.
  private var signingTimes: [String: Int] = [:]
  private let currentReleases: CurrentReleases
  private let clock: @Sendable () -> Int
  private let onCurrent: @Sendable (StoredRelease, String?) -> Void

  /// Creates a signer.
  ///
  /// `onCurrent` is called with each release that becomes current, and with the portal page that
  /// published it, if any.
  package init(
    keys: SigningKeys, minimumIssueTime: MinimumIssueTime,
    numberRecorder: NumberRecorder = NumberRecorder(), currentReleases: CurrentReleases,
    clock: @escaping @Sendable () -> Int,
    onCurrent: @escaping @Sendable (StoredRelease, String?) -> Void = { _, _ in }
  ) {
    self.keys = keys
    issueTimeAtStart = min(minimumIssueTime.second, KeyFolder.latestIssueTime)
    self.minimumIssueTime = minimumIssueTime.second
    saveIssueTime = minimumIssueTime.save
    self.numberRecorder = numberRecorder
    self.currentReleases = currentReleases
    self.clock = clock
    self.onCurrent = onCurrent
  }

  /// Whether the number of a release could not be recorded beside the keys.
  package private(set) var hasUnrecordedNumber = false

  /// Sets whether a number is still to be recorded.
  package func setHasUnrecordedNumber(_ hasUnrecordedNumber: Bool) {
    self.hasUnrecordedNumber = hasUnrecordedNumber
  }

  /// The published chain of key sets.
  package var chain: KeyChain { keys.chain }
  /// The public key that new SDK keys contain.
  package var publicKey: VerificationKey { keys.publicKey }

  /// Signs a release that has just become current and delivers it.
  ///
  /// - Throws: Any error of signing.
  package func announce(_ release: StoredRelease, client: String? = nil) throws {
    let live = currentReleases.current(
      application: release.application, environment: release.environment)
    // NB: of two concurrent publishes, the older one may arrive second.
    if let live, live.number >= release.number { return }
    record(release)
    try sign(release, after: live?.issued ?? 0)
    onCurrent(release, client)
  }

  /// Announces all releases that are newer than the current ones.
  ///
  /// - Returns: The errors of releases that could not be announced; the others were.
  package func announce(_ releases: [StoredRelease]) -> [any Error] {
    var failures: [any Error] = []
    for release in releases {
      do { try announce(release) } catch { failures.append(error) }
    }
    return failures
  }

  /// Renews statements signed at least 12 hours ago.
  ///
  /// - Throws: The first error of signing; the other releases are signed then.
  package func renew() throws {
    let now = clock()
    // NB: compares the time of signing: an issue time may be in the future after a wrong clock.
    try signAgain { release in
      abs(now - (signingTimes[Self.environmentKey(release)] ?? 0)) >= Self.renewal
    }
  }

  /// Signs all current releases with new keys; does nothing if the keys are unchanged.
  ///
  /// - Throws: The first error of signing. The other releases are signed then, and the next call of
  ///   ``renew()`` retries those that failed.
  package func use(_ keys: SigningKeys) throws {
    guard keys.chain != self.keys.chain else { return }
    self.keys = keys
    try signAgain { _ in true }
  }

  /// Signs current releases again, all of them even if one fails.
  private func signAgain(_ isDue: (StoredRelease) -> Bool) throws {
    var failure: (any Error)?
    for live in currentReleases.all where isDue(live.stored) {
      do {
        try sign(live.stored, after: live.issued)
      } catch {
        signingTimes[Self.environmentKey(live.stored)] = nil
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// Records the number before the release is delivered.
  ///
  /// If that fails, the release is delivered anyway: a rollback must not wait for a disk, and the
  /// store has the number, too. The next refresh retries.
  private func record(_ release: StoredRelease) {
    do {
      try numberRecorder.record(
        IssuedNumber(
          application: release.application, environment: release.environment,
          number: release.number))
    } catch {
      hasUnrecordedNumber = true
    }
  }

  private func sign(_ release: StoredRelease, after previous: Int) throws {
    let now = clock()
    // After the clock was set back, a statement must not look older than the previous one.
    let issued = max(now, issueTimeAtStart + 1, previous + 1)
    let document = String(decoding: try ServedDocument.bytes(release.body), as: UTF8.self)
    let statement = ReleaseStatement(
      application: Name(release.application), environment: Name(release.environment),
      number: release.number, digest: SignedRelease.digest(of: document), issued: issued,
      // NB: not simply `issued`: after a clock was a year ahead, that stays a year ahead.
      expires: min(issued, now + Self.maximumLead) + Self.validity)
    let signed = SignedRelease(
      document: document, statement: statement, signatures: [try keys.sign(statement.text)])
    if issued > minimumIssueTime {
      minimumIssueTime = issued
      saveIssueTime(issued)
    }
    signingTimes[Self.environmentKey(release)] = now
    currentReleases.publish(signed.bytes, of: release, issued: issued)
  }

  private static func environmentKey(_ release: StoredRelease) -> String {
    "\(release.application)/\(release.environment)"
  }
}
