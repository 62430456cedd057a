/// On whose behalf a password is hashed.
///
/// Calls take turns by requester, so that no one keeps all others waiting.
public enum PasswordRequester: Sendable, Hashable {
  /// The server itself, or its operator.
  case server
  /// A user who is signed in or on one of their known devices, by id.
  case user(String)
  /// Anyone else, by client network; see `Client.origin`.
  case network(String)

  /// Whether strangers cannot act on its behalf.
  var isKnown: Bool {
    if case .network = self { false } else { true }
  }
}

/// The waiting calls of a `PasswordHasher`, and whose turn is next.
///
/// Known requesters and networks take turns, and so do the requesters among each of them.
struct PasswordTurns {
  struct Call {
    let number: Int
    let requester: PasswordRequester
    let continuation: CheckedContinuation<Void, any Error>
  }

  /// The maximum number of waiting calls.
  let maximum: Int
  private var known = Ring()
  private var networks = Ring()
  private var isKnownsTurn = false

  init(maximum: Int) { self.maximum = max(maximum, 0) }

  var count: Int { known.count + networks.count }

  /// The number of places that calls from networks never take, nor calls of known requesters.
  private var reserved: Int { maximum / 4 }

  /// Decides whether a call may wait.
  ///
  /// - Returns: The call that loses its place, if any: the last of the network with the most.
  /// - Throws: `too-many-attempts` if there is no place.
  mutating func makeRoom(for requester: PasswordRequester) throws(AccountError) -> Call? {
    let ofItsKind = requester.isKnown ? known.count : networks.count
    if requester.isKnown, ofItsKind >= maximum - reserved { throw .tooManyPasswords }
    guard count >= maximum || ofItsKind >= maximum - reserved else { return nil }
    guard let (largest, size) = networks.largest,
      requester.isKnown || size > networks.count(of: requester) + 1
    else { throw .tooManyPasswords }
    return networks.removeLast(of: largest)
  }

  mutating func append(_ call: Call) {
    if call.requester.isKnown { known.append(call) } else { networks.append(call) }
  }

  /// Removes the call whose turn it is; nil if none waits.
  mutating func next() -> Call? {
    isKnownsTurn.toggle()
    return isKnownsTurn
      ? known.next() ?? networks.next() : networks.next() ?? known.next()
  }

  /// Removes a call that no longer waits for its turn.
  mutating func remove(_ number: Int, of requester: PasswordRequester) -> Call? {
    requester.isKnown
      ? known.remove(number, of: requester) : networks.remove(number, of: requester)
  }
}

extension PasswordTurns {
  /// Requesters that take turns, each with its calls in order.
  private struct Ring {
    private var calls: [PasswordRequester: [Call]] = [:]
    private var order: [PasswordRequester] = []
    private(set) var count = 0

    /// The requester with the most calls.
    var largest: (PasswordRequester, Int)? {
      calls.max { $0.value.count < $1.value.count }.map { ($0.key, $0.value.count) }
    }

    func count(of requester: PasswordRequester) -> Int { calls[requester]?.count ?? 0 }

    mutating func append(_ call: Call) {
      if calls[call.requester] == nil { order.append(call.requester) }
      calls[call.requester, default: []].append(call)
      count += 1
    }

    mutating func next() -> Call? {
      guard let requester = order.first, let call = take(0, of: requester) else { return nil }
      if calls[requester] != nil {
        order.removeFirst()
        order.append(requester)
      }
      return call
    }

    mutating func removeLast(of requester: PasswordRequester) -> Call? {
      take(count(of: requester) - 1, of: requester)
    }

    mutating func remove(_ number: Int, of requester: PasswordRequester) -> Call? {
      guard let place = calls[requester]?.firstIndex(where: { $0.number == number }) else {
        return nil
      }
      return take(place, of: requester)
    }

    private mutating func take(_ place: Int, of requester: PasswordRequester) -> Call? {
      guard var own = calls[requester], own.indices.contains(place) else { return nil }
      let call = own.remove(at: place)
      count -= 1
      calls[requester] = own.isEmpty ? nil : own
      if own.isEmpty { order.removeAll { $0 == requester } }
      return call
    }
  }
}

extension AccountError {
  static let tooManyPasswords = AccountError(
    .tooManyAttempts, "Too many sign-ins at the same time. Try again in a few seconds.",
    retryAfter: 5)
}
