import Foundation

// NB: `nonisolated`, because an app may use MainActor as its default isolation, and screens'
// outputs are encoded on other threads.

/// A recipient of money.
nonisolated struct Contact: Codable, Sendable, Equatable {
  let name: String
  /// Whether the user has sent money there before.
  var isKnown = false
}

/// The user's order for a transfer.
nonisolated struct Transfer: Codable, Sendable, Equatable {
  var contact: Contact
  /// The amount in cents.
  var amount: Int
  var message: String?
}

/// The bank's confirmation of a transfer.
nonisolated struct Receipt: Codable, Sendable, Equatable {
  var number: String
  var transfer: Transfer
}

/// The bank's API; a real app calls it over the network, and tests replace it.
protocol Bank: Sendable {
  func contacts() async throws -> [Contact]
  /// Sends money, only once for each idempotency key.
  func send(_ transfer: Transfer, pin: String?, idempotencyKey: String) async throws -> Receipt
}

/// The reason why a transfer was not sent, with a message for users.
enum BankError: Error, LocalizedError {
  case wrongPIN, unreachable

  var errorDescription: String? {
    switch self {
    case .wrongPIN: "This is not your PIN, which is 1234. Try again."
    case .unreachable: "The bank cannot be reached. Nothing was sent."
    }
  }
}

/// A simulated bank that responds with the delay of a network; every PIN except 1234 is wrong.
actor DemoBank: Bank {
  private let delay: Duration
  private var receipts: [String: Receipt] = [:]

  init(delay: Duration = .milliseconds(600)) { self.delay = delay }

  func contacts() async throws -> [Contact] {
    try await Task.sleep(for: delay)
    return [Contact(name: "Ada", isKnown: true), Contact(name: "Grace"), Contact(name: "Linus")]
  }

  func send(_ transfer: Transfer, pin: String?, idempotencyKey: String) async throws -> Receipt {
    try await Task.sleep(for: delay)
    if let pin, pin != "1234" { throw BankError.wrongPIN }
    if let receipt = receipts[idempotencyKey] { return receipt }
    let receipt = Receipt(number: "MB-\(receipts.count + 1)", transfer: transfer)
    receipts[idempotencyKey] = receipt
    return receipt
  }
}

/// Formats an amount in cents, such as `12.50 €`.
func euros(_ cents: Int) -> String {
  let remainder = cents % 100
  return "\(cents / 100).\(remainder < 10 ? "0" : "")\(remainder) €"
}

/// Parses an amount of at most 1,000,000 euros, such as `12`, `12.5` or `12,50`; returns it in
/// cents, or nil if it is invalid.
func cents(_ text: String) -> Int? {
  let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
  let digits = parts.joined()
  guard (1...2).contains(parts.count), let whole = Int(parts[0]), whole <= 1_000_000,
    digits.allSatisfy({ $0.isASCII && $0.isNumber })
  else { return nil }
  guard parts.count == 2 else { return whole * 100 }
  guard (1...2).contains(parts[1].count), let fraction = Int(parts[1]) else { return nil }
  return whole * 100 + (parts[1].count == 1 ? fraction * 10 : fraction)
}
