import FlowCore
package import FlowMagic
package import FlowStore

/// Signs releases and puts them into `CurrentReleases`; renews signatures before they expire.
///
/// An actor, so that of two releases of one environment the newer one is signed last.
package actor ReleaseSigner {
  /// The validity of a statement, in seconds: 7 days.
  package static let validity = 7 * 24 * 3600
  /// After how many seconds a statement is renewed: 12 hours.
  package static let renewal = 12 * 3600
  /// The maximum time between the clock and a statement's start of validity, in seconds: 7 days.
  package static let maximumLead = 7 * 24 * 3600

  private var keys: SigningKeys
  /// The latest issue time before this process started.
  private let issueTimeAtStart: Int
  private var minimumIssueTime: Int
  private let saveIssueTime: @Sendable (Int) -> Void
  private let numberRecorder: NumberRecorder
  /// The times at which the current statements were signed by the clock, which may be behind their
  /// issue times.
  private var signingTimes: [String: Int] = [:]
  private let currentReleases: CurrentReleases
  private let clock: @Sendable () -> Int
  private let onCurrent: @Sendable (StoredRelease, String?) -> Void

  /// Creates a signer.
  ///
  /// - Parameters:
  ///   - keys: The signing keys.
  ///   - minimumIssueTime: The latest issue time before a restart.
  ///   - numberRecorder: Writes down each number before a release of it goes out.
  ///   - currentReleases: Receives what was signed.
  ///   - clock: Seconds since 1970.
  ///   - onCurrent: Called with each release that becomes current, and with the client that
  ///     published it, if it was a page of the portal.
  package init(
    keys: SigningKeys, minimumIssueTime: MinimumIssueTime,
    numberRecorder: NumberRecorder = NumberRecorder(), currentReleases: CurrentReleases,
    clock: @escaping @Sendable () -> Int,
    onCurrent: @escaping @Sendable (StoredRelease, String?) -> Void = { _, _ in }
  ) {
    self.keys = keys
    issueTimeAtStart = minimumIssueTime.second
    self.minimumIssueTime = minimumIssueTime.second
    saveIssueTime = minimumIssueTime.save
    self.numberRecorder = numberRecorder
    self.currentReleases = currentReleases
    self.clock = clock
    self.onCurrent = onCurrent
  }

  /// The reason why the latest release's number could not be written beside the keys; nil if it
  /// was.
  package private(set) var recordingFailure: String?

  /// Records that the release's number was written beside the keys after an earlier failure.
  package func noteRecording() { recordingFailure = nil }

  /// The chain of key sets as it is published.
  package var chain: KeyChain { keys.chain }
  /// The key that new SDK keys carry.
  package var publicKey: VerificationKey { keys.publicKey }

  /// Signs a release that has just become current and sends it out.
  ///
  /// - Parameters:
  ///   - release: The published release.
  ///   - client: The page that published it, which then recognizes its own change.
  /// - Throws: Any error of signing.
  package func announce(_ release: StoredRelease, client: String? = nil) throws {
    let live = currentReleases.current(
      application: release.application, environment: release.environment)
    // NB: of two concurrent publishes the older one may come second.
    if let live, live.number >= release.number { return }
    record(release)
    try sign(release, after: live?.issued ?? 0)
    onCurrent(release, client)
  }

  /// Announces all releases that are newer than the current ones.
  ///
  /// - Returns: The errors of releases that could not be announced; the others are.
  package func announce(_ releases: [StoredRelease]) -> [any Error] {
    var failures: [any Error] = []
    for release in releases {
      do { try announce(release) } catch { failures.append(error) }
    }
    return failures
  }

  /// Renews every statement that is 12 hours old.
  package func renew() throws {
    let now = clock()
    // NB: by the time of signing. An issue time may lie in the future after a clock was wrong.
    for live in currentReleases.all {
      let signed = signingTimes[Self.place(live.stored)] ?? 0
      if abs(now - signed) >= Self.renewal { try sign(live.stored, after: live.issued) }
    }
  }

  /// Signs all current releases with other keys; does nothing if they are the same.
  package func use(_ keys: SigningKeys) throws {
    guard keys.chain != self.keys.chain else { return }
    self.keys = keys
    for live in currentReleases.all { try sign(live.stored, after: live.issued) }
  }

  /// Writes down the number before anyone can have the release.
  ///
  /// If that fails the release goes out all the same: a rollback must not wait for a disk, and the
  /// store has the number, too. The next refresh tries again.
  private func record(_ release: StoredRelease) {
    do {
      try numberRecorder.record(
        IssuedNumber(
          application: release.application, environment: release.environment,
          number: release.number))
      recordingFailure = nil
    } catch {
      recordingFailure = "\(error)"
    }
  }

  private func sign(_ release: StoredRelease, after previous: Int) throws {
    let now = clock()
    // A clock that was set back must not issue a statement that looks older than the one before.
    let issued = max(now, issueTimeAtStart + 1, previous + 1)
    let document = String(decoding: try ServedDocument.bytes(release.body), as: UTF8.self)
    let statement = ReleaseStatement(
      application: Name(release.application), environment: Name(release.environment),
      number: release.number, digest: SignedRelease.digest(of: document), issued: issued,
      // NB: not simply `issued`: after a clock was a year ahead it is ahead for a year.
      expires: min(issued, now + Self.maximumLead) + Self.validity)
    let signed = SignedRelease(
      document: document, statement: statement, signatures: [try keys.sign(statement.text)])
    if issued > minimumIssueTime {
      minimumIssueTime = issued
      saveIssueTime(issued)
    }
    signingTimes[Self.place(release)] = now
    currentReleases.publish(signed.bytes, of: release, issued: issued)
  }

  private static func place(_ release: StoredRelease) -> String {
    "\(release.application)/\(release.environment)"
  }
}
