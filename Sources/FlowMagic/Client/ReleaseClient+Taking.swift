import FlowCore

// What a client takes over from the cache and from servers, and what it refuses.

extension ReleaseClient {
  /// Takes over the newest good entry of the cache.
  func readCache() {
    let contents = cache.read()
    for problem in contents.problems { report(problem) }
    // What a damaged newest entry would have said is not known; the next one counts.
    for entry in contents.entries {
      do {
        try take(entry)
        return
      } catch {
        report(
          FlowMagicError(
            .damagedCache, "The kept release \(entry.newest.number) is not used: \(error.message)"))
      }
    }
  }

  private func take(_ entry: CacheEntry) throws(FlowMagicError) {
    var trust = trust
    try trust.learn(KeyChain(parsing: entry.chain))
    let envelope = try SignedRelease(
      parsing: entry.envelope, limits: JSONLimits(bytes: configuration.maximumBytes))
    guard ReleaseVersion(envelope.statement) >= entry.newest else {
      throw FlowMagicError(
        .staleRelease,
        "it is older than release \(entry.newest.number), which this device has seen.")
    }
    _ = try trust.check(envelope)
    let release = try compile(envelope)
    trust.accept(envelope.statement)
    self.trust = trust
    knownTag = trust.newest?.tag
    warnIfExpired(envelope.statement)
    // A build may be newer than the cache of the build before it.
    if let bundled = bundledNumber, bundled > envelope.statement.number { return }
    current = LoadedRelease(release, from: .cache)
  }

  /// The bundle's number if it is one of this application and environment.
  private var bundledNumber: Int? {
    let bundle = configuration.bundle
    guard bundle.application == configuration.application,
      bundle.environment == configuration.environment
    else { return nil }
    return bundle.number
  }

  /// Checks what a server sent, and uses it if every rule lets it pass.
  func take(_ bytes: [UInt8]) async {
    var statement: ReleaseStatement?
    do throws(FlowMagicError) {
      let envelope = try SignedRelease(
        parsing: bytes, limits: JSONLimits(bytes: configuration.maximumBytes))
      statement = envelope.statement
      if !trust.knowsSigner(of: envelope) { await learnKeys() }
      guard !Task.isCancelled else { return }
      switch try trust.check(envelope) {
      case .same: break
      case .renewal: keep(envelope, bytes)
      case .newer:
        let release = try compile(envelope)
        keep(envelope, bytes) { self.use(release) }
      }
      warnIfExpired(envelope.statement)
    } catch {
      // A release that this build cannot read is the same when it comes again: need not come.
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
      // The server's word counts; formats of others have no place for it.
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

  /// Remembers a statement, hands the release out, and writes it down afterwards: the screen need
  /// not wait for the disk.
  private func keep(_ envelope: SignedRelease, _ bytes: [UInt8], handOut: () -> Void = {}) {
    trust.accept(envelope.statement)
    knownTag = trust.newest?.tag
    handOut()
    let entry = CacheEntry(
      envelope: bytes, chain: trust.chain.bytes, newest: ReleaseVersion(envelope.statement))
    do throws(FlowMagicError) { try cache.write(entry) } catch { report(error) }
  }

  private func warnIfExpired(_ statement: ReleaseStatement) {
    guard dependencies.milliseconds() / 1_000 > statement.expires else { return }
    report(
      FlowMagicError(
        .expiredRelease,
        "The server's word about release \(statement.number) of \(statement.issued) has ended by "
          + "this device's clock. The release stays in use; either the clock is wrong or the "
          + "server has not been heard of for long."), release: statement.number)
  }

  /// Asks for the server's chain of keys, at most once a minute.
  private func learnKeys() async {
    let now = dependencies.uptime()
    if let keysAskedAt, now - keysAskedAt < .seconds(60) { return }
    keysAskedAt = now
    do {
      let response = try await transport.send(configuration.keysRequest)
      guard response.status == 200 else {
        report(
          FlowMagicError(
            .unexpectedAnswer,
            "The server answered \(response.status) when it was asked for its keys."))
        return
      }
      try trust.learn(KeyChain(parsing: response.body))
    } catch let error as FlowMagicError {
      report(error)
    } catch {
      report(FlowMagicError(.unreachable, "The server's keys cannot be had: \(error)"))
    }
  }
}
