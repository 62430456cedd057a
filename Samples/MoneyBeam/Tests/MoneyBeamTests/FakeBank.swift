import Synchronization

@testable import MoneyBeam

/// A bank that responds immediately and records its requests.
final class FakeBank: Bank {
  private struct State {
    var sentTransfers: [Transfer] = []
    var idempotencyKeys: [String] = []
    var contactRequests = 0
    var isReachable = true
  }

  private let state = Mutex(State())

  var sentTransfers: [Transfer] { state.withLock { $0.sentTransfers } }
  /// The keys of all attempts.
  var idempotencyKeys: [String] { state.withLock { $0.idempotencyKeys } }
  var contactRequests: Int { state.withLock { $0.contactRequests } }

  func setReachable(_ isReachable: Bool) { state.withLock { $0.isReachable = isReachable } }

  func contacts() async throws -> [Contact] {
    state.withLock { $0.contactRequests += 1 }
    return [Contact(name: "Ada", isKnown: true), Contact(name: "Grace")]
  }

  func send(_ transfer: Transfer, pin: String?, idempotencyKey: String) async throws -> Receipt {
    try state.withLock { state in
      state.idempotencyKeys.append(idempotencyKey)
      guard state.isReachable else { throw BankError.unreachable }
      if let pin, pin != "1234" { throw BankError.wrongPIN }
      state.sentTransfers.append(transfer)
      return Receipt(number: "1", transfer: transfer)
    }
  }
}
