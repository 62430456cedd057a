import Accounts
import ArgumentParser
import FlowServer
import FlowStore
import NIOCore

/// Why a server verb ends, in a sentence on standard error.
enum OperatorMessage {
  /// Writes the sentence and makes the error that ends the command.
  static func failure(_ message: String) -> ExitCode {
    try? System.write(Array("flowmagic: \(message)\n".utf8), to: System.errors)
    return ExitCode(ExitStatus.failed)
  }

  static func text(_ error: any Error, _ settings: ServerSettings) -> String {
    switch error {
    case let error as StoreError: error.description
    case let error as KeyFolder.Failure: error.description
    case let error as AccountError: error.message
    case let error as IOError: text(error, settings.address)
    default: "\(error)"
    }
  }

  private static func text(_ error: IOError, _ address: ServerAddress) -> String {
    switch System.Refusal(code: error.errnoCode).kind {
    case .addressInUse:
      "Another program listens on \(address) already: stop it, or choose another --bind."
    case .addressNotHere:
      "\(address) is no address of this machine: choose another --bind."
    case .notPermitted:
      "This user may not listen on \(address): choose a port above 1023."
    case .other:
      "\(address) cannot be listened on: \(error)"
    }
  }
}
