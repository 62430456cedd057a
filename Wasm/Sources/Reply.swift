/// The reply to a call, as the address of a length in four bytes and a JSON text.
typealias ReplyPointer = UnsafeMutableRawPointer

/// The ways in which a call can end.
enum Reply {
  /// The call's result.
  case value(JSON)
  /// The input was refused.
  case error(FlowError)
  /// The caller used a handle that is not, or no longer, one: a mistake in the program.
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

  /// Runs a call and answers with its result or with its refusal.
  static func answer(_ body: () throws(FlowError) -> Reply) -> ReplyPointer {
    do throws(FlowError) {
      return try body().pointer
    } catch {
      return Reply.error(error).pointer
    }
  }

  /// Answers with a handle.
  static func handle(_ handle: Int32) -> Reply {
    .value(.number(JSONNumber(Int(handle))))
  }
}
