import FlowCore
package import FlowMagic
package import FlowStore

/// What is current in every environment: signs it, renews the server's word, hands it to the hub.
package actor LiveReleases {
  /// How long a statement counts, in seconds: 7 days.
  package static let validity = 7 * 24 * 3600
  /// After how many seconds a statement is renewed: 12 hours.
  package static let renewal = 12 * 3600

  private struct Place: Hashable {
    let application: String
    let environment: String
  }

  private struct Live {
    let release: StoredRelease
    let document: String
    let digest: String
    var issued: Int
  }

  private var keys: SigningKeys
  /// What was issued before this process started is not later than this.
  private let startFloor: Int
  private var floor: Int
  private let saveFloor: @Sendable (Int) -> Void
  private let hub: ReleaseHub
  private let clock: @Sendable () -> Int
  private let onLive: @Sendable (StoredRelease, String?) -> Void
  private var current: [Place: Live] = [:]

  /// Makes it with nothing live.
  ///
  /// - Parameters:
  ///   - keys: What it signs with.
  ///   - floor: What was issued before.
  ///   - hub: Sends it out.
  ///   - clock: Seconds since 1970.
  ///   - onLive: Called with each release that becomes current, and with the page that published
  ///     it, if it was one.
  package init(
    keys: SigningKeys, floor: IssueFloor, hub: ReleaseHub, clock: @escaping @Sendable () -> Int,
    onLive: @escaping @Sendable (StoredRelease, String?) -> Void = { _, _ in }
  ) {
    self.keys = keys
    startFloor = floor.second
    self.floor = floor.second
    saveFloor = floor.save
    self.hub = hub
    self.clock = clock
    self.onLive = onLive
  }

  /// The chain of key sets as it is published.
  package var chain: KeyChain { keys.chain }
  /// The key that SDK keys made now carry.
  package var publicKey: VerificationKey { keys.publicKey }

  /// Signs a release that has just become current and sends it out.
  ///
  /// - Parameters:
  ///   - release: What was published.
  ///   - client: The page that published it, which then knows its own echo.
  /// - Throws: What signing throws.
  package func announce(_ release: StoredRelease, client: String? = nil) throws {
    let place = Place(application: release.application, environment: release.environment)
    // NB: of two publishes at once the older one may come second.
    if let live = current[place], live.release.number >= release.number { return }
    let document = String(decoding: release.body, as: UTF8.self)
    let live = Live(
      release: release, document: document, digest: SignedRelease.digest(of: document),
      issued: current[place]?.issued ?? 0)
    try send(live, at: place)
    onLive(release, client)
  }

  /// Announces all releases that are newer than what is known here.
  ///
  /// - Returns: Why some could not be announced; the others are.
  package func takeOver(_ releases: [StoredRelease]) -> [any Error] {
    var failures: [any Error] = []
    for release in releases {
      do { try announce(release) } catch { failures.append(error) }
    }
    return failures
  }

  /// Renews every statement that is 12 hours old.
  package func renew() throws {
    let now = clock()
    // A statement from the future was made before the clock was set back: it is renewed in time.
    for (place, live) in current where abs(now - live.issued) >= Self.renewal {
      try send(live, at: place)
    }
  }

  /// Signs everything anew with other keys; nothing happens if they are the same.
  package func use(_ keys: SigningKeys) throws {
    guard keys.chain != self.keys.chain else { return }
    self.keys = keys
    for (place, live) in current { try send(live, at: place) }
  }

  /// The numbers for the metrics.
  package var numbers: [(application: String, environment: String, number: Int)] {
    current.map { ($0.key.application, $0.key.environment, $0.value.release.number) }
  }

  private func send(_ live: Live, at place: Place) throws {
    var live = live
    // A clock that was set back must not make a statement that looks older than the one before.
    live.issued = max(clock(), startFloor + 1, live.release.published, live.issued + 1)
    let statement = ReleaseStatement(
      application: Name(place.application), environment: Name(place.environment),
      number: live.release.number, digest: live.digest, issued: live.issued,
      expires: live.issued + Self.validity)
    let signed = SignedRelease(
      document: live.document, statement: statement, signatures: [try keys.sign(statement.text)])
    current[place] = live
    if live.issued > floor {
      floor = live.issued
      saveFloor(floor)
    }
    hub.publish(
      signed.bytes, number: live.release.number, issued: live.issued,
      application: place.application, environment: place.environment)
  }
}
