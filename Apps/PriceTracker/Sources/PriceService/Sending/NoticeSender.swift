internal import Accounts
internal import Crypto
internal import Foundation
internal import Logging
internal import PageFetcher
internal import PriceDomain
internal import PriceStore
public import Push
internal import PushHTTP

/// Sends the notices in the outbox.
///
/// Several processes may do this concurrently.
public struct NoticeSender: Sendable {
  /// The maximum number of deliveries of each queue that are claimed and sent at a time.
  ///
  /// If the process crashes, the outcome of at most this many deliveries to devices and of as many
  /// emails is uncertain.
  public static let batchSize = 32

  let service: PriceService
  let channels: NoticeChannels
  private let policy: RetryPolicy
  private let random: @Sendable () -> Double
  private let onChange: @Sendable () -> Void

  /// Creates a sender; `random` adds jitter to retries, and `onChange` is called when the result of
  /// a test that a user may be looking at has been recorded.
  public init(
    _ service: PriceService, _ channels: NoticeChannels, policy: RetryPolicy = RetryPolicy(),
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    onChange: @escaping @Sendable () -> Void = {}
  ) {
    self.service = service
    self.channels = channels
    self.policy = policy
    self.random = random
    self.onChange = onChange
  }

  /// Creates the notices of comments that some users have not been notified of yet, and sends all
  /// deliveries that are due now.
  ///
  /// - Returns: The number of attempts.
  public func sendDue() async throws -> Int {
    try await notifyOfComments()
    return try await withThrowingTaskGroup(of: Int.self) { group in
      for queue in DeliveryQueue.allCases { group.addTask { try await sendDue(in: queue) } }
      return try await group.reduce(0, +)
    }
  }

  /// Notifies the users who could not be notified of a comment when it was written, because there
  /// are too many for one transaction.
  private func notifyOfComments() async throws {
    while try await service.store.notifyOfNextComment(at: service.clock()) {
      try Task.checkCancellation()
    }
  }

  private func sendDue(in queue: DeliveryQueue) async throws -> Int {
    typealias Attempt = (delivery: Delivery, result: DeliveryResult)
    return try await withThrowingTaskGroup(of: Attempt.self) { group in
      var (attemptCount, runningCount) = (0, 0)
      while true {
        try Task.checkCancellation()
        let claimedDeliveries = try await service.store.claim(
          limit: Self.batchSize - runningCount, queue: queue, at: service.clock())
        for delivery in claimedDeliveries { group.addTask { (delivery, await send(delivery)) } }
        attemptCount += claimedDeliveries.count
        runningCount += claimedDeliveries.count
        guard runningCount > 0 else { return attemptCount }
        // Users' own servers may be slow, so the result of each webhook is recorded at once. The
        // other queues are sent to a few fast services, so their results are recorded together.
        var results: [Attempt] = []
        for _ in 0..<(queue == .webhook ? 1 : runningCount) {
          if let attempt = try await group.next() { results.append(attempt) }
        }
        runningCount -= results.count
        try await service.store.finish(results, at: service.clock())
        if queue == .webhook, results.contains(where: { $0.delivery.notice.kind == .test }) {
          onChange()
        }
      }
    }
  }

  /// Creates the notices of comments, and sends deliveries as they become due, until the task is
  /// cancelled.
  public func sendContinuously() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await repeatEachSecond { try await notifyOfComments() } }
      for queue in DeliveryQueue.allCases {
        group.addTask { await repeatEachSecond { _ = try await sendDue(in: queue) } }
      }
    }
  }

  private func repeatEachSecond(_ action: @Sendable () async throws -> Void) async {
    while !Task.isCancelled {
      do {
        try await action()
      } catch is CancellationError {
        return
      } catch {
        service.logger.error("Notices could not be sent.", metadata: ["error": "\(error)"])
      }
      try? await Task.sleep(for: .seconds(1))
    }
  }

  private func send(_ delivery: Delivery) async -> DeliveryResult {
    let result =
      switch delivery.channel {
      case .device(let device): await sendPush(delivery, to: device)
      case .mail(let address, _): await sendMail(delivery, to: address)
      case .webhook(let url, let secret): await callWebhook(delivery, url, secret)
      }
    if case .failed(let reason) = result {
      service.logger.warning(
        "A notice could not be delivered and is not retried.",
        metadata: ["notice": "\(delivery.notice.id)", "reason": "\(reason)"])
    }
    return result
  }

  // MARK: Devices

  private func sendPush(_ delivery: Delivery, to device: Device) async -> DeliveryResult {
    let outcome: PushOutcome
    do {
      guard let request = try await request(delivery, device) else {
        return result(after: .retry(after: nil, reason: "No access token was received."), delivery)
      }
      guard let transport = channels.transport else { return Self.notConfiguredResult }
      let response = try await transport.send(request)
      outcome = await handle(response, of: device)
    } catch let error as PushError {
      return .failed(reason: error.description)
    } catch HTTPPushError.notConnected {
      return result(after: .retry(after: nil, reason: "There was no connection."), delivery)
    } catch let error as ChannelNotConfigured {
      return .failed(reason: error.description)
    } catch {
      // The service may have received it, so that a retry could show it twice.
      return .uncertain(reason: "No response was received: \(error)")
    }
    return result(after: outcome, delivery)
  }

  /// Returns what to do after an attempt, according to the retry policy.
  func result(after outcome: PushOutcome, _ delivery: Delivery) -> DeliveryResult {
    let now = Int(service.clock().seconds)
    let action = policy.action(
      after: outcome, attempt: delivery.attempt,
      firstAttempt: Int(delivery.firstAttempt.seconds), now: now, random: random())
    switch action {
    case .done: return .sent
    case .retry(let at): return .retry(at: Timestamp(Int64(at)), reason: "\(outcome)")
    case .deleteDevice(let since):
      return .unregistered(since: since.map { Timestamp(Int64($0)) })
    case .giveUp(let reason): return .failed(reason: reason)
    }
  }

  private func request(_ delivery: Delivery, _ device: Device) async throws -> PushRequest? {
    let now = Int(service.clock().seconds)
    let message = pushMessage(for: delivery)
    switch device.address {
    case .apns(let token, let isSandbox):
      guard let apns = channels.apns else { throw ChannelNotConfigured() }
      return try await apns.request(
        message, to: APNsDevice(token: token, environment: isSandbox ? .sandbox : .production),
        id: Self.uuid(delivery), now: now)
    case .fcm(let id, let isInstallation):
      guard let fcm = channels.fcm else { throw ChannelNotConfigured() }
      return try await fcm.request(
        message, to: FCMDevice(id, kind: isInstallation ? .installation : .token), now: now)
    case .web(let endpoint, let p256dh, let auth):
      guard let web = channels.webPush else { throw ChannelNotConfigured() }
      return try await web.request(
        message,
        to: WebPushSubscription(endpoint: endpoint, keys: .init(p256dh: p256dh, auth: auth)),
        now: now)
    }
  }

  /// Returns the outcome of a push service's response, and renews a rejected authorization.
  private func handle(_ response: PushResponse, of device: Device) async -> PushOutcome {
    switch device.address {
    case .apns:
      let outcome = APNs.outcome(of: response)
      if case .renewAuthorization(let reason) = outcome {
        logRejectedAuthorization(reason)
        await channels.apns?.renewAuthorization(now: Int(service.clock().seconds))
      }
      return outcome
    case .fcm:
      let outcome = FCM.outcome(of: response)
      if case .renewAuthorization(let reason) = outcome {
        logRejectedAuthorization(reason)
        await channels.fcm?.renewAuthorization()
      }
      return outcome
    case .web: return WebPush.outcome(of: response)
    }
  }

  private func logRejectedAuthorization(_ reason: String) {
    service.logger.warning(
      "A push service rejected the authorization, which is renewed.",
      metadata: ["reason": "\(reason)"])
  }

  private func pushMessage(for delivery: Delivery) -> PushMessage {
    let notice = delivery.notice
    var data = ["notice": notice.id, "kind": notice.kind.rawValue]
    if let product = notice.product { data["product"] = "\(product)" }
    let remainingSeconds = max(0, Int(notice.expires - service.clock()))
    // On the device, a product's newer price replaces the older one, and a retry its first attempt.
    let collapseID = notice.kind == .price ? notice.product.map { "price-\($0)" } : nil
    return PushMessage(
      title: String(notice.title.prefix(200)), body: String(notice.body.prefix(1000)), data: data,
      link: linkPath(of: notice), collapseID: collapseID ?? notice.id,
      threadID: notice.product.map { "product-\($0)" }, timeToLive: min(remainingSeconds, 86_400),
      urgency: .high)
  }

  func linkPath(of notice: StoredNotice) -> String {
    notice.product.map {
      service.settings.productPath.replacingOccurrences(of: "{id}", with: "\($0)")
    } ?? "/"
  }

  /// Returns the same UUID at every attempt: APNs identifies the notification by it.
  static func uuid(_ delivery: Delivery) -> String {
    var bytes = Array(
      SHA256.hash(data: Data("\(delivery.notice.id)/\(delivery.id)".utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    let text = bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    let digits = Array(text)
    return groups.map { String(digits[$0]) }.joined(separator: "-")
  }

  private static let notConfiguredResult = DeliveryResult.failed(
    reason: "\(ChannelNotConfigured())")
}

/// A channel that the operator has not configured.
private struct ChannelNotConfigured: Error, CustomStringConvertible {
  let description = "The service is not set up for this kind of device. See `prices serve --help`."
}
