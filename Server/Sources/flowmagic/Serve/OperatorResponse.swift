import FlowCore
import FlowServer
import FlowStore

/// The result of an operator operation, from the running server, or from the store while none is
/// running.
struct OperatorResponse {
  let document: JSON
  /// Whether the running server performed the operation.
  let isFromServer: Bool

  /// The maximum time to wait for a server that starts or stops, or for another command.
  private static let timeLimit = Duration.seconds(10)

  /// The last line of the output if the running server performed the operation.
  static let doneByServer = "Done by the running server."
  /// The last line of the output if the command performed the operation.
  static let doneInStore = "Done in the store; no server runs on it."

  /// Performs an operation in the running server or, while none is running, in this process.
  ///
  /// - Throws: `ControlFailure`, `StoreError`, and errors of the operation.
  static func perform(
    _ operation: OperatorOperation, _ arguments: JSON, _ settings: ServerSettings
  ) async throws -> OperatorResponse {
    let control = settings.controlSocket
    let deadline = ContinuousClock.now + timeLimit
    while true {
      if let document = try await fromServer(control, operation, arguments) {
        return OperatorResponse(document: document, isFromServer: true)
      }
      let isLast = ContinuousClock.now > deadline
      if let offline = try await openStore(
        settings, control, createsStore: operation.createsStore(arguments), isLastAttempt: isLast)
      {
        let document = try await offline.withContext { context in
          try await operation.run(context, ParsedJSON(arguments.utf8(.compact)).root)
        }
        return OperatorResponse(document: document, isFromServer: false)
      }
      // A server is starting or stopping, or another command is running.
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  private static func fromServer(
    _ control: ControlSocket?, _ operation: OperatorOperation, _ arguments: JSON
  ) async throws -> JSON? {
    guard let control else { return nil }
    return try await ControlClient(control).response(
      to: operation.name, arguments, isSafe: operation.isSafe)
  }

  /// Opens the store; nil if another process uses it, which is an error in the last attempt.
  private static func openStore(
    _ settings: ServerSettings, _ control: ControlSocket?, createsStore: Bool,
    isLastAttempt: Bool
  ) async throws -> OfflineStore? {
    do {
      return try await OfflineStore(settings, createsStore: createsStore)
    } catch {
      guard error.code == .locked else { throw error }
      if isLastAttempt { throw unreachable(error, control) }
      return nil
    }
  }

  private static func unreachable(_ error: StoreError, _ control: ControlSocket?) -> StoreError {
    guard let control else { return error }
    return StoreError(
      .locked,
      "\(error.message) The running server does not respond on its control socket "
        + "\(control.path): see the server's log, or update the server if it is older.")
  }

  /// The document for `--json`, with whether the server performed the operation.
  var json: JSON {
    guard var object = document.object else { return document }
    object["inServer"] = .bool(isFromServer)
    return .object(object)
  }

  /// The output of a command: JSON, or the lines, followed by whether the server performed it.
  func text(asJSON: Bool, _ lines: [String]) -> String {
    if asJSON { return json.text(.pretty) + "\n" }
    let performer = isFromServer ? Self.doneByServer : Self.doneInStore
    return (lines + [performer]).joined(separator: "\n") + "\n"
  }
}
