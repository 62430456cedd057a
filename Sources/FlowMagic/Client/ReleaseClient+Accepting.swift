import FlowCore

// Acceptance of releases from the cache and from servers.

extension ReleaseClient {
  /// Loads the newest valid release of the cache.
  ///
  /// Its statement may have expired: the device has accepted it before, and an app that stays
  /// offline for months keeps using it.
  func readCache() {
    let contents = cache.read()
    for problem in contents.problems { report(problem) }
    var releases: [CachedRelease] = []
    for entry in contents.entries {
      do throws(FlowMagicError) {
        releases.append(try CachedRelease(entry, trust, limit: configuration.maximumBytes))
      } catch {
        reportUnused(error)
      }
    }
    // The signed statements determine the order, not the order of the entries, which is not signed.
    releases.sort { ReleaseVersion($0.envelope.statement) > ReleaseVersion($1.envelope.statement) }
    for release in releases {
      // NB: does not fail, because `CachedRelease` has already verified the chain.
      try? trust.updateKeys(with: release.chain)
      // Even if the document is damaged, the statement records what this device has accepted.
      trust.record(release.envelope.statement)
    }
    for release in releases {
      do throws(FlowMagicError) {
        if try use(release) { return }
      } catch {
        reportUnused(error)
      }
    }
  }

  private func reportUnused(_ error: FlowMagicError) {
    report(
      FlowMagicError(.corruptCache, "A cached release is not used: \(error.message)"))
  }

  /// Uses a cached release, unless the bundled one is newer; returns whether it is used.
  private func use(_ cached: CachedRelease) throws(FlowMagicError) -> Bool {
    let statement = cached.envelope.statement
    if let floor = trust.floor, floor > statement.number { return false }
    try cached.envelope.verifyDocument()
    let (document, release) = try compile(cached.envelope)
    trust.accept(statement)
    knownTag = ReleaseVersion(statement).tag
    current = LoadedRelease(release, from: .cache)
    self.document = document
    warnIfExpired()
    return true
  }

  /// Verifies a release from the server, and uses it if it passes.
  func accept(_ bytes: [UInt8]) async {
    var statement: ReleaseStatement?
    do throws(FlowMagicError) {
      let envelope = try SignedRelease(
        parsing: bytes, limits: JSONLimits(bytes: configuration.maximumBytes))
      statement = envelope.statement
      if !trust.isSignerTrusted(of: envelope) { await fetchKeys() }
      guard !Task.isCancelled else { return }
      let freshness = try trust.check(envelope)
      try rejectExpired(envelope.statement)
      switch freshness {
      case .same: break
      case .renewal: store(envelope, bytes)
      case .newer:
        let (document, release) = try compile(envelope)
        store(envelope, bytes) { self.use(release, document) }
      }
      warnIfExpired()
    } catch {
      // Do not request a release again that this build cannot read.
      if error.code == .unusableRelease, let statement {
        knownTag = ReleaseVersion(statement).tag
      }
      report(error, release: statement?.number)
    }
  }

  private func compile(
    _ envelope: SignedRelease
  ) throws(FlowMagicError) -> (document: FlowDocument, release: Release) {
    let statement = envelope.statement
    do throws(FlowError) {
      var document = try FlowDocument(
        parsing: envelope.document, limits: JSONLimits(bytes: configuration.maximumBytes))
      // The signed statement overrides the document; other formats lack these members.
      document.application = statement.application
      document.environment = statement.environment
      document.number = statement.number
      return (document, try Release(document, manifest: configuration.manifest))
    } catch {
      throw FlowMagicError(
        .unusableRelease,
        "Release \(statement.number) cannot be used by this build: \(error.message)")
    }
  }

  private func use(_ release: Release, _ document: FlowDocument) {
    current = LoadedRelease(release, from: .network)
    updateStreams.send(current)
    self.document = document
  }

  /// Accepts a statement, makes its release current, and writes the cache last, so that the
  /// user interface does not wait for the disk.
  private func store(_ envelope: SignedRelease, _ bytes: [UInt8], makeCurrent: () -> Void = {}) {
    trust.accept(envelope.statement)
    knownTag = ReleaseVersion(envelope.statement).tag
    clearProblems(.expiredRelease)
    makeCurrent()
    let entry = CacheEntry(envelope: bytes, chain: trust.chain.bytes)
    do throws(FlowMagicError) { try cache.write(entry) } catch { report(error) }
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
      try trust.updateKeys(with: KeyChain(parsing: response.body))
    } catch let error as FlowMagicError {
      report(error)
    } catch {
      report(FlowMagicError(.unreachable, "The server's keys cannot be fetched: \(error)"))
    }
  }
}

// MARK: Expiry

extension ReleaseClient {
  private func validity(of statement: ReleaseStatement) -> StatementValidity {
    StatementValidity(
      of: statement, now: Int(clamping: dependencies.wallClockMilliseconds() / 1_000),
      buildTime: configuration.buildTime)
  }

  /// Rejects an expired statement from the network, because it may be replayed.
  private func rejectExpired(_ statement: ReleaseStatement) throws(FlowMagicError) {
    guard validity(of: statement) == .expired else { return }
    throw FlowMagicError(
      .expiredRelease,
      "The server's statement about release \(statement.number), signed at \(statement.issued), "
        + "has expired according to this device's clock, so the release was rejected; the one in "
        + "use stays. Either the clock is ahead, the server has not renewed its statements, or a "
        + "proxy replays old responses.")
  }

  /// Reports that the statement about the release in use has expired.
  ///
  /// A server renews statements twice a day, so one that responds without renewing may be an
  /// attacker who withholds a newer release. The release stays in use.
  func warnIfExpired() {
    guard let statement = trust.acceptedStatement else { return }
    let reason: String
    switch validity(of: statement) {
    case .valid: return
    case .expired:
      reason =
        "Either the clock is ahead, or the device has not received anything newer from the server "
        + "for a long time."
    case .uncertain:
      reason =
        "The clock shows a time before this app was built, so it is wrong and expiry cannot be "
        + "checked. Set the clock."
    }
    report(
      FlowMagicError(
        .expiredRelease,
        "The statement about release \(statement.number), signed at \(statement.issued), has "
          + "expired. The release stays in use. \(reason)"), release: statement.number)
  }
}

/// A cache entry whose statement was signed for this app by a trusted key.
private struct CachedRelease {
  let envelope: SignedRelease
  let chain: KeyChain

  init(_ entry: CacheEntry, _ trust: ReleaseTrust, limit: Int) throws(FlowMagicError) {
    var trust = trust
    chain = try KeyChain(parsing: entry.chain)
    try trust.updateKeys(with: chain)
    envelope = try SignedRelease(parsing: entry.envelope, limits: JSONLimits(bytes: limit))
    try trust.checkSignatureAndAudience(envelope)
  }
}
