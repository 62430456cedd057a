internal import Foundation
internal import Logging
internal import PageFetcher
internal import PageReader
internal import PriceDomain
internal import PriceStore

/// The job that checks the pages of all products that are due and decides whom to notify.
///
/// At most one process runs it at a time. The result of each check is recorded together with its
/// consequences, so that after a crash the next process repeats only the checks that were not
/// recorded.
public struct PriceUpdate: Sendable {
  /// The statistics of one run.
  public struct Report: Sendable, Hashable {
    /// The number of successful checks, including those of unchanged pages.
    public var read = 0
    /// The number of failed checks.
    public var failed = 0
    /// The number of checks that were postponed because the host had rejected requests.
    public var postponed = 0
    /// The number of notices that were created.
    public var notices = 0
    /// The number of products whose price or availability changed.
    public var changed = 0

    /// Creates an empty report.
    public init() {}
  }

  /// The job's name in the store.
  public static let job = "update"
  /// How long the lease of a crashed process blocks others, in seconds.
  static let leaseSeconds: Int64 = 120
  /// The number of checks that are recorded in one transaction; fewer if a second has passed.
  static let batchSize = 64

  private let service: PriceService
  private let holder: String
  private let concurrentHosts: Int

  /// Creates the job, which checks `concurrentHosts` hosts at a time, and one page of each.
  public init(_ service: PriceService, concurrentHosts: Int = 8) {
    self.service = service
    self.concurrentHosts = concurrentHosts
    holder = "\(ProcessInfo.processInfo.hostName):\(ProcessInfo.processInfo.processIdentifier)"
  }

  /// Whether the holder was a process on this machine that has ended, so that the next one need not
  /// wait for its lease to expire.
  ///
  /// NB: this is wrong if several containers share a host name but not a process namespace. Even
  /// then nothing is recorded twice, because the older lease is no longer valid.
  @Sendable static func isDead(_ holder: String) -> Bool {
    let hostName = ProcessInfo.processInfo.hostName
    guard holder.hasPrefix(hostName + ":"),
      let id = pid_t(holder.dropFirst(hostName.utf8.count + 1))
    else {
      return false
    }
    return kill(id, 0) == -1 && errno == ESRCH
  }

  /// Checks all products that are due now.
  ///
  /// - Throws: `StoreError` with `job-taken` if another process is running it.
  public func run() async throws -> Report {
    let store = service.store
    let lease = try await store.acquireLease(
      Self.job, holder: holder, seconds: Self.leaseSeconds, at: service.clock(),
      isDead: Self.isDead)
    var report = Report()
    do {
      report.notices += try await evaluateRules(lease)
      var hosts = try await store.hosts().makeIterator()
      try await withThrowingTaskGroup(of: Report.self) { group in
        for _ in 0..<concurrentHosts {
          guard let host = hosts.next() else { break }
          group.addTask { try await checkProducts(of: host, lease) }
        }
        while let hostReport = try await group.next() {
          report.add(hostReport)
          if let host = hosts.next() { group.addTask { try await checkProducts(of: host, lease) } }
        }
      }
      report.notices += try await evaluateRules(lease)
    } catch {
      try? await store.releaseLease(lease, at: service.clock())
      throw error
    }
    try await store.releaseLease(lease, at: service.clock())
    return report
  }

  /// Runs the job whenever a product is due, until the task is cancelled.
  ///
  /// - Parameters:
  ///   - seconds: The interval in seconds at which all pages are checked again, for a demo shop;
  ///     nil for the usual interval.
  ///   - onChange: Called when prices or availability have changed.
  public func runContinuously(
    every seconds: Int64? = nil, onChange: @Sendable () -> Void = {}
  ) async {
    while !Task.isCancelled {
      do {
        let report = try await run()
        if let seconds { try await service.store.checkAgain(within: seconds, at: service.clock()) }
        if report.changed > 0 { onChange() }
        if report != Report() {
          service.logger.info(
            "Prices were updated.",
            metadata: ["read": "\(report.read)", "failed": "\(report.failed)"])
        }
      } catch let error as StoreError where error.code == .jobTaken {
        service.logger.debug("Another process is updating the prices.")
      } catch is CancellationError {
        return
      } catch {
        service.logger.error("The update failed.", metadata: ["error": "\(error)"])
      }
      try? await Task.sleep(for: .seconds(min(await secondsUntilNextCheck(), seconds ?? .max)))
    }
  }

  /// Seconds until the next check is due, at most 15 because products can be added meanwhile.
  private func secondsUntilNextCheck() async -> Int64 {
    guard let next = try? await service.store.nextCheck() else { return 15 }
    return min(max(next - service.clock(), 1), 15)
  }

  private func evaluateRules(_ lease: JobLease) async throws -> Int {
    var notices = 0
    while true {
      try Task.checkCancellation()
      let evaluation = try await service.store.evaluateDueRules(lease: lease, at: service.clock())
      notices += evaluation.notices
      if evaluation.evaluated < PriceStore.Limit.fanOut { return notices }
    }
  }

  // MARK: One host

  private func checkProducts(of host: String, _ lease: JobLease) async throws -> Report {
    var report = Report()
    while true {
      let dueChecks = try await service.store.dueChecks(
        on: host, at: service.clock(), limit: 4 * Self.batchSize)
      guard !dueChecks.isEmpty else { return report }
      var checks: [PriceCheck] = []
      var lastRecording = service.clock()
      var blockedUntil: Timestamp?
      for product in dueChecks {
        try Task.checkCancellation()
        let check: PriceCheck
        if let blockedUntil {
          check = PriceCheck(product.productID, .postponed(until: blockedUntil))
        } else {
          (check, blockedUntil) = await self.check(product)
        }
        checks.append(check)
        guard checks.count >= Self.batchSize || service.clock() != lastRecording else { continue }
        report.add(try await record(checks, lease))
        checks = []
        lastRecording = service.clock()
      }
      report.add(try await record(checks, lease))
    }
  }

  private func record(_ checks: [PriceCheck], _ lease: JobLease) async throws -> Report {
    var report = Report()
    guard !checks.isEmpty else { return report }
    for outcome in try await service.store.record(checks, lease: lease, at: service.clock()) {
      report.notices += outcome.notices
      if outcome.outcome?.isChange == true { report.changed += 1 }
      switch outcome.outcome {
      case nil: report.postponed += 1
      case .failed: report.failed += 1
      default: report.read += 1
      }
    }
    return report
  }

  /// Checks a product's page; if its host allows no requests for a time, also returns until when.
  private func check(_ product: DueCheck) async -> (PriceCheck, blockedUntil: Timestamp?) {
    let request = PageRequest(
      product.url, entityTag: product.entityTag, lastModified: product.lastModified)
    do throws(FetchError) {
      switch try await service.source.page(request) {
      case .notModified: return (PriceCheck(product.productID, .notModified), nil)
      case .page(let page): return (PriceCheck(product.productID, await read(page, product)), nil)
      }
    } catch {
      switch error {
      case .backingOff(let seconds), .busy(let seconds):
        let until = service.clock() + Int64(max(seconds, 1))
        return (PriceCheck(product.productID, .postponed(until: until)), until)
      case .pageBackingOff(let seconds):
        let until = service.clock() + Int64(max(seconds, 1))
        return (PriceCheck(product.productID, .postponed(until: until)), nil)
      case .disallowedByRobots:
        return (PriceCheck(product.productID, .read(.failed(.blocked))), nil)
      case .notHTML: return (PriceCheck(product.productID, .read(.failed(.brokenPage))), nil)
      default: return (PriceCheck(product.productID, .read(.failed(.unreachable))), nil)
      }
    }
  }

  private func read(_ page: FetchedPage, _ product: DueCheck) async -> PriceCheck.Result {
    let reference = try? ProductReference(product.url, service.settings)
    let input = PageInput(
      page.bytes, charset: page.charset, status: page.status,
      host: reference?.productURL?.host ?? reference?.store, requestedProduct: reference?.productURL
    )
    let result = await service.reader.result(of: input)
    let productPage: ProductPage? =
      switch result {
      case .price(_, let page), .unavailable(let page): page
      case .blocked, .captcha, .wrongProduct, .broken: nil
      }
    let facts = reference.flatMap { reference in
      productPage.map {
        ProductFacts($0, of: reference, allowsLoopback: service.settings.allowsLoopback)
      }
    }
    return .read(
      result.reading, facts, entityTag: page.entityTag, lastModified: page.lastModified)
  }
}

extension PriceUpdate.Report {
  /// Adds the counts of another report.
  mutating func add(_ other: Self) {
    read += other.read
    failed += other.failed
    postponed += other.postponed
    notices += other.notices
    changed += other.changed
  }
}
