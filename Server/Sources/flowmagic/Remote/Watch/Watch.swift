import FlowCore
import FlowMagic

/// Tells a person or a program of each release as it comes.
struct Watch {
  let session: RemoteSession
  let app: String
  let environment: String
  var witness: ReleaseVerifier
  /// How many releases are still to be told of; nil for no end.
  var remaining: Int?

  private var hasLost = false

  init(
    session: RemoteSession, app: String, environment: String, witness: ReleaseVerifier,
    remaining: Int?
  ) {
    self.session = session
    self.app = app
    self.environment = environment
    self.witness = witness
    self.remaining = remaining
  }

  /// - Returns: The exit status.
  mutating func run(_ feed: ReleaseFeed) async throws -> Int32 {
    session.note(
      StyledText(
        "Watching \(environment) of \(app) at \(session.client.location). Ctrl-C ends.", .faint))
    let (events, continuation) = feed.events()
    Interrupts.atKeyboard { continuation.yield(.interrupted) }
    for await event in events {
      switch event {
      case .interrupted: return ExitStatus.interrupted
      case .refused(let problem): throw problem
      case .connected: tellConnected()
      case .lost(let reason, let delay): tellLost(reason, delay)
      case .message(let message) where message.type == "release":
        await take(message.data)
        if remaining == 0 { return ExitStatus.ok }
      case .message: continue
      }
      session.console.flush()
    }
    return ExitStatus.failed
  }

  private mutating func take(_ bytes: [UInt8]) async {
    do {
      let verifiedRelease = try await witness.look(at: bytes)
      let about = verifiedRelease.kind == .renewed ? nil : await summary(verifiedRelease.statement.number)
      tell(verifiedRelease, about)
      if verifiedRelease.kind != .renewed, let remaining { self.remaining = remaining - 1 }
    } catch {
      tellRefused(error)
    }
    session.console.flush()
  }

  /// What the list of releases says about a number, if there is a token to ask with.
  private func summary(_ number: Int) async -> JSON? {
    guard session.client.token != nil else { return nil }
    let list = try? await session.client.json(
      .get, "v1", "apps", app, "releases",
      query: [("environment", environment), ("limit", "10")])
    return list?["releases"]?.array?.first { $0["number"]?.wholeNumber == number }
  }
}

// MARK: Telling

extension Watch {
  private func line(_ event: String, _ members: JSONObject) {
    var object: JSONObject = ["event": .string(event), "at": .string(MomentWords.nowInText())]
    for member in members.members { object[member.key] = member.value }
    session.console.out.write(JSON.object(object).utf8(.compact) + [UInt8(ascii: "\n")])
  }

  private func stamp() -> StyledText { StyledText(MomentWords.now() + "  ", .faint) }

  private func tell(_ verifiedRelease: ReleaseVerifier.VerifiedRelease, _ about: JSON?) {
    let statement = verifiedRelease.statement
    guard !session.isJSON else {
      var members: JSONObject = [
        "application": .string(statement.application.string),
        "environment": .string(statement.environment.string), "number": .whole(statement.number),
        "issued": .string(MomentWords.text(statement.issued)),
        "verified": verifiedRelease.isVerified.map { .bool($0) } ?? .null,
      ]
      for name in ["author", "note", "rollbackOf"] as [Name] { members[name] = about?[name] }
      members["changes"] = ChangeWords.json(verifiedRelease.changes)["changes"]
      return line(verifiedRelease.kind.rawValue, members)
    }
    let out = session.console.out
    var head = stamp()
    switch verifiedRelease.kind {
    case .current: head += StyledText("Release \(statement.number) is live", .strong)
    case .release: head += StyledText("Release \(statement.number) is live now", .strong)
    case .renewed:
      head += StyledText("The server renewed its word for release \(statement.number)", .faint)
    }
    if let author = about?["author"]?.string { head += StyledText(", by \(author)") }
    if let note = about?["note"]?.string, !note.isEmpty { head += StyledText(": \(note)") }
    if verifiedRelease.isVerified == true { head += StyledText("  \(out.glyphs.done) verified", .good) }
    out.line(head)
    guard verifiedRelease.kind == .release else { return }
    let words = ChangeWords(width: max(out.width - 10, 40), glyphs: out.glyphs)
    for text in words.lines(verifiedRelease.changes) {
      out.line(text.isEmpty ? text : StyledText(String(repeating: " ", count: 10)) + text)
    }
  }

  private func tellRefused(_ error: any Error) {
    let (code, message): (String, String) =
      switch error {
      case let error as FlowMagicError: (error.code.rawValue, error.message)
      case let error as InputProblem: (error.code, error.message)
      case let error as RemoteProblem: (error.code, error.message)
      default: ("unusable-release", "\(error)")
      }
    guard !session.isJSON else {
      return line("refused", ["code": .string(code), "message": .string(message)])
    }
    session.console.out.line(
      stamp() + StyledText("error: ", .bad) + StyledText(message)
        + StyledText(" [\(code)]", .faint))
  }

  private mutating func tellConnected() {
    guard hasLost else { return }
    hasLost = false
    if session.isJSON { return line("connected", [:]) }
    session.note(stamp() + StyledText("Connected again.", .faint))
  }

  private mutating func tellLost(_ reason: String, _ delay: Duration) {
    let isFirst = !hasLost
    hasLost = true
    if session.isJSON {
      return line(
        "lost",
        [
          "message": .string(reason), "milliseconds": .whole(MomentWords.milliseconds(delay)),
        ])
    }
    // Every attempt of an hour without the server would be noise.
    if isFirst { session.note(stamp() + StyledText("\(reason) Trying again.", .warning)) }
  }
}
