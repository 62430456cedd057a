internal import Dispatch
internal import FoundationEssentials

/// Reads pages in worker processes, with limits of time, memory and output.
///
/// The HTML parser takes minutes for some pages of a few hundred kilobytes, and is written in C: a
/// page must be able neither to stop nor to take over the service that holds its users' data. The
/// processes are kept for the next page, because starting one takes longer than reading a page.
public actor PageReaderPool: PageParsing {
  /// The limits of a pool.
  public struct Settings: Sendable {
    /// The maximum number of processes; further pages wait for one.
    public var maximumProcesses = 2
    /// The time for a page in milliseconds, from sending it to its result.
    public var timeoutMilliseconds = 10_000
    /// The processor time for a page in seconds, which is independent of the machine's load.
    public var processorSeconds = 5
    /// The address space of a process in bytes; the largest pages need three quarters of it.
    public var memoryBytes = 1 << 30
    /// The number of pages after which a process is replaced.
    public var pagesPerProcess = 1_000
    /// The program to start; by default this one.
    public var program = PageReaderPool.executablePath
    /// Its arguments; it then calls `PageReaderWorker.run()`.
    public var arguments = ["read-pages"]
    /// Called with a message for the operator when a process failed or cannot be started.
    public var onFailure: @Sendable (String) -> Void = { _ in }
    /// Called when a process is about to get a page, for tests.
    package var onPage: @Sendable () -> Void = {}

    /// Creates the default limits.
    public init() {}
  }

  /// The path of this program's file, also after it was replaced by an update.
  public static let executablePath: String = {
    #if os(Linux)
      "/proc/self/exe"
    #else
      CommandLine.arguments[0]
    #endif
  }()

  private let settings: Settings
  private let configuration: [UInt8]
  private var idleWorkers: [WorkerProcess] = []
  private var usedSlots = 0
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// Creates a pool, which starts processes when it has pages for them.
  ///
  /// - Throws: If the rules cannot be encoded.
  public init(rules: StoreRules, settings: Settings = Settings()) throws {
    self.settings = settings
    configuration = Array(
      try JSONEncoder().encode(
        WorkerConfiguration(
          rules: rules, memoryBytes: settings.memoryBytes,
          processorSeconds: settings.processorSeconds)))
  }

  /// The identifiers of the processes that wait for a page, for tests.
  package var idleProcesses: [Int32] { idleWorkers.map(\.processID) }

  /// Reads a page; without a result within the limits it is broken, and the process is killed.
  public func result(of input: PageInput) async -> PageResult {
    guard input.bytes.count <= HTMLPage.maximumBytes else {
      return PageReader.failure(status: input.status) ?? .broken(.tooLong)
    }
    await acquireSlot()
    defer { releaseSlot() }
    // A process that ended by itself may have been killed for another reason than this page.
    for attempt in 1...2 {
      let idleWorker = idleWorker()
      let (worker, outcome) = await runBlocking { [settings, configuration] in
        let worker =
          idleWorker
          ?? WorkerProcess(
            path: settings.program, arguments: settings.arguments, configuration: configuration)
        settings.onPage()
        return (
          worker, worker?.outcome(of: input, timeoutMilliseconds: settings.timeoutMilliseconds)
        )
      }
      guard let worker, let outcome else {
        settings.onFailure(
          "The process that reads pages (\(settings.program)) could not be started. Check the "
            + "limits of processes and memory.")
        return .broken(.tooComplex)
      }
      switch outcome {
      case .success(let result):
        if worker.pageCount < settings.pagesPerProcess { idleWorkers.append(worker) }
        return result
      case .failure(.ended) where attempt == 1: continue
      case .failure(let failure):
        settings.onFailure("A page could not be read: \(failure).")
        return .broken(.tooComplex)
      }
    }
    return .broken(.tooComplex)
  }

  /// A process that waits for a page; nil if there is none.
  private func idleWorker() -> WorkerProcess? {
    while let worker = idleWorkers.popLast() {
      if worker.isIdle { return worker }
    }
    return nil
  }

  /// Runs work that blocks, such as starting a process, outside of Swift's cooperative thread pool.
  private func runBlocking<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { caller in
      DispatchQueue.global().async { caller.resume(returning: body()) }
    }
  }

  // MARK: Slots

  private func acquireSlot() async {
    guard usedSlots >= settings.maximumProcesses else {
      usedSlots += 1
      return
    }
    await withCheckedContinuation { waiters.append($0) }
  }

  private func releaseSlot() {
    // The slot passes to the task that has waited longest.
    if waiters.isEmpty { usedSlots -= 1 } else { waiters.removeFirst().resume() }
  }
}
