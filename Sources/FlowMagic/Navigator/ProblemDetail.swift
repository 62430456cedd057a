import FlowCore

/// The stable code and the messages of any error.
struct ProblemDetail {
  let code: String
  /// The whole message, for the app.
  let message: String
  /// The message in events.
  ///
  /// An error that the app's own code has thrown may contain what users have entered, so only the
  /// name of its type leaves the device; of a decoding error also the coding path.
  let reportedMessage: String

  init(_ error: any Error) {
    switch error {
    case let error as FlowError:
      code = error.code.rawValue
      message = error.message
      reportedMessage = message
    case let error as FlowMagicError:
      code = error.code.rawValue
      message = error.message
      reportedMessage = error.reportedMessage
    default:
      code = "app-error"
      message = "\(error)"
      reportedMessage = "The app's code threw an error of the type \(type(of: error))."
    }
  }

  /// The details of the error's event.
  var detail: JSONObject { ["code": .string(code), "message": .string(reportedMessage)] }
}

extension FlowError {
  var detail: JSONObject { ProblemDetail(self).detail }
}
