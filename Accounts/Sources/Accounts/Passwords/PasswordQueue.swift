/// The waiting calls of a `PasswordHasher`, and whose turn is next.
///
/// Networks with calls of known requesters and networks with calls of others take turns, and so do
/// the networks among each of them. No network has two turns in a row while another waits. Within a
/// network, known requesters and all others take turns, and so do its users.
struct PasswordQueue {
  struct Call {
    let number: Int
    let requester: PasswordRequester
    let continuation: CheckedContinuation<Void, any Error>
  }

  /// The maximum number of waiting calls.
  let maximum: Int
  private var networks: [String: Network] = [:]
  /// The networks with waiting calls; the one that has waited longest for a turn is first.
  private var order: [String] = []
  /// The network that had the last turn.
  private var last: String?
  private var isTurnOfKnown = false

  init(maximum: Int) { self.maximum = max(maximum, 0) }

  var count: Int { count(isKnown: true) + count(isKnown: false) }

  private func count(isKnown: Bool) -> Int {
    networks.values.reduce(0) { $0 + $1[isKnown: isKnown].count }
  }

  /// The number of slots reserved for known requesters, and also of those reserved for others.
  private var reserved: Int { maximum / 4 }

  // MARK: Turns

  /// Records that a network has a turn, so that the others have theirs before its next one.
  mutating func recordTurn(of network: String) {
    last = network
    guard let position = order.firstIndex(of: network) else { return }
    order.remove(at: position)
    order.append(network)
    removeIfEmpty(network)
  }

  /// Removes the call whose turn it is; nil if none waits.
  mutating func next() -> Call? {
    isTurnOfKnown.toggle()
    guard let network = nextNetwork, let call = networks[network]?.next() else { return nil }
    recordTurn(of: network)
    return call
  }

  private var nextNetwork: String? {
    let others = order.filter { $0 != last }
    let ofSameKind = others.first { (networks[$0]?[isKnown: isTurnOfKnown].count ?? 0) > 0 }
    return ofSameKind ?? others.first ?? order.first
  }

  mutating func append(_ call: Call) {
    let requester = call.requester
    if networks[requester.network] == nil { order.append(requester.network) }
    networks[requester.network, default: Network()][isKnown: requester.isKnown].append(call)
  }

  /// Removes a call that no longer waits for its turn.
  mutating func remove(_ number: Int, of requester: PasswordRequester) -> Call? {
    defer { removeIfEmpty(requester.network) }
    return networks[requester.network]?[isKnown: requester.isKnown]
      .remove(number, of: requester.user ?? "")
  }

  private mutating func removeIfEmpty(_ network: String) {
    guard networks[network]?.count == 0 else { return }
    networks[network] = nil
    order.removeAll { $0 == network }
  }
}

extension PasswordQueue {
  /// Removes a call to make space for a new one, if that is necessary.
  ///
  /// In a full queue, the new call takes a slot by the first of these rules that applies:
  ///
  /// 1. The network with the most calls loses one, if it has more than the new call's network would
  ///    have: that of an unknown requester, if there is one and its slot is not reserved.
  /// 2. A known requester takes the slot of an unknown one on its own network, or on a network with
  ///    more calls.
  /// 3. A user without a waiting call takes the slot of a user with several on the same network.
  ///
  /// - Returns: The call that loses its slot, if any.
  /// - Throws: `too-many-attempts` if there is no slot.
  mutating func evictCall(for requester: PasswordRequester) throws(AccountError) -> Call? {
    let isKindFull = count(isKnown: requester.isKnown) >= maximum - reserved
    guard count >= maximum || isKindFull else { return nil }
    let ownSize = size(of: requester.network)
    let other = largest(where: { network, calls in
      network != requester.network
        && (!isKindFull || calls[isKnown: requester.isKnown].count > 0)
    })
    if let other, size(of: other) > ownSize + 1 {
      let hasUnknown = (networks[other]?[isKnown: false].count ?? 0) > 0
      return removeLast(of: other, isKnown: isKindFull ? requester.isKnown : !hasUnknown)
    }
    if requester.isKnown, !isKindFull,
      let unknown = largest(where: { network, calls in
        calls[isKnown: false].count > 0 && (network == requester.network || calls.count > ownSize)
      })
    {
      return removeLast(of: unknown, isKnown: false)
    }
    guard let user = requester.user, !isWaiting(user),
      let known = networks[requester.network]?[isKnown: true], known.maximumPerUser > 1
    else { throw .tooManyPasswords }
    return removeLast(of: requester.network, isKnown: true)
  }

  private func isWaiting(_ user: String) -> Bool {
    networks.values.contains { $0[isKnown: true].contains(user) }
  }

  private func size(of network: String) -> Int { networks[network]?.count ?? 0 }

  /// The network with the most calls of those that fulfill a condition; of several, one with calls
  /// of unknown requesters, and the one whose turn is latest.
  private func largest(where isIncluded: (String, Network) -> Bool) -> String? {
    order.reversed()
      .filter { network in networks[network].map { isIncluded(network, $0) } ?? false }
      .max { weight(of: $0) < weight(of: $1) }
  }

  private func weight(of network: String) -> (Int, Int) {
    let unknown = networks[network]?[isKnown: false].count ?? 0
    return (size(of: network), unknown > 0 ? 1 : 0)
  }

  private mutating func removeLast(of network: String, isKnown: Bool) -> Call? {
    defer { removeIfEmpty(network) }
    return networks[network]?[isKnown: isKnown].removeLast()
  }
}

extension PasswordQueue {
  /// The calls of one network.
  private struct Network {
    private var known = UserQueue()
    private var others = UserQueue()
    private var isTurnOfKnown = false

    var count: Int { known.count + others.count }

    subscript(isKnown isKnown: Bool) -> UserQueue {
      get { isKnown ? known : others }
      set { if isKnown { known = newValue } else { others = newValue } }
    }

    mutating func next() -> Call? {
      isTurnOfKnown.toggle()
      return isTurnOfKnown ? known.next() ?? others.next() : others.next() ?? known.next()
    }
  }

  /// Users that take turns, each with its calls in order; calls without a user take turns as one.
  private struct UserQueue {
    private var calls: [String: [Call]] = [:]
    private var order: [String] = []
    private(set) var count = 0

    /// The number of calls of the user with the most.
    var maximumPerUser: Int { calls.values.map(\.count).max() ?? 0 }

    func contains(_ user: String) -> Bool { calls[user] != nil }

    mutating func append(_ call: Call) {
      let user = call.requester.user ?? ""
      if calls[user] == nil { order.append(user) }
      calls[user, default: []].append(call)
      count += 1
    }

    mutating func next() -> Call? {
      guard let user = order.first, let call = remove(at: 0, of: user) else { return nil }
      if calls[user] != nil {
        order.removeFirst()
        order.append(user)
      }
      return call
    }

    /// Removes the last call of the user with the most; of several, the one whose turn is latest.
    mutating func removeLast() -> Call? {
      let sizes = calls.mapValues { $0.count }
      let largest = order.reversed().max { (sizes[$0] ?? 0) < (sizes[$1] ?? 0) }
      guard let largest, let size = sizes[largest] else { return nil }
      return remove(at: size - 1, of: largest)
    }

    mutating func remove(_ number: Int, of user: String) -> Call? {
      guard let index = calls[user]?.firstIndex(where: { $0.number == number }) else {
        return nil
      }
      return remove(at: index, of: user)
    }

    private mutating func remove(at index: Int, of user: String) -> Call? {
      guard var userCalls = calls[user], userCalls.indices.contains(index) else { return nil }
      let call = userCalls.remove(at: index)
      count -= 1
      calls[user] = userCalls.isEmpty ? nil : userCalls
      if userCalls.isEmpty { order.removeAll { $0 == user } }
      return call
    }
  }
}

extension AccountError {
  static let tooManyPasswords = AccountError(
    .tooManyAttempts, "Too many sign-ins at the same time. Try again in a few seconds.",
    retryAfter: 5)
}
