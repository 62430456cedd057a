import FlowCore
import FlowStore

/// Reads what sessions did from a batch of events.
struct BatchReader {
  private let names: DeclaredNames

  init(_ names: DeclaredNames) { self.names = names }

  /// Returns the sessions of a batch, in the order of their first events.
  func activities(in batch: EventBatch) -> [SessionActivity] {
    guard let events = try? ParsedJSON(batch.body).root["events"], events.isArray else { return [] }
    var order: [Name] = []
    var eventsBySession: [Name: [SessionActivity.Event]] = [:]
    for event in events.elements {
      guard let session = name("session", in: event), let action = action(event) else { continue }
      if eventsBySession[session] == nil { order.append(session) }
      eventsBySession[session, default: []].append(
        SessionActivity.Event(action, isDeclared: names.contains(action)))
    }
    return order.map { session in
      SessionActivity(
        application: batch.application, environment: batch.environment, session: session.string,
        received: batch.received, events: eventsBySession[session] ?? [])
    }
  }

  private func action(_ event: JSONView) -> SessionActivity.Action? {
    switch event["type"]?.string {
    case "session-started": name("flow", in: event).map { .started(flow: $0) }
    case "step-shown": step(event).map { .shown(flow: $0.flow, step: $0.step) }
    case "edge": portAction(event)
    case "exposure": exposureAction(event)
    case "session-finished": name("outcome", in: event).map { .finished(outcome: $0) }
    case "session-failed": .failed
    case "custom": name("name", in: event).map { .recorded(event: $0) }
    default: nil
    }
  }

  /// Returns nil for a skipped step: the user has not seen it, so they have not left it either.
  private func portAction(_ event: JSONView) -> SessionActivity.Action? {
    guard event["skipped"] == nil, let from = step(event), let port = name("port", in: event),
      let to = event["to"]
    else { return nil }
    if let target = step(to) {
      return .left(
        flow: from.flow, step: from.step, port: port,
        to: .step(flow: target.flow, step: target.step))
    }
    return name("finish", in: to).map {
      .left(flow: from.flow, step: from.step, port: port, to: .finish($0))
    }
  }

  private func exposureAction(_ event: JSONView) -> SessionActivity.Action? {
    guard let experiment = name("experiment", in: event), let variant = name("variant", in: event),
      let unit = name("unit", in: event)
    else { return nil }
    return .exposed(experiment: experiment, variant: variant, unit: unit.string)
  }

  private func step(_ event: JSONView) -> (flow: Name, step: Name)? {
    guard let flow = name("flow", in: event), let step = name("step", in: event) else { return nil }
    return (flow, step)
  }

  /// A name that results can be counted under; nil if it is missing or invalid.
  private func name(_ member: StaticString, in event: JSONView) -> Name? {
    event.validText(member, limit: 200).map { Name($0) }
  }
}
