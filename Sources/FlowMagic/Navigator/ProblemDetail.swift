import FlowCore

/// The stable code and the message of any error.
struct ProblemDetail {
  let code: String
  let message: String

  init(_ error: any Error) {
    switch error {
    case let error as FlowError:
      code = error.code.rawValue
      message = error.message
    case let error as FlowMagicError:
      code = error.code.rawValue
      message = error.message
    default:
      code = "app-error"
      message = "\(error)"
    }
  }

  var detail: JSONObject { ["code": .string(code), "message": .string(message)] }
}

extension FlowError {
  var detail: JSONObject { ProblemDetail(self).detail }
}
