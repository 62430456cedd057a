import FlowCore
import FlowServer
import FlowStore

/// The result of an operator's operation: from the running server, or, while none runs, from the
/// opened store.
struct OperatorResponse {
  let document: JSON
  /// Whether the running server has done it.
  let isFromServer: Bool

  /// The time limit for a server to start or to end.
  private static let patience = Duration.seconds(10)

  /// The last line of what a command prints.
  static let doneByServer = "Done by the running server."
  static let doneInStore = "Done in the store; no server runs on it."

  /// Runs an operation where it can be run.
  ///
  /// - Throws: `ControlFailure`, `StoreError`, and what the operation throws.
  static func response(
    to operation: OperatorOperation, _ arguments: JSON, _ settings: ServerSettings
  ) async throws -> OperatorResponse {
    let control = settings.controlSocket
    let end = ContinuousClock.now + patience
    while true {
      if let document = try await fromServer(control, operation, arguments) {
        return OperatorResponse(document: document, isFromServer: true)
      }
      if let offline = try await opened(settings, control, isLast: ContinuousClock.now > end) {
        let document = try await offline.closing { scope in
          try await operation.run(scope, ParsedJSON(arguments.utf8(.compact)).root)
        }
        return OperatorResponse(document: document, isFromServer: false)
      }
      // A server starts or ends at this moment, or another command is at work.
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  private static func fromServer(
    _ control: ControlSocket?, _ operation: OperatorOperation, _ arguments: JSON
  ) async throws -> JSON? {
    guard let control else { return nil }
    return try await ControlClient(control).response(to: operation.name, arguments)
  }

  /// The store; nil if someone has it, unless this is the last attempt, which throws then.
  private static func opened(
    _ settings: ServerSettings, _ control: ControlSocket?, isLast: Bool
  ) async throws -> OfflineStore? {
    do {
      return try await OfflineStore(settings)
    } catch {
      guard error.code == .locked else { throw error }
      if isLast { throw unreachable(error, control) }
      return nil
    }
  }

  private static func unreachable(_ error: StoreError, _ control: ControlSocket?) -> StoreError {
    guard let control else { return error }
    return StoreError(
      .locked,
      "\(error.message) Nobody answers at \(control.path), over which a command asks the running "
        + "server: the server's log says why, or it is of an older version.")
  }

  /// The document with whether a server did it, for `--json`.
  var json: JSON {
    guard var object = document.object else { return document }
    object["inServer"] = .bool(isFromServer)
    return .object(object)
  }

  /// The output of a command: JSON, or the lines, and then who has done it.
  func text(isJSON: Bool, _ lines: [String]) -> String {
    if isJSON { return json.text(.pretty) + "\n" }
    let who = isFromServer ? Self.doneByServer : Self.doneInStore
    return (lines + [who]).joined(separator: "\n") + "\n"
  }
}
