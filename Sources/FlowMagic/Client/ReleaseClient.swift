public import FlowCore

/// Keeps an app on the newest release of its environment, from the bundled flows, the cache and the
/// network.
///
/// A release is used only if a trusted key signed it for this application and environment, it is
/// not older than the bundled one or any that the device has accepted, the server's statement
/// about it has not expired, and this build can read it. Otherwise the error is reported and the
/// last good release stays in use. A release that was accepted once stays usable however long the
/// device is offline.
///
/// ```swift
/// let client = try ReleaseClient(
///   ClientConfiguration(
///     server: server, application: "shop", key: key, bundledDocument: bundled),
///   transport: URLSessionTransport(),
///   cache: FileReleaseCache(application: "shop", environment: "production"))
/// let release = await client.start()
/// for await newer in await client.updates() { navigator.adopt(newer) }
/// ```
///
/// One connection is open while the app is in the foreground; call `pause()` when it enters the
/// background.
public actor ReleaseClient: ReleaseSource {
  nonisolated let configuration: ClientConfiguration
  nonisolated let transport: any Transport
  nonisolated let dependencies: Dependencies
  nonisolated let timings: ClientTimings
  nonisolated let cache: any ReleaseCache
  private nonisolated let events: (any EventSink)?

  var trust: ReleaseTrust
  var policy: ReconnectPolicy
  /// The entity tag of the newest release, so that the server does not send it again.
  var knownTag: String?
  /// The time at which the stream was opened or last received data.
  var lastReceived = Duration.zero
  /// Whether the stream has received data.
  var hasReceivedData = false
  /// The release in use.
  var current: LoadedRelease
  /// The release that `start()` has returned.
  private var startRelease: LoadedRelease?
  private var isStarted = false
  private var isPaused = false
  /// Whether `start()` need not wait any longer; see `firstResponseReceived()`.
  private var hasFirstResponse = false
  private var firstResponseWaiters: [CheckedContinuation<Void, Never>] = []
  private var updateTask: Task<Void, Never>?
  var updateStreams = Broadcast<LoadedRelease>()
  private var documentStreams = Broadcast<FlowDocument>()
  /// The document of the release in use; nil while the bundled flows are in use.
  public internal(set) var document: FlowDocument? {
    didSet { if let document { documentStreams.send(document) } }
  }
  private var problemStreams = Broadcast<FlowMagicError>()
  private var connectionStreams = Broadcast<ConnectionState>()
  var connection = ConnectionState.disconnected {
    didSet { if connection != oldValue { connectionStreams.send(connection) } }
  }
  private var reportedProblems = ReportedProblems()
  var keysRequestedAt: Duration?
  /// Whether the server has opened the stream; an open stream without data counts as blocked.
  var isStreamOpen = false
  /// Whether several streams have delivered nothing, and no poll has succeeded since.
  var streamsMayBeBlocked = false
  #if canImport(Network)
    var networkPath: NetworkPathMonitor?
  #endif
  /// The digest of each screen's uploaded snapshot.
  var sentSnapshots: [Name: [UInt8]] = [:]

  /// Creates a client; it reads and sends nothing before `start()`.
  ///
  /// - Parameters:
  ///   - configuration: The configuration.
  ///   - transport: The connection to the server.
  ///   - cache: Stores the last good release.
  ///   - events: An event sink that also receives the problems.
  ///   - dependencies: Clocks and randomness.
  /// - Throws: A `FlowError` if the bundled flows cannot be compiled.
  public init(
    _ configuration: ClientConfiguration, transport: any Transport, cache: any ReleaseCache,
    events: (any EventSink)? = nil, dependencies: Dependencies = .device
  ) throws(FlowError) {
    self.configuration = configuration
    self.transport = transport
    self.cache = cache
    self.events = events
    self.dependencies = dependencies
    timings = configuration.timings
    policy = ReconnectPolicy(configuration.timings)
    trust = ReleaseTrust(
      application: configuration.application, environment: configuration.environment,
      key: configuration.key, floor: configuration.bundledNumber)
    current = LoadedRelease(
      try Release(configuration.bundledDocument, manifest: configuration.manifest), from: .bundle)
  }

  /// Starts the client and returns the first release.
  ///
  /// Returns at once with the verified cached release, or with the bundled one; newer releases
  /// arrive through `updates()`. With a `startTimeout` it waits for at most that long until the
  /// server has responded or turned out to be unreachable.
  public func start() async -> LoadedRelease {
    if !isStarted {
      isStarted = true
      readCache()
      if !isPaused { updateTask = Task { await self.run(pollsFirst: true) } }
    }
    await waitForFirstResponse()
    startRelease = current
    return current
  }

  /// Every newer release; a slow reader gets only the newest.
  public func updates() -> AsyncStream<LoadedRelease> {
    let (id, stream) = updateStreams.open(buffer: 1) { [weak self] id in
      Task { await self?.closeUpdates(id) }
    }
    // The caller has not seen a release that arrived between `start()` and this call.
    if let startRelease, startRelease.release !== current.release {
      updateStreams.send(current, to: id)
    }
    return stream
  }

  /// The document of the release in use, and that of each newer release, for hosts that compile
  /// documents themselves.
  ///
  /// A slow reader gets only the newest. The bundled document is not included.
  public func documents() -> AsyncStream<FlowDocument> {
    let (id, stream) = documentStreams.open(buffer: 1) { [weak self] id in
      Task { await self?.closeDocuments(id) }
    }
    if let document { documentStreams.send(document, to: id) }
    return stream
  }

  /// A stream of errors from now on; a repeated error is reported once.
  public func problems() -> AsyncStream<FlowMagicError> {
    problemStreams.open(buffer: 100) { [weak self] id in
      Task { await self?.closeProblems(id) }
    }.stream
  }

  /// The current connection state and its changes; a slow reader gets only the newest.
  public func connectionStates() -> AsyncStream<ConnectionState> {
    let (id, stream) = connectionStreams.open(buffer: 1) { [weak self] id in
      Task { await self?.closeConnections(id) }
    }
    connectionStreams.send(connection, to: id)
    return stream
  }

  /// Closes the connection until `resume()`, for an app in the background.
  public func pause() {
    updateTask?.cancel()
    updateTask = nil
    connection = .disconnected
    isPaused = true
    firstResponseReceived()
  }

  /// Reconnects after `pause()` and catches up immediately.
  public func resume() {
    guard isPaused else { return }
    isPaused = false
    guard isStarted else { return }
    policy.resume()
    updateTask = Task { await self.run(pollsFirst: false) }
  }

  /// Whether the client has started and is not paused.
  var isRunning: Bool { updateTask != nil }

  /// Starts again with the policy's next action, without waiting.
  func restart() {
    updateTask?.cancel()
    // `start()` may still be waiting for the first poll's response.
    updateTask = Task { await self.run(pollsFirst: !self.hasFirstResponse) }
  }

  private func closeUpdates(_ id: Int) { updateStreams.close(id) }
  private func closeDocuments(_ id: Int) { documentStreams.close(id) }
  private func closeConnections(_ id: Int) { connectionStreams.close(id) }
  private func closeProblems(_ id: Int) { problemStreams.close(id) }
}

// MARK: The first response

extension ReleaseClient {
  private func waitForFirstResponse() async {
    guard !hasFirstResponse, timings.startTimeout > .zero else { return }
    let limit = timings.startTimeout
    let timer = Task {
      try? await dependencies.sleep(limit)
      firstResponseReceived()
    }
    await withCheckedContinuation { firstResponseWaiters.append($0) }
    timer.cancel()
  }

  /// Lets `start()` return: the server responded, cannot be reached or timed out, or `pause()` was
  /// called.
  func firstResponseReceived() {
    hasFirstResponse = true
    for waiter in firstResponseWaiters { waiter.resume() }
    firstResponseWaiters = []
  }
}

// MARK: Problems

extension ReleaseClient {
  /// Reports a problem, unless it has been reported already.
  func report(_ problem: FlowMagicError, release: Int? = nil) {
    guard reportedProblems.insert(problem) else { return }
    problemStreams.send(problem)
    events?.record(
      FlowEvent(.problem, release: release, detail: ProblemDetail(problem).detail))
  }

  /// Clears reported problems that no longer exist.
  func clearProblems(_ codes: FlowMagicError.Code...) { reportedProblems.remove(codes) }
}

/// The state of a client's connection for new releases.
public enum ConnectionState: Sendable {
  /// There is no connection; the current release stays in use.
  case disconnected
  /// The client polls, because streams are blocked or rejected.
  case polling
  /// A stream is open: releases arrive as soon as they are published.
  case live
}
