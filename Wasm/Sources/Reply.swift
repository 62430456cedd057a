/// The reply to a call: the address of a length in four bytes, followed by JSON.
typealias ReplyPointer = UnsafeMutableRawPointer

/// The outcome of a call.
enum Reply {
  /// The call's result.
  case value(JSON)
  /// The input was rejected.
  case error(FlowError)
  /// The caller used an invalid or released handle: a bug in the calling program.
  case misuse(StaticString)

  /// Writes the reply into memory that the caller frees.
  var pointer: ReplyPointer {
    let json: JSON =
      switch self {
      case .value(let value): ["value": value]
      case .error(let error): ["error": error.json]
      case .misuse(let sentence): ["misuse": .string(sentence.description)]
      }
    let text = json.utf8(.compact)
    let pointer = UnsafeMutableRawPointer.allocate(byteCount: 4 + text.count, alignment: 8)
    pointer.storeBytes(of: UInt32(text.count).littleEndian, as: UInt32.self)
    text.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress {
        (pointer + 4).copyMemory(from: start, byteCount: bytes.count)
      }
    }
    return pointer
  }

  /// Runs a call and replies with its result or its error.
  static func answer(_ body: () throws(FlowError) -> Reply) -> ReplyPointer {
    do throws(FlowError) {
      return try body().pointer
    } catch {
      return Reply.error(error).pointer
    }
  }

  /// Replies with a handle.
  static func handle(_ handle: Int32) -> Reply {
    .value(.number(JSONNumber(Int(handle))))
  }
}
