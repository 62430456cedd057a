import FlowCore
import Foundation

/// Brings events to the server: none is lost, and none counts twice.
///
/// `record` keeps an event on disk before it returns (one write into the system's memory, so a
/// crash of the app loses nothing), and never waits for the network or another thread. Batches go
/// when they are full, after as many seconds as the server asks for (30 in production, one where an
/// app is being tried), and on `pause()`; each has an id that stays the same through failures and
/// restarts, and the server counts an id once. A power cut may cost the events since the last
/// batch.
///
/// ```swift
/// let queue = EventQueue(
///   EventQueueConfiguration(
///     server: server, application: "shop", key: key, manifest: manifest,
///     directory: EventQueueConfiguration.directory(of: "shop")),
///   transport: URLSessionTransport())
/// queue.record(FlowEvent(.custom, detail: ["name": "hello"]))
/// ```
public actor EventQueue: EventSink {
  private nonisolated let configuration: EventQueueConfiguration
  private nonisolated let transport: any Transport
  private nonisolated let dependencies: Dependencies
  private nonisolated let journal: EventJournal
  private nonisolated let wakes: AsyncStream<Void>.Continuation
  private nonisolated let oversized = Locked(0)

  private var isPaused = false
  private var failures = 0
  /// How long an event waits for others.
  private var interval: Duration
  private var timer: Task<Void, Never>?
  private var retry: Task<Void, Never>?
  private var sender: Task<Void, Never>?
  private var inFlight: EventJournal.Entry?
  private var homeless: EventBatch?
  private var problemStreams = Broadcast<FlowMagicError>()
  private var reported = ReportedProblems()

  /// Makes a queue, which first sends what earlier runs of the app left behind.
  ///
  /// - Parameters:
  ///   - configuration: What it has to know.
  ///   - transport: The way to the server.
  ///   - dependencies: Clocks and chance.
  public init(
    _ configuration: EventQueueConfiguration, transport: any Transport,
    dependencies: Dependencies = .device
  ) {
    self.configuration = configuration
    self.transport = transport
    self.dependencies = dependencies
    interval = configuration.batchInterval
    journal = EventJournal(configuration, makeID: dependencies.uuid)
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    wakes = continuation
    Task { [weak self] in
      await self?.recover()
      for await _ in stream { await self?.work() }
    }
  }

  deinit {
    wakes.finish()
    timer?.cancel()
    retry?.cancel()
  }

  /// Takes an event; from any thread, without waiting.
  public nonisolated func record(_ event: FlowEvent) {
    let line = event.json(id: dependencies.uuid(), milliseconds: dependencies.milliseconds())
      .utf8(.compact)
    guard line.count <= configuration.eventBytes else {
      oversized.withLock { $0 += 1 }
      wakes.yield()
      return
    }
    let growth = journal.append(line)
    if growth.isFirst || growth.isFull || growth.hasFailed { wakes.yield() }
  }

  /// Sends everything now, as far as the server takes it.
  public func flush() async {
    journal.seal()
    await sendAll(atOnce: true)
  }

  /// Sends what there is once and then rests until `resume()`; for an app in the background.
  ///
  /// Events that are recorded meanwhile are kept.
  public func pause() async {
    isPaused = true
    timer?.cancel()
    timer = nil
    journal.seal()
    if retry == nil { await sendAll() }
    retry?.cancel()
    retry = nil
  }

  /// Goes on after `pause()`.
  public func resume() {
    guard isPaused else { return }
    isPaused = false
    wakes.yield()
  }

  /// What was refused, given up or could not be done, from now on; the same thing once.
  public func problems() -> AsyncStream<FlowMagicError> {
    problemStreams.open(buffer: 100) { [weak self] id in
      Task { await self?.closeProblems(id) }
    }.stream
  }

  private func closeProblems(_ id: Int) { problemStreams.close(id) }
}

// MARK: Working

extension EventQueue {
  private func recover() async {
    journal.recover()
    if retry == nil, !isPaused { await sendAll() }
  }

  /// Does what a new event, a full batch or the end of a wait asks for.
  private func work() async {
    tellTroubles()
    makeRoom()
    guard !isPaused else { return }
    if timer == nil { startTimer() }
    if retry == nil { await sendAll(withUnwritten: false) }
  }

  private func startTimer() {
    let interval = interval
    timer = Task { [weak self, dependencies] in
      do { try await dependencies.sleep(interval) } catch { return }
      await self?.intervalEnded()
    }
  }

  /// Sends as often as the server asks from now on; a wait that is under way begins anew.
  private func obey(_ answer: TransportResponse) {
    guard let asked = EventInterval.asked(in: answer.body), asked != interval else { return }
    interval = asked
    guard let timer else { return }
    timer.cancel()
    startTimer()
  }

  private func intervalEnded() async {
    timer = nil
    journal.seal()
    tellTroubles()
    if retry == nil, !isPaused { await sendAll() }
  }

  /// Sends all sealed batches, one after the other, and never two at a time.
  ///
  /// - Parameters:
  ///   - withUnwritten: Whether what the disk does not take goes too, from memory.
  ///   - atOnce: Whether a wait after a failure is cut short.
  private func sendAll(withUnwritten: Bool = true, atOnce: Bool = false) async {
    while let sender { await sender.value }
    // Whoever sent before may have failed just now; then its wait counts for everybody.
    guard retry == nil || atOnce else { return }
    retry?.cancel()
    retry = nil
    let task = Task {
      if await sendBatches(), withUnwritten { await sendUnwritten() }
      sender = nil
    }
    sender = task
    await task.value
  }

  /// Sends what is on disk; false if the rest has to wait.
  private func sendBatches() async -> Bool {
    makeRoom()
    for entry in journal.list() where entry.kind == .batch {
      guard let batch = journal.read(entry) else { continue }
      if batch.damaged > 0 { tellDamaged(batch) }
      guard !batch.events.isEmpty else {
        journal.remove(entry)
        continue
      }
      journal.makeDurable(entry)
      inFlight = entry
      defer { inFlight = nil }
      switch await send(batch) {
      case .taken: journal.remove(entry)
      case .refused: journal.setAside(entry)
      case .later(let delay):
        wait(delay)
        return false
      }
    }
    return true
  }

  /// Sends from memory what the disk does not take.
  private func sendUnwritten() async {
    while let batch = homeless ?? journal.takeUnwritten() {
      homeless = batch
      switch await send(batch) {
      case .taken, .refused: homeless = nil
      case .later(let delay): return wait(delay)
      }
    }
  }

  /// Holds the bound on the disk, also while nothing can be sent.
  private func makeRoom() {
    let lost = journal.makeRoom(besides: inFlight)
    if lost > 0 { tellLost(lost, "the disk space for events was used up") }
  }

  private func wait(_ delay: Duration) {
    guard !isPaused else { return }
    retry = Task { [weak self, dependencies] in
      do { try await dependencies.sleep(delay) } catch { return }
      await self?.retryAgain()
    }
  }

  private func retryAgain() async {
    retry = nil
    guard !isPaused else { return }
    await sendAll()
  }
}

// MARK: Sending

extension EventQueue {
  private enum Answer {
    case taken
    case refused
    case later(Duration)
  }

  private func send(_ batch: EventBatch) async -> Answer {
    let request = TransportRequest(
      .post,
      configuration.server.appending(path: "v1/apps/\(configuration.application.string)/events"),
      headers: [
        "authorization": "Bearer \(configuration.key.id)", "content-type": "application/json",
        "idempotency-key": batch.id,
      ], body: batch.body, maximumBytes: 1 << 20)
    do throws(TransportFailure) {
      return answer(try await transport.send(request), for: batch)
    } catch {
      if error.kind == .tooLarge { return failed() }
      report(
        FlowMagicError(
          .unreachable,
          "Events wait on this device, because \(configuration.server.absoluteString) cannot be "
            + "reached: \(error.description)"))
      return failed()
    }
  }

  private func answer(_ response: TransportResponse, for batch: EventBatch) -> Answer {
    switch response.status {
    case 200..<300:
      failures = 0
      reported.forget([.unreachable, .refusedKey, .unexpectedAnswer])
      obey(response)
      return .taken
    case 408, 409, 425, 429, 500...:
      let asked = response.headers["retry-after"].flatMap(Int.init) ?? 0
      return failed(asked: .seconds(min(max(asked, 0), 3_600)))
    case 401, 403, 404:
      report(
        FlowMagicError(
          .refusedKey,
          "The server takes no events of \(configuration.application.string) with the SDK key "
            + "\(configuration.key.id) (\(response.status)). They wait on this device."))
      return .later(configuration.refusedDelay * (0.5 + dependencies.random() / 2))
    case 400..<500:
      report(
        FlowMagicError(
          .batchRefused,
          "The server refused \(batch.events.count) events (\(response.status)): "
            + String(decoding: response.body.prefix(500), as: UTF8.self)))
      return .refused
    default:
      report(
        FlowMagicError(
          .unexpectedAnswer, "The server answered \(response.status) when it was sent events."))
      return .later(configuration.refusedDelay * (0.5 + dependencies.random() / 2))
    }
  }

  private func failed(asked: Duration = .zero) -> Answer {
    defer { failures += 1 }
    let delay = configuration.backOff.delay(after: failures, random: dependencies.random())
    return .later(asked + delay)
  }
}

// MARK: Problems

extension EventQueue {
  private func report(_ problem: FlowMagicError) {
    guard reported.isNews(problem) else { return }
    problemStreams.send(problem)
  }

  /// Losses are also events, so that the numbers in the portal say what they lack.
  private func tell(_ problem: FlowMagicError) {
    problemStreams.send(problem)
    record(
      FlowEvent(
        .problem,
        detail: ["code": .string(problem.code.rawValue), "message": .string(problem.message)]))
  }

  private func tellLost(_ count: Int, _ reason: String) {
    tell(FlowMagicError(.eventsDropped, "\(count) events were given up: \(reason)."))
  }

  private func tellDamaged(_ batch: EventBatch) {
    tell(
      FlowMagicError(
        .damagedJournal,
        "\(batch.damaged) kept events cannot be read after a crash; \(batch.events.count) others "
          + "of the batch are sent."))
  }

  private func tellTroubles() {
    let large = oversized.withLock { count in
      defer { count = 0 }
      return count
    }
    if large > 0 { tellLost(large, "each is longer than \(configuration.eventBytes) bytes") }
    let troubles = journal.takeTroubles()
    if troubles.dropped > 0 {
      tellLost(troubles.dropped, "the disk takes none and memory is full")
    }
    if let failure = troubles.failure {
      report(
        FlowMagicError(.journalNotWritten, "Events wait in memory, not on disk: \(failure)."))
    }
  }
}
