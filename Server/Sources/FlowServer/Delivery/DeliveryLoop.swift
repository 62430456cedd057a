import Atomics
import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The totals shared by all event loops of one server.
final class DeliveryTotals: Sendable {
  let connections = ManagedAtomic(0)
  /// The number of refused connections waiting for their response.
  ///
  /// They do not count as connections; otherwise one client that keeps reconnecting could lock
  /// everyone out.
  let pendingRefusals = ManagedAtomic(0)
  let networks = ConcurrentCounts<ClientNetwork>()
}

/// Limits in ticks of a loop, rounded up.
struct TickLimits {
  let headBytes: Int
  let head: Int
  let body: Int
  let bodyGrace: Int
  let bodyTotal: Int
  /// Bytes per tick.
  let bodyRate: Double
  let idle: Int
  let stall: Int
  let responseGrace: Int
  /// Bytes per tick.
  let responseRate: Double
  /// The number of unread bytes up to which `responseRate` does not apply.
  let responseSlack: Int
  let linger: Int
  let heartbeatInterval: Int

  init(_ limits: DeliveryLimits) {
    let tick = max(1, limits.tickInterval.nanoseconds)
    func ticks(_ time: TimeAmount) -> Int { Int(max(1, (time.nanoseconds + tick - 1) / tick)) }
    headBytes = limits.headBytes
    head = ticks(limits.headTimeout)
    body = ticks(limits.bodyTimeout)
    bodyGrace = ticks(limits.bodyGrace)
    bodyTotal = ticks(limits.bodyTotalTimeout)
    bodyRate = Double(limits.bodyRate) * Double(tick) / 1_000_000_000
    idle = ticks(limits.idleTimeout)
    stall = ticks(limits.stallTimeout)
    responseGrace = ticks(limits.responseGrace)
    responseRate = Double(limits.responseRate) * Double(tick) / 1_000_000_000
    responseSlack = Int(responseRate * Double(responseGrace))
    linger = ticks(limits.lingerTimeout)
    heartbeatInterval = ticks(limits.heartbeatInterval)
  }
}

/// The connections of one event loop, with its copy of the current releases and its timer.
///
/// NB: only `eventLoop`, `counters` and the constants may be accessed from other threads;
/// everything else is confined to the event loop, which makes the class sendable.
final class DeliveryLoop: @unchecked Sendable {
  let eventLoop: any EventLoop
  let counters = LoopCounters()
  let settings: DeliveryLimits
  let limits: TickLimits
  let totals: DeliveryTotals
  let admission: StreamAdmission
  /// Adds the application's HTTP pipeline to a connection.
  let installRoutes: @Sendable (any Channel, ClientConnectionState) -> Void

  private let currentReleases: CurrentReleases
  private(set) var cache = ReleaseCache()
  /// The number of ticks since the loop was created.
  private(set) var now = 0
  private(set) var date = ByteBuffer()
  private var dateSecond = Int.min
  private var prebuiltResponses: [PrebuiltResponses?] = []
  private var streamHead = ByteBuffer()
  private var healthHead = ByteBuffer()
  private var healthResponse = ByteBuffer()
  private var timer: RepeatedTask?
  private var connections: [ConnectionHandler] = []
  private var streams: [[ConnectionHandler]] = []
  /// Whether the server is shutting down: each response announces that it is its connection's last.
  private(set) var isDraining = false
  /// Whether the server is shutting down and closes idle connections.
  private(set) var isGraceOver = false
  private var readCount = 0
  private var drainPromise: EventLoopPromise<Void>?

  init(
    _ eventLoop: any EventLoop, currentReleases: CurrentReleases, settings: DeliveryLimits,
    totals: DeliveryTotals, admission: StreamAdmission,
    installRoutes: @escaping @Sendable (any Channel, ClientConnectionState) -> Void
  ) {
    self.eventLoop = eventLoop
    self.currentReleases = currentReleases
    self.settings = settings
    limits = TickLimits(settings)
    self.totals = totals
    self.admission = admission
    self.installRoutes = installRoutes
  }

  func start() {
    eventLoop.assertInEventLoop()
    refresh()
    renewDate()
    let interval = settings.tickInterval
    timer = eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) {
      [weak self] _ in self?.tick()
    }
  }

  // MARK: Current releases

  /// Updates the copy of the current releases; one atomic load if nothing has changed.
  func refresh() {
    if let newer = currentReleases.cache(newerThan: cache.version) { cache = newer }
  }

  func responses(of environment: CachedEnvironment) -> PrebuiltResponses? {
    guard let release = cache.releases[environment.index] else { return nil }
    if environment.index >= prebuiltResponses.count {
      prebuiltResponses += Array(
        repeating: nil, count: environment.index + 1 - prebuiltResponses.count)
    }
    if let cached = prebuiltResponses[environment.index], cached.release === release {
      return cached
    }
    let responses = PrebuiltResponses(release, date: date, origins: settings.origins)
    prebuiltResponses[environment.index] = responses
    return responses
  }

  func health(withBody: Bool) -> ByteBuffer { withBody ? healthResponse : healthHead }

  /// Returns the start of a stream's response, for the given allowed origin or for no origin.
  func streamResponse(forOrigin origin: Int?) -> ByteBuffer {
    guard let origin else { return streamHead }
    return ResponseHeadBytes.stream(date: date, originLines: settings.origins.headerLines(origin))
  }

  private func renewDate() {
    let second = Int(time(nil))
    guard second != dateSecond else { return }
    dateSecond = second
    date = ByteBuffer(string: HTTPDate.string(at: second))
    prebuiltResponses.removeAll(keepingCapacity: true)
    streamHead = ResponseHeadBytes.stream(
      date: date, originLines: settings.origins.headerLines(nil))
    healthHead = ResponseHeadBytes.health(date: date)
    healthResponse = ResponseHeadBytes.joined(healthHead, ResponseHeadBytes.healthBody)
  }

  private func tick() {
    now += 1
    renewDate()
    for connection in connections { connection.tick() }
  }

  // MARK: Measuring

  /// Returns the current time for one in 64 reads, which is then measured.
  ///
  /// Reading a clock for each would cost more than everything else in a short response.
  func startOfSample() -> NIODeadline? {
    readCount &+= 1
    return readCount & 63 == 0 ? .now() : nil
  }

  // MARK: Connections

  /// The outcome for a new connection.
  enum Acceptance {
    case accepted
    case refused(Refusal)
    /// Too many connections are being refused to send each a response.
    case dropped
  }

  func add(_ connection: ConnectionHandler) -> Acceptance {
    connection.index = connections.count
    connections.append(connection)
    counters.add(to: .connections)
    if let network = connection.network,
      !totals.networks.increment(network, limit: settings.connectionsPerNetwork ?? .max)
    {
      connection.network = nil
      return refuse(connection, .tooManyConnectionsOfNetwork)
    }
    let others = totals.connections.loadThenWrappingIncrement(ordering: .relaxed)
    guard others < settings.connections ?? .max else {
      totals.connections.wrappingDecrement(ordering: .relaxed)
      if let network = connection.network { totals.networks.decrement(network) }
      connection.network = nil
      return refuse(connection, .tooManyConnections)
    }
    connection.countedAs = .served
    return .accepted
  }

  private func refuse(_ connection: ConnectionHandler, _ refusal: Refusal) -> Acceptance {
    counters.add(to: .connectionsRefused)
    let others = totals.pendingRefusals.loadThenWrappingIncrement(ordering: .relaxed)
    guard others < OpenFiles.reservedForRefusals else {
      totals.pendingRefusals.wrappingDecrement(ordering: .relaxed)
      return .dropped
    }
    connection.countedAs = .refused
    return .refused(refusal)
  }

  func remove(_ connection: ConnectionHandler) {
    if let network = connection.network { totals.networks.decrement(network) }
    let last = connections.removeLast()
    if last !== connection {
      connections[connection.index] = last
      last.index = connection.index
    }
    counters.add(-1, to: .connections)
    switch connection.countedAs {
    case .served: totals.connections.wrappingDecrement(ordering: .relaxed)
    case .refused: totals.pendingRefusals.wrappingDecrement(ordering: .relaxed)
    case .none: break
    }
    if connections.isEmpty { drainPromise?.succeed() }
  }

  // MARK: Streams

  func addStream(_ connection: ConnectionHandler, key: ActiveKey) {
    let index = key.environment.index
    if index >= streams.count {
      streams += Array(repeating: [], count: index + 1 - streams.count)
    }
    connection.streamIndex = streams[index].count
    streams[index].append(connection)
    counters.add(to: .streams)
    counters.add(to: .streamsOpened)
  }

  func removeStream(
    _ connection: ConnectionHandler, key: ActiveKey, from network: ClientNetwork?
  ) {
    let index = key.environment.index
    let last = streams[index].removeLast()
    if last !== connection {
      streams[index][connection.streamIndex] = last
      last.streamIndex = connection.streamIndex
    }
    counters.add(-1, to: .streams)
    admission.countEnd(of: key, from: network)
  }

  func current(of key: ActiveKey) -> LiveRelease? { cache.releases[key.environment.index] }

  /// Sends the current release to all streams of an environment.
  func broadcast(_ environment: CachedEnvironment) {
    refresh()
    broadcast(environment, below: .max)
  }

  /// Iterates backwards in batches, and serves other connections in between.
  ///
  /// NB: when a stream ends, the last one, to which the release has been sent, takes its index, and
  /// new streams start with the current release; so iterating backwards skips none.
  private func broadcast(_ environment: CachedEnvironment, below: Int) {
    guard environment.index < streams.count, let release = cache.releases[environment.index] else {
      return
    }
    var next = min(below, streams[environment.index].count)
    let end = max(0, next - settings.broadcastBatchSize)
    while next > end {
      next -= 1
      // Sending may end streams, which shortens the array.
      guard next < streams[environment.index].count else { continue }
      streams[environment.index][next].send(release)
    }
    guard next > 0 else { return counters.broadcastLatency.add(.now() - release.currentSince) }
    let remaining = next
    eventLoop.execute { self.broadcast(environment, below: remaining) }
  }

  func closeRevoked() {
    refresh()
    for connection in streams.joined().filter({ $0.isRevoked }) { connection.endStream() }
  }

  func clientsByRelease(_ environment: CachedEnvironment) -> [Int: Int] {
    guard environment.index < streams.count else { return [:] }
    var clients: [Int: Int] = [:]
    for connection in streams[environment.index] {
      clients[connection.releaseNumber ?? 0, default: 0] += 1
    }
    return clients
  }

  // MARK: Shutting down

  /// Makes every response announce that it is its connection's last, and ends new streams at once.
  func beginDraining() {
    eventLoop.assertInEventLoop()
    isDraining = true
  }

  /// Closes every connection gracefully; the future completes when the last one is closed.
  func drain() -> EventLoopFuture<Void> {
    beginDraining()
    let promise = eventLoop.makePromise(of: Void.self)
    drainPromise = promise
    guard !connections.isEmpty else {
      promise.succeed()
      return promise.futureResult
    }
    endStreamsForReconnect()
    eventLoop.scheduleTask(in: settings.drainGrace) { self.endGrace() }
    return promise.futureResult
  }

  private func endGrace() {
    isGraceOver = true
    for connection in connections { connection.endGrace() }
  }

  /// Ends all streams in slices spread over `drainWindow`.
  private func endStreamsForReconnect() {
    let all = Array(streams.joined())
    let step = TimeAmount.milliseconds(20)
    let steps = Int(max(1, settings.drainWindow.nanoseconds / step.nanoseconds))
    let size = max(settings.drainBatchSize, (all.count + steps - 1) / steps)
    for (index, start) in stride(from: 0, to: all.count, by: size).enumerated() {
      let slice = all[start..<min(start + size, all.count)]
      let ending = NIOLoopBound(slice, eventLoop: eventLoop)
      eventLoop.scheduleTask(in: step * index) {
        for connection in ending.value { connection.endStreamForReconnect() }
      }
    }
  }

  func closeAll() {
    for connection in connections { connection.closeNow() }
  }

  func stop() {
    timer?.cancel()
    timer = nil
  }
}
