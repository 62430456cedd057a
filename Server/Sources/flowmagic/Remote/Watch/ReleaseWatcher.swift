import FlowCore
import FlowMagic

/// Prints each release as it is published.
struct ReleaseWatcher {
  let session: RemoteSession
  let app: String
  let environment: String
  var verifier: ReleaseVerifier
  /// The number of releases left to print; nil for no limit.
  var remaining: Int?

  private var isDisconnected = false

  init(
    session: RemoteSession, app: String, environment: String, verifier: ReleaseVerifier,
    remaining: Int?
  ) {
    self.session = session
    self.app = app
    self.environment = environment
    self.verifier = verifier
    self.remaining = remaining
  }

  /// - Returns: The exit status.
  mutating func run(_ feed: ReleaseFeed) async throws -> Int32 {
    session.note(
      StyledText(
        "Watching \(environment) of \(app) at \(session.client.server). Press Ctrl-C to stop.",
        .faint))
    let (events, continuation) = feed.events()
    Interrupts.onInterrupt { continuation.yield(.interrupted) }
    for await event in events {
      switch event {
      case .interrupted: return ExitStatus.interrupted
      case .refused(let problem): throw problem
      case .connected: reportConnected()
      case .lost(let reason, let delay): reportLost(reason, delay)
      case .message(let message) where message.type == "release":
        await receive(message.data)
        if remaining == 0 { return ExitStatus.ok }
      case .message: continue
      }
      session.console.flush()
    }
    return ExitStatus.failed
  }

  private mutating func receive(_ bytes: [UInt8]) async {
    do {
      let verifiedRelease = try await verifier.receive(bytes)
      let isRenewal = verifiedRelease.update == .renewed
      let details = isRenewal ? nil : await details(of: verifiedRelease.statement.number)
      report(verifiedRelease, details)
      if !isRenewal, let remaining { self.remaining = remaining - 1 }
    } catch {
      reportInvalid(error)
    }
    session.console.flush()
  }

  /// A release's author and note, if there is a token to request them with.
  private func details(of number: Int) async -> JSON? {
    guard session.client.token != nil else { return nil }
    let list = try? await session.client.json(
      .get, "v1", "apps", app, "releases",
      query: [("environment", environment), ("limit", "10")])
    return list?["releases"]?.array?.first { $0["number"]?.wholeNumber == number }
  }
}

// MARK: Output

extension ReleaseWatcher {
  private func writeLine(_ event: String, _ members: JSONObject) {
    var object: JSONObject = ["event": .string(event), "at": .string(TimestampFormatter.nowISO())]
    for member in members.members { object[member.key] = member.value }
    session.console.out.write(JSON.object(object).utf8(.compact) + [UInt8(ascii: "\n")])
  }

  private func timeOfDay() -> StyledText { StyledText(TimestampFormatter.now() + "  ", .faint) }

  private func report(_ verifiedRelease: ReleaseVerifier.VerifiedRelease, _ details: JSON?) {
    let statement = verifiedRelease.statement
    guard !session.isJSON else {
      var members: JSONObject = [
        "application": .string(statement.application.string),
        "environment": .string(statement.environment.string), "number": .integer(statement.number),
        "issued": .string(TimestampFormatter.iso(statement.issued)),
        "verified": verifiedRelease.isVerified.map { .bool($0) } ?? .null,
      ]
      for name in ["author", "note", "rollbackOf"] as [Name] { members[name] = details?[name] }
      members["changes"] = ChangeListText.json(verifiedRelease.changes)["changes"]
      return writeLine(verifiedRelease.update.rawValue, members)
    }
    let out = session.console.out
    var head = timeOfDay()
    switch verifiedRelease.update {
    case .current: head += StyledText("Current release: \(statement.number)", .strong)
    case .release: head += StyledText("New release: \(statement.number)", .strong)
    case .renewed:
      head += StyledText("Renewed signature of release \(statement.number)", .faint)
    }
    if let author = details?["author"] {
      head += StyledText(", by \(ActorText.text(author))")
    }
    if let note = details?["note"]?.string, !note.isEmpty { head += StyledText(": \(note)") }
    if verifiedRelease.isVerified == true {
      head += StyledText("  \(out.glyphs.done) verified", .good)
    }
    out.writeLine(head)
    guard verifiedRelease.update == .release else { return }
    let text = ChangeListText(width: max(out.width - 10, 40), glyphs: out.glyphs)
    for line in text.lines(verifiedRelease.changes) {
      out.writeLine(line.isEmpty ? line : StyledText(String(repeating: " ", count: 10)) + line)
    }
  }

  private func reportInvalid(_ error: any Error) {
    let (code, message): (String, String) =
      switch error {
      case let error as FlowMagicError: (error.code.rawValue, error.message)
      case let error as InputProblem: (error.code, error.message)
      case let error as RemoteProblem: (error.code, error.message)
      default: ("unusable-release", "\(error)")
      }
    guard !session.isJSON else {
      return writeLine("refused", ["code": .string(code), "message": .string(message)])
    }
    session.console.out.writeLine(
      timeOfDay() + StyledText("error: ", .bad) + StyledText(message)
        + StyledText(" [\(code)]", .faint))
  }

  private mutating func reportConnected() {
    guard isDisconnected else { return }
    isDisconnected = false
    if session.isJSON { return writeLine("connected", [:]) }
    session.note(timeOfDay() + StyledText("Reconnected.", .faint))
  }

  private mutating func reportLost(_ reason: String, _ delay: Duration) {
    let isFirst = !isDisconnected
    isDisconnected = true
    if session.isJSON {
      return writeLine(
        "lost",
        [
          "message": .string(reason),
          "milliseconds": .integer(TimestampFormatter.milliseconds(delay)),
        ])
    }
    // Only the first of several failed attempts is printed.
    if isFirst { session.note(timeOfDay() + StyledText("\(reason) Reconnecting.", .warning)) }
  }
}
