import Accounts
import ArgumentParser
import FlowCore
import FlowServer
import FlowStore
import Logging
import NIOCore

/// The output of a command that fails with it, such as that of `check` with a problem.
struct FailedOutput: Error {
  let text: String
}

/// Reports errors of the commands that work on a store.
enum OperatorFailure {
  /// Prints an error message, as a log entry if the log's format is JSON, and returns the exit code
  /// for the command to throw.
  static func report(
    _ message: String, _ format: LogFormat = .human, status: Int32 = ExitStatus.failed
  ) -> ExitCode {
    if format == .json {
      format.logger("flowmagic", level: .critical).critical("\(message)")
      return ExitCode(status)
    }
    // Untrusted text, such as from an archive or a store, must not control the terminal.
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
      .map { LogText.sanitized(String($0)) }
    try? System.write(Array("error: \(lines.joined(separator: "\n"))\n".utf8), to: System.stderr)
    return ExitCode(status)
  }

  /// Reads the settings that a command on the store uses.
  ///
  /// - Throws: `ExitCode` after printing the error.
  static func settings(_ options: some SettingsSource) throws -> ServerSettings {
    do {
      return try ServerSettings(options, for: .operatorCommand)
    } catch {
      throw report("\(error)", status: status(of: error))
    }
  }

  /// Reads the settings, runs a command's work and prints its output.
  ///
  /// - Throws: `ExitCode` after printing the error, or the output of a command that has failed.
  static func reporting(
    _ options: some SettingsSource, _ body: (ServerSettings) async throws -> String
  ) async throws {
    let settings = try Self.settings(options)
    do {
      Output.print(try await body(settings))
    } catch let failed as FailedOutput {
      Output.print(failed.text)
      throw ExitCode(ExitStatus.failed)
    } catch let code as ExitCode {
      throw code
    } catch {
      throw report(message(error, settings), status: status(of: error))
    }
  }

  /// The exit status for an error: for an invalid setting, that of a usage error.
  static func status(of error: any Error) -> Int32 {
    error is ServerSettings.Failure ? ExitStatus.usageError : ExitStatus.failed
  }

  /// The message for an error.
  static func message(_ error: any Error, _ settings: ServerSettings) -> String {
    switch error {
    case let error as StoreError: error.description
    case let error as KeyFolder.Failure: error.description
    case let error as AccountError: error.message
    case let error as BackupFailure: error.description
    case let error as ControlFailure: error.description
    case let error as FlowError: error.message
    case let error as ListenError: listenMessage(error, settings)
    default: "\(error)"
    }
  }

  private static func listenMessage(_ error: ListenError, _ settings: ServerSettings) -> String {
    let address = error.address
    let option = address == settings.administration ? "--admin-bind" : "--bind"
    return switch System.Failure(code: error.cause.errnoCode).listenFailure {
    case .addressInUse:
      "The address \(address) is already in use. Stop the other program, or change \(option)."
    case .addressNotAvailable:
      "\(address) is not an address of this machine. Change \(option)."
    case .notPermitted:
      "This user is not permitted to listen on \(address). Use a port above 1023."
    case .other:
      "Cannot listen on \(address): \(error.cause)"
    }
  }
}
