public import FlowCore

/// Keeps an app on the newest release of its environment: from the bundle, the cache and the
/// network to whoever asks for `updates()`.
///
/// Nothing is used that a trusted key has not signed for this application and environment, that is
/// older than what the device has seen, or that this build cannot read. Whatever is refused is
/// reported, and the last good release stays.
///
/// ```swift
/// let client = try ReleaseClient(
///   ClientConfiguration(server: server, application: "shop", key: key, bundle: bundle),
///   transport: URLSessionTransport(),
///   cache: FileReleaseCache(application: "shop", environment: "production"))
/// let release = await client.start()
/// for await newer in await client.updates() { … }
/// ```
///
/// One connection is open while the app is in front; `pause()` when it goes to the background.
public actor ReleaseClient: ReleaseSource {
  nonisolated let configuration: ClientConfiguration
  nonisolated let transport: any Transport
  nonisolated let dependencies: Dependencies
  nonisolated let timings: ClientTimings
  nonisolated let cache: any ReleaseCache
  private nonisolated let events: (any EventSink)?

  var trust: ReleaseTrust
  var plan: ReconnectPlan
  /// The tag of the newest release that the server need not send again.
  var knownTag: String?
  /// When the stream said something last, or was opened.
  var heardAt = Duration.zero
  /// Whether the stream has said anything.
  var hasHeard = false
  var current: LoadedRelease
  private var handedOut: LoadedRelease?
  private var isStarted = false
  private var isStopped = false
  private var hasFirstAnswer = false
  private var waitingForFirstAnswer: [CheckedContinuation<Void, Never>] = []
  private var live: Task<Void, Never>?
  var updateStreams = Broadcast<LoadedRelease>()
  private var problemStreams = Broadcast<FlowMagicError>()
  private var connectionStreams = Broadcast<ServerConnection>()
  var connection = ServerConnection.none {
    didSet { if connection != oldValue { connectionStreams.send(connection) } }
  }
  private var reported = ReportedProblems()
  var keysAskedAt: Duration?
  /// The digest of the picture that the server has of each screen.
  var sentSnapshots: [Name: [UInt8]] = [:]

  /// Makes a client; nothing is read or sent before `start()`.
  ///
  /// - Parameters:
  ///   - configuration: What it has to know.
  ///   - transport: The way to the server.
  ///   - cache: Where the last good release stays.
  ///   - events: Where problems go besides `problems()`.
  ///   - dependencies: Clocks and chance.
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
    plan = ReconnectPlan(configuration.timings)
    trust = ReleaseTrust(
      application: configuration.application, environment: configuration.environment,
      key: configuration.key)
    current = LoadedRelease(
      try Release(configuration.bundle, manifest: configuration.manifest), from: .bundle)
  }

  /// The release to begin with.
  ///
  /// Asks the server and waits for it up to the limit; then what the cache holds, or the bundle,
  /// has to do. Returns at once when the server has answered, cannot be reached, or was asked
  /// before.
  public func start() async -> LoadedRelease {
    if !isStarted {
      isStarted = true
      readCache()
      if !isStopped { live = Task { await self.run(afterPause: false) } }
    }
    await firstAnswer()
    handedOut = current
    return current
  }

  /// Every newer release that may be used, as it comes; slow readers get the newest only.
  public func updates() -> AsyncStream<LoadedRelease> {
    let (id, stream) = updateStreams.open(buffer: 1) { [weak self] id in
      Task { await self?.closeUpdates(id) }
    }
    // What came between `start()` and this call is news to the caller.
    if let handedOut, handedOut.release !== current.release {
      updateStreams.send(current, to: id)
    }
    return stream
  }

  /// Everything that was refused or could not be done, from now on; the same thing once.
  public func problems() -> AsyncStream<FlowMagicError> {
    problemStreams.open(buffer: 100) { [weak self] id in
      Task { await self?.closeProblems(id) }
    }.stream
  }

  /// How the server is heard, now and from now on; slow readers get the newest only.
  public func connections() -> AsyncStream<ServerConnection> {
    let (id, stream) = connectionStreams.open(buffer: 1) { [weak self] id in
      Task { await self?.closeConnections(id) }
    }
    connectionStreams.send(connection, to: id)
    return stream
  }

  /// Closes the connection and asks for nothing until `resume()`: for an app in the background.
  public func pause() {
    live?.cancel()
    live = nil
    connection = .none
    isStopped = true
    answeredFirst()
  }

  /// Goes on after `pause()` and catches up at once.
  public func resume() {
    guard isStopped else { return }
    isStopped = false
    guard isStarted else { return }
    plan.resume()
    live = Task { await self.run(afterPause: true) }
  }

  private func closeUpdates(_ id: Int) { updateStreams.close(id) }
  private func closeConnections(_ id: Int) { connectionStreams.close(id) }
  private func closeProblems(_ id: Int) { problemStreams.close(id) }
}

// MARK: The first answer

extension ReleaseClient {
  private func firstAnswer() async {
    guard !hasFirstAnswer, timings.startLimit > .zero else { return }
    let limit = timings.startLimit
    let timer = Task {
      try? await dependencies.sleep(limit)
      answeredFirst()
    }
    await withCheckedContinuation { waitingForFirstAnswer.append($0) }
    timer.cancel()
  }

  /// Lets `start()` go on: the server answered, cannot be reached, or took too long.
  func answeredFirst() {
    hasFirstAnswer = true
    for waiting in waitingForFirstAnswer { waiting.resume() }
    waitingForFirstAnswer = []
  }
}

// MARK: Problems

extension ReleaseClient {
  /// Tells of a problem, unless the same was told already.
  func report(_ problem: FlowMagicError, release: Int? = nil) {
    guard reported.isNews(problem) else { return }
    problemStreams.send(problem)
    events?.record(
      FlowEvent(
        .problem, release: release,
        detail: ["code": .string(problem.code.rawValue), "message": .string(problem.message)]))
  }

  /// Forgets that a problem was told, because it went away.
  func solved(_ codes: FlowMagicError.Code...) { reported.forget(codes) }
}

/// How an app hears of new releases at this moment.
public enum ServerConnection: Sendable {
  /// Not at all: the app goes on with what it has.
  case none
  /// It asks from time to time, because streams do not get through.
  case polling
  /// A stream is open: a release arrives the moment it is published.
  case live
}
