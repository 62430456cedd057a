import NIOConcurrencyHelpers

/// The memory of request bodies that are being received or processed, limited in total and by
/// sender.
///
/// Otherwise, a sender could begin many long bodies, and the process would hold all that has
/// arrived. The bytes count as they arrive: a length that is only declared takes nothing from
/// others.
public final class BodyMemory: Sendable {
  private struct Usage {
    var total = 0
    var bySender: [String: Int] = [:]
  }

  private let maximumBytes: Int
  private let maximumBytesPerSender: Int
  private let usage = NIOLockedValueBox(Usage())

  /// Creates the memory of a service.
  ///
  /// - Parameters:
  ///   - maximum: The maximum number of bytes of all bodies.
  ///   - maximumPerSender: The maximum number of bytes of one sender's bodies.
  public init(maximumBytes maximum: Int = 128 << 20, perSender maximumPerSender: Int = 9 << 20) {
    (maximumBytes, maximumBytesPerSender) = (maximum, maximumPerSender)
  }

  /// Creates the share of a request.
  ///
  /// - Parameter sender: Who sends the request, such as a user's id.
  /// - Returns: The share, to be released after the request's body has been processed.
  public func share(of sender: String) -> Share { Share(self, sender) }

  fileprivate func reserve(_ bytes: Int, for sender: String) -> Bool {
    usage.withLockedValue { usage in
      let own = usage.bySender[sender, default: 0]
      guard bytes <= maximumBytes - usage.total, bytes <= maximumBytesPerSender - own else {
        return false
      }
      usage.total += bytes
      usage.bySender[sender] = own + bytes
      return true
    }
  }

  fileprivate func release(_ bytes: Int, of sender: String) {
    usage.withLockedValue { usage in
      usage.total -= bytes
      let rest = usage.bySender[sender, default: 0] - bytes
      usage.bySender[sender] = rest > 0 ? rest : nil
    }
  }

  /// The memory of one request's body.
  public final class Share: Sendable {
    private let memory: BodyMemory
    private let sender: String
    private let reserved = NIOLockedValueBox(0)

    fileprivate init(_ memory: BodyMemory, _ sender: String) {
      self.memory = memory
      self.sender = sender
    }

    /// Counts bytes that have arrived; returns false, and counts nothing, beyond a limit.
    func reserve(_ bytes: Int) -> Bool {
      guard memory.reserve(bytes, for: sender) else { return false }
      reserved.withLockedValue { $0 += bytes }
      return true
    }

    /// Ends the request: its bytes no longer count.
    public func release() {
      let bytes = reserved.withLockedValue { reserved in
        defer { reserved = 0 }
        return reserved
      }
      memory.release(bytes, of: sender)
    }
  }
}
