import FlowCore
package import FlowMagic
package import FlowStore
import Logging

/// Signs releases and publishes them to `CurrentReleases`; renews signatures before they expire.
///
/// An actor, so that of two releases of an environment the newer one is signed last.
package actor ReleaseSigner {
  /// A release that could not be signed, with the reason.
  package struct Failure: Sendable {
    package let release: StoredRelease
    package let error: any Error

    /// The metadata of a log line about it.
    var metadata: Logger.Metadata {
      [
        "application": "\(release.application)", "environment": "\(release.environment)",
        "number": .stringConvertible(release.number), "reason": "\(error)",
      ]
    }
  }

  /// The validity of a statement, in seconds: 7 days.
  package static let validity = 7 * 24 * 3600
  /// The age at which a statement is renewed, in seconds: 12 hours.
  package static let renewalAge = 12 * 3600
  /// The maximum lead of the issue time over the clock that counts for a statement's expiry, in
  /// seconds: 7 days.
  package static let maximumLead = 7 * 24 * 3600

  private var keys: SigningKeys
  /// The latest issue time before this process started.
  private let issueTimeAtStart: Int
  private var minimumIssueTime: Int
  /// The latest time of the clock when a statement was signed, or up to 5 minutes before.
  private var latestClock: Int
  /// Whether the latest issue time could not be recorded beside the keys.
  private var hasUnrecordedIssueTime = false
  private let saveIssueTime: @Sendable (_ second: Int, _ clock: Int) throws -> Void
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
    issueTimeAtStart = min(minimumIssueTime.second, KeyFolder.issueTimeLimit)
    self.minimumIssueTime = minimumIssueTime.second
    latestClock = minimumIssueTime.clock
    saveIssueTime = minimumIssueTime.save
    self.numberRecorder = numberRecorder
    self.currentReleases = currentReleases
    self.clock = clock
    self.onCurrent = onCurrent
  }

  /// The latest error of recording a release's number beside the keys; nil if all are recorded.
  package private(set) var numberError: (any Error)?

  /// Clears the error of recording a number, before another attempt to record it.
  ///
  /// - Returns: The error; nil if there was none.
  package func takeNumberError() -> (any Error)? {
    defer { numberError = nil }
    return numberError
  }

  /// Keeps the error of another attempt, so that the number is still to be recorded.
  package func keepNumberError(_ error: any Error) { numberError = error }

  /// The published chain of key sets.
  package var chain: KeyChain { keys.chain }
  /// The public key that new SDK keys contain.
  package var publicKey: VerificationKey { keys.publicKey }

  /// Signs a release that has just become current and delivers it.
  ///
  /// - Throws: Any error of signing.
  package func deliver(_ release: StoredRelease, client: String? = nil) throws {
    let live = currentReleases.current(
      application: release.application, environment: release.environment)
    // NB: of two concurrent publishes, the older one may arrive second.
    if let live, live.number >= release.number { return }
    record(release)
    try sign(release, after: live?.issued ?? 0)
    onCurrent(release, client)
  }

  /// Signs and delivers all releases that are newer than the current ones.
  ///
  /// - Returns: The releases that could not be signed; the others were delivered.
  package func deliver(_ releases: [StoredRelease]) -> [Failure] {
    var failures: [Failure] = []
    for release in releases {
      do { try deliver(release) } catch {
        failures.append(Failure(release: release, error: error))
      }
    }
    return failures
  }

  /// Renews statements signed at least 12 hours ago or with earlier keys.
  ///
  /// All of them are attempted even if one fails; the next call retries those that failed.
  ///
  /// - Returns: The releases that could not be signed, whose previous statements stay current.
  package func renew() -> [Failure] {
    let now = clock()
    var failures: [Failure] = []
    for live in currentReleases.all {
      let environment = Self.environmentKey(live.stored)
      // NB: compares the time of signing: an issue time may be in the future after a wrong clock.
      if let signed = signingTimes[environment], abs(now - signed) < Self.renewalAge { continue }
      do {
        try sign(live.stored, after: live.issued)
      } catch {
        failures.append(Failure(release: live.stored, error: error))
      }
    }
    return failures
  }

  /// Signs with other keys from now on; the next ``renew()`` signs all current releases with them.
  package func replaceKeys(with keys: SigningKeys) {
    guard keys.chain != self.keys.chain else { return }
    self.keys = keys
    signingTimes = [:]
  }

  /// Retries recording the latest issue time, if that failed.
  package func retryRecordingIssueTime() {
    if hasUnrecordedIssueTime { recordIssueTime() }
  }

  private func recordIssueTime() {
    do {
      try saveIssueTime(minimumIssueTime, latestClock)
      hasUnrecordedIssueTime = false
    } catch {
      hasUnrecordedIssueTime = true
    }
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
      numberError = error
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
      // NB: not simply from `issued`, which stays a year ahead after the clock was a year ahead.
      expires: min(issued, now + Self.maximumLead) + Self.validity)
    let signed = SignedRelease(
      document: document, statement: statement, signatures: [try keys.sign(statement.text)])
    let isLater = now - latestClock > ClockMonitor.tolerance / 2
    if issued > minimumIssueTime || isLater {
      minimumIssueTime = max(minimumIssueTime, issued)
      latestClock = max(latestClock, now)
      recordIssueTime()
    }
    signingTimes[Self.environmentKey(release)] = now
    currentReleases.publish(signed.bytes, of: release, issued: issued)
  }

  private static func environmentKey(_ release: StoredRelease) -> String {
    "\(release.application)/\(release.environment)"
  }
}
