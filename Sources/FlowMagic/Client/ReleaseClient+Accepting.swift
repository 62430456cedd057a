import FlowCore

// Which releases a client accepts from the cache and from servers.

extension ReleaseClient {
  /// Loads the newest valid entry of the cache.
  func readCache() {
    let contents = cache.read()
    for problem in contents.problems { report(problem) }
    // If the newest entry is invalid, the one before it is used.
    for entry in contents.entries {
      do {
        try accept(entry)
        return
      } catch {
        report(
          FlowMagicError(
            .corruptCache, "The cached release \(entry.newest.number) is not used: \(error.message)"
          ))
      }
    }
  }

  private func accept(_ entry: CacheEntry) throws(FlowMagicError) {
    var trust = trust
    try trust.learn(KeyChain(parsing: entry.chain))
    let envelope = try SignedRelease(
      parsing: entry.envelope, limits: JSONLimits(bytes: configuration.maximumBytes))
    guard ReleaseVersion(envelope.statement) >= entry.newest else {
      throw FlowMagicError(
        .staleRelease,
        "it is older than release \(entry.newest.number), which this device has accepted.")
    }
    _ = try trust.check(envelope)
    let release = try compile(envelope)
    trust.accept(envelope.statement)
    self.trust = trust
    knownTag = trust.newest?.tag
    warnIfExpired(envelope.statement)
    // The bundle of a new build may be newer than the cache of the previous build.
    if let bundled = bundledNumber, bundled > envelope.statement.number { return }
    current = LoadedRelease(release, from: .cache)
  }

  /// The bundle's release number, if it is of this application and environment.
  private var bundledNumber: Int? {
    let bundle = configuration.bundle
    guard bundle.application == configuration.application,
      bundle.environment == configuration.environment
    else { return nil }
    return bundle.number
  }

  /// Verifies a release from the server, and uses it if it passes.
  func accept(_ bytes: [UInt8]) async {
    var statement: ReleaseStatement?
    do throws(FlowMagicError) {
      let envelope = try SignedRelease(
        parsing: bytes, limits: JSONLimits(bytes: configuration.maximumBytes))
      statement = envelope.statement
      if !trust.knowsSigner(of: envelope) { await fetchKeys() }
      guard !Task.isCancelled else { return }
      switch try trust.check(envelope) {
      case .same: break
      case .renewal: store(envelope, bytes)
      case .newer:
        let release = try compile(envelope)
        store(envelope, bytes) { self.use(release) }
      }
      warnIfExpired(envelope.statement)
    } catch {
      // A release that this build cannot read need not be sent again.
      if error.code == .unusableRelease, let statement {
        knownTag = ReleaseVersion(statement).tag
      }
      report(error, release: statement?.number)
    }
  }

  private func compile(_ envelope: SignedRelease) throws(FlowMagicError) -> Release {
    let statement = envelope.statement
    do throws(FlowError) {
      var document = try FlowDocument(
        parsing: envelope.document, limits: JSONLimits(bytes: configuration.maximumBytes))
      // The signed statement overrides the document; other formats lack these members.
      document.application = statement.application
      document.environment = statement.environment
      document.number = statement.number
      return try Release(document, manifest: configuration.manifest)
    } catch {
      throw FlowMagicError(
        .unusableRelease,
        "Release \(statement.number) cannot be used by this build: \(error.message)")
    }
  }

  private func use(_ release: Release) {
    current = LoadedRelease(release, from: .network)
    updateStreams.send(current)
  }

  /// Accepts a statement, publishes the release, and writes the cache last, so that the screen does
  /// not wait for the disk.
  private func store(_ envelope: SignedRelease, _ bytes: [UInt8], publish: () -> Void = {}) {
    trust.accept(envelope.statement)
    knownTag = trust.newest?.tag
    publish()
    let entry = CacheEntry(
      envelope: bytes, chain: trust.chain.bytes, newest: ReleaseVersion(envelope.statement))
    do throws(FlowMagicError) { try cache.write(entry) } catch { report(error) }
  }

  private func warnIfExpired(_ statement: ReleaseStatement) {
    guard dependencies.milliseconds() / 1_000 > statement.expires else { return }
    report(
      FlowMagicError(
        .expiredRelease,
        "The statement about release \(statement.number), signed at \(statement.issued), has "
          + "expired by this device's clock. The release stays in use. Either the clock is wrong, "
          + "or the device has not reached the server for a long time."), release: statement.number)
  }

  /// Fetches the server's key chain, at most once a minute.
  private func fetchKeys() async {
    let now = dependencies.uptime()
    if let keysRequestedAt, now - keysRequestedAt < .seconds(60) { return }
    keysRequestedAt = now
    do {
      let response = try await transport.send(configuration.keysRequest)
      guard response.status == 200 else {
        report(
          FlowMagicError(
            .unexpectedResponse,
            "Unexpected response \(response.status) to the request for the server's keys."))
        return
      }
      try trust.learn(KeyChain(parsing: response.body))
    } catch let error as FlowMagicError {
      report(error)
    } catch {
      report(FlowMagicError(.unreachable, "The server's keys cannot be fetched: \(error)"))
    }
  }
}
