import NIOConcurrencyHelpers

/// The memory of request bodies that are being received or processed, limited in total, by sender
/// and by network.
///
/// Otherwise, a sender could begin many long bodies, and the process would hold all that has
/// arrived. The bytes count as they arrive: a length that is only declared takes nothing from
/// others. A sender may use at most as many bytes as then remain free, so that another one can
/// always send. Routes whose bodies differ much in size need memories of their own: otherwise, the
/// long bodies of one would leave too little for those of the other.
public final class BodyMemory: Sendable {
  private struct Usage {
    var total = 0
    var bySender: [String: Int] = [:]
    var byNetwork: [String: Int] = [:]
  }

  private let maximumBytes: Int
  private let maximumBytesPerSender: Int
  private let maximumBytesPerNetwork: Int
  private let usage = NIOLockedValueBox(Usage())

  /// Creates the memory of a service.
  ///
  /// - Parameters:
  ///   - maximum: The maximum number of bytes of all bodies.
  ///   - maximumPerSender: The maximum number of bytes of one sender's bodies.
  ///   - maximumPerNetwork: The maximum number of bytes of the bodies from one network; if nil,
  ///     half of all.
  public init(
    maximumBytes maximum: Int = 128 << 20, perSender maximumPerSender: Int = 9 << 20,
    perNetwork maximumPerNetwork: Int? = nil
  ) {
    (maximumBytes, maximumBytesPerSender) = (maximum, maximumPerSender)
    maximumBytesPerNetwork = maximumPerNetwork ?? maximum / 2
  }

  /// Creates the share of a request.
  ///
  /// - Parameters:
  ///   - sender: Who sends the request, such as a user's id.
  ///   - network: The network that the request comes from; nil if it is not limited.
  /// - Returns: The share, to be released after the request's body has been processed.
  public func share(of sender: String, from network: String? = nil) -> Share {
    Share(self, sender, network)
  }

  fileprivate func reserve(_ bytes: Int, for sender: String, from network: String?) -> Bool {
    usage.withLockedValue { usage in
      let own = usage.bySender[sender, default: 0] + bytes
      guard own <= maximumBytesPerSender, own <= maximumBytes - usage.total - bytes else {
        return false
      }
      if let network {
        let all = usage.byNetwork[network, default: 0] + bytes
        guard all <= maximumBytesPerNetwork else { return false }
        usage.byNetwork[network] = all
      }
      usage.total += bytes
      usage.bySender[sender] = own
      return true
    }
  }

  fileprivate func release(_ bytes: Int, of sender: String, from network: String?) {
    usage.withLockedValue { usage in
      usage.total -= bytes
      let rest = usage.bySender[sender, default: 0] - bytes
      usage.bySender[sender] = rest > 0 ? rest : nil
      guard let network else { return }
      let others = usage.byNetwork[network, default: 0] - bytes
      usage.byNetwork[network] = others > 0 ? others : nil
    }
  }

  /// The memory of one request's body.
  public final class Share: Sendable {
    private let memory: BodyMemory
    private let sender: String
    private let network: String?
    private let reserved = NIOLockedValueBox(0)

    fileprivate init(_ memory: BodyMemory, _ sender: String, _ network: String?) {
      self.memory = memory
      self.sender = sender
      self.network = network
    }

    /// Counts bytes that have arrived; returns false, and counts nothing, beyond a limit.
    func reserve(_ bytes: Int) -> Bool {
      guard memory.reserve(bytes, for: sender, from: network) else { return false }
      reserved.withLockedValue { $0 += bytes }
      return true
    }

    /// Ends the request: its bytes no longer count.
    public func release() {
      let bytes = reserved.withLockedValue { reserved in
        defer { reserved = 0 }
        return reserved
      }
      memory.release(bytes, of: sender, from: network)
    }
  }
}
