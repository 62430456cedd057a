/// A description of an error that decoding has thrown, with its coding path.
struct DecodingErrorDescription: CustomStringConvertible {
  /// The whole text, for the app.
  let description: String
  /// The text in events: the coding path and what is wrong.
  ///
  /// The texts of decoders and of the app's own errors may contain what users have entered.
  let reported: String

  init(_ error: any Error) {
    guard let (context, problem) = (error as? DecodingError)?.parts else {
      description = "\(error)"
      reported = "The app's code threw an error of the type \(type(of: error))."
      return
    }
    let path = context.codingPath.map { "/" + $0.stringValue }.joined()
    let prefix = path.isEmpty ? "" : path + ": "
    description = prefix + context.debugDescription
    reported = prefix + problem
  }
}

extension DecodingError {
  /// The context, and the problem without values.
  fileprivate var parts: (Context, String)? {
    switch self {
    case .typeMismatch(let type, let context):
      return (context, "The value is not of the type \(type).")
    case .valueNotFound(let type, let context):
      return (context, "There is no value of the type \(type).")
    case .keyNotFound(let key, let context):
      return (context, "The member “\(key.stringValue)” is missing.")
    case .dataCorrupted(let context):
      return (context, "The value is invalid.")
    @unknown default:
      return nil
    }
  }
}
