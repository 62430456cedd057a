import FlowCore
import Foundation

/// Delivers events to the server without duplicates.
///
/// `record` stores an event on disk before it returns (one write into the page cache, so a crash of
/// the app loses nothing), and never waits for the network or another thread: a thread that is
/// already storing events stores this one, too. Batches are sent when they are full, on `pause()`,
/// and after an interval: 30 seconds in `production` and one second in other environments, unless
/// the server requests another one. Each batch keeps its id through failures and relaunches, so
/// that the server can deduplicate it. A power failure may lose the events since the last batch.
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
  private nonisolated let wakeUps: AsyncStream<Void>.Continuation
  /// The number of events dropped because of their size and not yet reported.
  private nonisolated let oversizedCount = Locked(0)

  package private(set) var isPaused = false
  private var failures = 0
  /// The interval between batches.
  private var interval: Duration
  private var timer: Task<Void, Never>?
  private var retryTask: Task<Void, Never>?
  /// The task that sends all batches; its value is false if some must wait.
  private var sendTask: Task<Bool, Never>?
  private var fileBeingSent: EventJournal.File?
  private var unwrittenBatch: EventBatch?
  private var problemStreams = Broadcast<FlowMagicError>()
  private var reportedProblems = ReportedProblems()

  /// Creates a queue; it first sends the events of earlier launches.
  ///
  /// - Parameters:
  ///   - configuration: The configuration.
  ///   - transport: The connection to the server.
  ///   - dependencies: Clocks and randomness.
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
    wakeUps = continuation
    Task { [weak self] in
      await self?.recover()
      for await _ in stream { await self?.handleWakeUp() }
    }
  }

  deinit {
    wakeUps.finish()
    timer?.cancel()
    retryTask?.cancel()
  }

  /// Records an event, from any thread, without waiting.
  public nonisolated func record(_ event: FlowEvent) {
    // The stored line is sent unchanged, so the value of an exposure's attribute is removed here.
    let line = event.withHashedUnit(of: configuration.application)
      .json(id: dependencies.uuid(), milliseconds: dependencies.wallClockMilliseconds())
      .utf8(.compact)
    guard line.count <= configuration.maximumEventBytes else {
      oversizedCount.withLock { $0 += 1 }
      wakeUps.yield()
      return
    }
    let result = journal.append(line)
    if result.isFirst || result.isFull || result.hasFailed { wakeUps.yield() }
  }

  /// Sends all events now, as far as the server accepts them.
  public func flush() async {
    journal.finishFile()
    await sendAll(skippingBackOff: true)
  }

  /// Sends the pending events once and stops until `resume()`, for an app in the background.
  ///
  /// Events recorded meanwhile are stored. No file stays locked, so that several processes of an
  /// app group can share the journal's directory.
  public nonisolated func pause() async {
    releaseLocks()
    await pauseSending()
  }

  // NB: `pause()` and `resume()` are not isolated, so that the journal follows them in the caller's
  // order: the actor may be busy and run its part later.
  private func pauseSending() async {
    isPaused = true
    timer?.cancel()
    timer = nil
    if retryTask == nil { await sendAll() }
    // The queue may have been resumed while it was sending.
    guard isPaused else { return }
    retryTask?.cancel()
    retryTask = nil
  }

  /// Closes the journal's open, and therefore locked, file, and keeps none open until `resume()`.
  public nonisolated func releaseLocks() { journal.releaseLocks() }

  /// Whether events are waiting for a back-off to end.
  var isWaitingToRetry: Bool { retryTask != nil && !isPaused }

  /// Resumes sending after `pause()`.
  public nonisolated func resume() async {
    journal.keepFilesOpen()
    await resumeSending()
  }

  private func resumeSending() {
    guard isPaused else { return }
    isPaused = false
    wakeUps.yield()
  }

  /// A stream of errors from now on; a repeated error is reported once.
  public func problems() -> AsyncStream<FlowMagicError> {
    problemStreams.open(buffer: 100) { [weak self] id in
      Task { await self?.closeProblems(id) }
    }.stream
  }

  private func closeProblems(_ id: Int) { problemStreams.close(id) }
}

// MARK: Scheduling

extension EventQueue {
  private func recover() async {
    journal.recover()
    if retryTask == nil, !isPaused { await sendAll() }
  }

  /// Handles a wake-up: a new event, a full batch or a failed write.
  private func handleWakeUp() async {
    reportProblems()
    evictOldest()
    guard !isPaused else { return }
    if timer == nil { startTimer() }
    if retryTask == nil { await sendAll(includesUnwritten: false) }
  }

  private func startTimer() {
    let interval = interval
    timer = Task { [weak self, dependencies] in
      do { try await dependencies.sleep(interval) } catch { return }
      await self?.intervalEnded()
    }
  }

  /// Applies the interval that the server requests; a running timer is restarted.
  private func applyInterval(of response: TransportResponse) {
    guard let requested = EventInterval.requested(in: response.body), requested != interval
    else { return }
    interval = requested
    guard let timer else { return }
    timer.cancel()
    startTimer()
  }

  private func intervalEnded() async {
    timer = nil
    journal.finishFile()
    reportProblems()
    if retryTask == nil, !isPaused { await sendAll() }
  }

  /// Sends all finished batches, one at a time.
  ///
  /// - Parameters:
  ///   - includesUnwritten: Whether to send events that could not be written to disk, too.
  ///   - skippingBackOff: Whether to end a back-off that began before this call.
  private func sendAll(includesUnwritten: Bool = true, skippingBackOff: Bool = false) async {
    var hasFailed = false
    while let sendTask { hasFailed = await !sendTask.value }
    // The previous sender has just failed: its back-off applies to this call too, and a paused
    // queue starts no back-off.
    guard !hasFailed, retryTask == nil || skippingBackOff else { return }
    retryTask?.cancel()
    retryTask = nil
    let task = Task {
      var isDone = await sendBatches()
      if isDone, includesUnwritten { isDone = await sendUnwritten() }
      sendTask = nil
      return isDone
    }
    sendTask = task
    _ = await task.value
  }

  /// Sends the batches on disk; returns false if some must wait.
  private func sendBatches() async -> Bool {
    evictOldest()
    for file in journal.list() where file.state == .batch {
      guard let batch = journal.read(file) else { continue }
      if batch.corruptLineCount > 0 { reportCorruptLines(batch) }
      guard !batch.events.isEmpty else {
        journal.remove(file)
        continue
      }
      journal.makeDurable(file)
      fileBeingSent = file
      defer { fileBeingSent = nil }
      switch await send(batch) {
      case .accepted: journal.remove(file)
      case .rejected: journal.markRejected(file)
      case .retry(let delay):
        scheduleRetry(after: delay)
        return false
      }
    }
    return true
  }

  /// Sends the events that could not be written, from memory; returns false if they must wait.
  private func sendUnwritten() async -> Bool {
    while let batch = unwrittenBatch ?? journal.takeUnwritten() {
      unwrittenBatch = batch
      switch await send(batch) {
      case .accepted, .rejected: unwrittenBatch = nil
      case .retry(let delay):
        scheduleRetry(after: delay)
        return false
      }
    }
    return true
  }

  /// Enforces the limit on disk space, even while nothing can be sent.
  private func evictOldest() {
    let lostEvents = journal.evictOldest(except: fileBeingSent)
    if lostEvents > 0 { reportDropped(lostEvents, "the disk space for events is used up") }
  }

  private func scheduleRetry(after delay: Duration) {
    guard !isPaused else { return }
    retryTask = Task { [weak self, dependencies] in
      do { try await dependencies.sleep(delay) } catch { return }
      await self?.retryDelayEnded()
    }
  }

  private func retryDelayEnded() async {
    retryTask = nil
    guard !isPaused else { return }
    await sendAll()
  }
}

// MARK: Sending

extension EventQueue {
  private enum SendResult {
    case accepted
    case rejected
    case retry(Duration)
  }

  private func send(_ batch: EventBatch) async -> SendResult {
    let request = TransportRequest(
      .post,
      configuration.server.appending(path: "v1/apps/\(configuration.application.string)/events"),
      headers: [
        "authorization": "Bearer \(configuration.key.id)", "content-type": "application/json",
        "idempotency-key": batch.id,
      ], body: batch.body, maximumBytes: 1 << 20)
    do throws(TransportFailure) {
      return handle(try await transport.send(request), for: batch)
    } catch {
      if error.reason == .tooLarge { return recordFailure() }
      report(
        FlowMagicError(
          .unreachable,
          "Events are stored on this device because \(configuration.server.absoluteString) cannot "
            + "be reached: \(error.description)"))
      return recordFailure()
    }
  }

  /// Handles the response to a batch: reports problems, and returns what to do with the batch.
  private func handle(_ response: TransportResponse, for batch: EventBatch) -> SendResult {
    switch response.status {
    case 200..<300:
      failures = 0
      reportedProblems.remove([.unreachable, .rejectedKey, .unexpectedResponse])
      applyInterval(of: response)
      return .accepted
    case 408, 409, 425, 429, 500...:
      let delay = response.headers["retry-after"].flatMap(Int.init) ?? 0
      return recordFailure(delay: .seconds(min(max(delay, 0), 3_600)))
    case 401, 403, 404:
      report(
        FlowMagicError(
          .rejectedKey,
          "The server rejected the SDK key \(configuration.key.id) for events of "
            + "\(configuration.application.string) (\(response.status)). They stay on this device."
        ))
      return .retry(configuration.rejectionDelay * (0.5 + dependencies.random() / 2))
    case 400..<500:
      report(
        FlowMagicError(
          .batchRejected,
          "The server rejected \(batch.events.count) events (\(response.status)): "
            + String(decoding: response.body.prefix(500), as: UTF8.self)))
      return .rejected
    default:
      report(
        FlowMagicError(
          .unexpectedResponse, "Unexpected response \(response.status) to a batch of events."))
      return .retry(configuration.rejectionDelay * (0.5 + dependencies.random() / 2))
    }
  }

  private func recordFailure(delay: Duration = .zero) -> SendResult {
    defer { failures += 1 }
    let backOff = configuration.backOff.delay(after: failures, random: dependencies.random())
    return .retry(delay + backOff)
  }
}

// MARK: Problems

extension EventQueue {
  private func report(_ problem: FlowMagicError) {
    guard reportedProblems.insert(problem) else { return }
    problemStreams.send(problem)
  }

  /// Reports lost events and records the problem as an event, so that analytics shows it.
  private func reportLoss(_ problem: FlowMagicError) {
    problemStreams.send(problem)
    record(FlowEvent(.problem, detail: ProblemDetail(problem).detail))
  }

  private func reportDropped(_ count: Int, _ reason: String) {
    reportLoss(FlowMagicError(.eventsDropped, "\(count) events were dropped: \(reason)."))
  }

  private func reportCorruptLines(_ batch: EventBatch) {
    reportLoss(
      FlowMagicError(
        .corruptJournal,
        "\(batch.corruptLineCount) stored events cannot be read; the other \(batch.events.count) "
          + "events of the batch are sent."))
  }

  private func reportProblems() {
    let droppedCount = oversizedCount.withLock { count in
      defer { count = 0 }
      return count
    }
    if droppedCount > 0 {
      reportDropped(
        droppedCount, "each is larger than \(configuration.maximumEventBytes) bytes")
    }
    let problems = journal.takeProblems()
    if problems.dropped > 0 {
      reportDropped(problems.dropped, "they cannot be written and memory is full")
    }
    if let failure = problems.failure {
      report(
        FlowMagicError(
          .journalNotWritten,
          "Events are only in memory because they cannot be written: \(failure)."))
    }
  }
}
