import FlowCore
import FlowStore
import HTTPTypes

/// The routes to which running apps send events.
enum EventRoutes {
  static let all = [sendEvents]

  static let sendEvents = Endpoint(
    "sendEvents", .post, "/v1/apps/{app}/events", .delivery, .app, "Stores events of an app",
    detail:
      "Responds when the events are durable. A batch may be sent again: it is stored once. "
      + "`interval` is the number of seconds after which to send the next batch. After a response "
      + "with `Retry-After`, keep the batch and send it again then.",
    parameters: [
      Parameter(
        "Idempotency-Key", in: .header, isRequired: true,
        "A UUID of this batch; use the same one for retries.")
    ],
    body: RequestBodyDeclaration(.eventBatch, limit: RequestBodyDeclaration.eventsLimit),
    responses: [ResponseDeclaration(202, "The events are stored.", .accepted)],
    problems: [.eventQuota]
  ) { request in
    guard case .app(let key) = request.principal else {
      throw Problem(.notSignedIn, "This requires an SDK key.")
    }
    let settings = try await request.services.followSettings.settings(of: key.application)
    let events = try EventReader.events(
      request, key, allowsFollowing: settings.enabledEnvironments.contains(key.environment))
    let isNew = try await append(events.batch, request)
    request.services.metrics.count(events: events.batch.count, isNew: isNew)
    if isNew {
      request.services.updateSessions(with: events, at: request.now)
      request.services.results.requestCounting()
    }
    return .json(
      [
        "accepted": .number(JSONNumber(events.batch.count)),
        // Apps under development send events every second, so that they can be followed; those of
        // real users every 30 seconds, followed or not, to save the device's battery.
        "interval": settings.realUserEnvironment == key.environment ? 30 : 1,
      ], status: 202)
  }

  /// Stores a batch within the quota of its application.
  ///
  /// - Returns: Whether the batch is new rather than a repetition.
  private static func append(_ batch: EventBatch, _ request: EndpointRequest) async throws -> Bool {
    let intake = request.services.intake
    let quota = intake.limits.eventQuota
    do throws(StoreError) {
      return try await request.store.append([batch], quota: quota > 0 ? quota : nil).first ?? false
    } catch {
      throw error.code == .quotaReached ? intake.refuseQuota(of: batch.application) : error
    }
  }
}
