import FlowCore
import FlowMagic

/// Prints each release as it is published.
struct ReleaseWatcher {
  let context: CommandContext
  let app: String
  let environment: String
  var verifier: ReleaseVerifier
  /// The number of releases left to print, rejected ones included; nil for no limit.
  var remaining: Int?

  private var isDisconnected = false
  private var hasRejected = false

  init(
    context: CommandContext, app: String, environment: String, verifier: ReleaseVerifier,
    remaining: Int?
  ) {
    self.context = context
    self.app = app
    self.environment = environment
    self.verifier = verifier
    self.remaining = remaining
  }

  /// Prints releases until Ctrl-C, the last release to print, or an error of the feed.
  ///
  /// - Returns: The exit status.
  mutating func run(_ feed: ReleaseFeed) async throws -> Int32 {
    context.note(
      StyledText(
        "Watching \(environment) of \(app) at \(context.client.server). Press Ctrl-C to stop.",
        .faint))
    let (events, continuation) = feed.start()
    Interrupts.onInterrupt { continuation.yield(.interrupted) }
    for await event in events {
      switch event {
      case .interrupted: return ExitStatus.interrupted
      case .failed(let problem): throw problem
      case .connected: reportConnected()
      case .disconnected(let reason, let delay): reportDisconnected(reason, delay)
      case .message(let message) where message.type == "release":
        await receive(message.data)
        if remaining == 0 { return hasRejected ? ExitStatus.failed : ExitStatus.ok }
      case .message: continue
      }
      context.console.flush()
    }
    return ExitStatus.failed
  }

  private mutating func receive(_ bytes: [UInt8]) async {
    do {
      let received = try await verifier.receive(bytes)
      let isRenewal = received.update == .renewed
      let details = isRenewal ? nil : await fetchDetails(of: received.statement.number)
      report(received, details)
      if !isRenewal { countRelease() }
    } catch {
      reportRejected(error)
      hasRejected = true
      countRelease()
    }
    context.console.flush()
  }

  private mutating func countRelease() {
    if let remaining { self.remaining = remaining - 1 }
  }

  /// A release's author and note, if there is a token to request them with.
  private func fetchDetails(of number: Int) async -> JSON? {
    guard context.client.token != nil else { return nil }
    let list = try? await context.client.requestJSON(
      .get, "v1", "apps", app, "releases",
      query: [("environment", environment), ("limit", "10")])
    return list?["releases"]?.array?.first { $0["number"]?.integer == number }
  }
}

// MARK: Output

extension ReleaseWatcher {
  private func writeLine(_ event: String, _ members: JSONObject) {
    var object: JSONObject = ["event": .string(event), "at": .string(TimestampFormatter.nowISO())]
    for member in members.members { object[member.key] = member.value }
    context.console.out.write(JSON.object(object).utf8(.compact) + [UInt8(ascii: "\n")])
  }

  private func timeOfDay() -> StyledText { StyledText(TimestampFormatter.now() + "  ", .faint) }

  private func report(_ received: ReleaseVerifier.ReceivedRelease, _ details: JSON?) {
    let statement = received.statement
    guard !context.outputsJSON else {
      var members: JSONObject = [
        "application": .string(statement.application.string),
        "environment": .string(statement.environment.string), "number": .integer(statement.number),
        "issued": .string(TimestampFormatter.iso(statement.issued)),
        "verified": received.isVerified.map { .bool($0) } ?? .null,
      ]
      for name in ["author", "note", "rollbackOf"] as [Name] { members[name] = details?[name] }
      members["changes"] = ChangeListText.json(received.changes)["changes"]
      return writeLine(received.update.rawValue, members)
    }
    let out = context.console.out
    var headline = timeOfDay()
    switch received.update {
    case .current: headline += StyledText("Live release: \(statement.number)", .strong)
    case .release: headline += StyledText("New release: \(statement.number)", .strong)
    case .renewed:
      headline += StyledText("Renewed signature of release \(statement.number)", .faint)
    }
    if let author = details?["author"] {
      headline += StyledText(", by \(ActorText.text(author))")
    }
    if let note = details?["note"]?.string, !note.isEmpty { headline += StyledText(": \(note)") }
    if received.isVerified == true {
      headline += StyledText("  \(out.glyphs.done) verified", .success)
    }
    out.writeLine(headline)
    guard received.update == .release else { return }
    let text = ChangeListText(width: max(out.width - 10, 40), glyphs: out.glyphs)
    for line in text.lines(received.changes) {
      out.writeLine(line.isEmpty ? line : StyledText(String(repeating: " ", count: 10)) + line)
    }
  }

  private func reportRejected(_ error: any Error) {
    let (code, message): (String, String) =
      switch error {
      case let error as FlowMagicError: (error.code.rawValue, error.message)
      case let error as InputProblem: (error.code, error.message)
      case let error as RemoteProblem: (error.code, error.message)
      default: ("unusable-release", "\(error)")
      }
    guard !context.outputsJSON else {
      return writeLine("rejected", ["code": .string(code), "message": .string(message)])
    }
    context.console.out.writeLine(
      timeOfDay() + StyledText("error: ", .error) + StyledText(message)
        + StyledText(" [\(code)]", .faint))
  }

  private mutating func reportConnected() {
    guard isDisconnected else { return }
    isDisconnected = false
    if context.outputsJSON { return writeLine("connected", [:]) }
    context.note(timeOfDay() + StyledText("Reconnected.", .faint))
  }

  private mutating func reportDisconnected(_ reason: String, _ delay: Duration) {
    let isFirst = !isDisconnected
    isDisconnected = true
    if context.outputsJSON {
      return writeLine(
        "disconnected",
        [
          "message": .string(reason),
          "milliseconds": .integer(TimestampFormatter.milliseconds(delay)),
        ])
    }
    // Failed attempts to reconnect are not printed again.
    if isFirst { context.note(timeOfDay() + StyledText("\(reason) Reconnecting.", .warning)) }
  }
}
