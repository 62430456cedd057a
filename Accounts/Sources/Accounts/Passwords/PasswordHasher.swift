internal import Dispatch
internal import Foundation

/// Hashes passwords with scrypt (RFC 7914), a few at a time.
///
/// With the default parameters, one run takes 128 MiB and a core for about a fifth of a second, so
/// only a few run at the same time, on separate threads; the others wait, and leave the queue when
/// their task is cancelled. Client networks take turns, and so do the users on each; a user has at
/// most two calls at the same time, and a quarter of the queue is reserved for known users, another
/// for everyone else. In a full queue, the network with the most calls loses one to a call from
/// another; a call that gets no slot is rejected before it costs anything.
public actor PasswordHasher {
  /// The parameters of new hashes.
  public nonisolated let parameters: ScryptParameters
  /// The number of scrypt runs started so far.
  ///
  /// Tests use it to show that an unknown address costs as much as a known one.
  public private(set) var derivationCount = 0

  /// The maximum length of a password, in bytes; a longer one never matches.
  static let maximumPasswordBytes = 4096

  /// The maximum number of a user's waiting and running calls.
  static let maximumPerUser = 2

  private var freeSlots: Int
  private var waitingCalls: PasswordQueue
  /// The number of waiting and running calls of each user.
  private var callsByUser: [String: Int] = [:]
  private var nextNumber = 0
  private let run: Run
  private let queue = DispatchQueue(label: "accounts.passwords", attributes: .concurrent)

  /// Creates a hasher.
  ///
  /// - Parameters:
  ///   - parameters: The parameters of new hashes; hashes with weaker ones are reported as
  ///     outdated.
  ///   - maximumRunning: The maximum number of runs at the same time; each takes
  ///     `parameters.memory` bytes.
  ///   - maximumWaiting: The maximum number of waiting calls.
  public init(
    parameters: ScryptParameters = .owasp, maximumRunning: Int = 2, maximumWaiting: Int = 64
  ) {
    self.init(
      parameters: parameters, maximumRunning: maximumRunning, maximumWaiting: maximumWaiting
    ) { run in
      try run.parameters.derive(from: run.password, salt: run.salt, length: run.length)
    }
  }

  /// One run of scrypt.
  package typealias Run = @Sendable (Derivation) throws -> [UInt8]

  /// A hasher whose runs tests can inspect and delay.
  package init(
    parameters: ScryptParameters, maximumRunning: Int, maximumWaiting: Int, run: @escaping Run
  ) {
    precondition(parameters.isUsable, "scrypt parameters out of bounds")
    self.parameters = parameters
    self.freeSlots = max(maximumRunning, 1)
    self.waitingCalls = PasswordQueue(maximum: maximumWaiting)
    self.run = run
  }

  /// Creates a hash of a password, with its parameters and a new salt.
  ///
  /// - Parameters:
  ///   - password: The password, already checked by `PasswordRules`.
  ///   - requester: On whose behalf.
  /// - Returns: `$scrypt$ln=17,r=8,p=1$salt$hash`.
  /// - Throws: `weak-password` if it is longer than 4,096 bytes; `too-many-attempts` if too many
  ///   wait, or two of the same user; `CancellationError`.
  public func hash(
    _ password: String, for requester: PasswordRequester = .server
  ) async throws -> String {
    guard password.utf8.count <= Self.maximumPasswordBytes else {
      throw AccountError(.weakPassword, "The password is too long. Choose a shorter one.")
    }
    let salt = SecureRandom.bytes(PasswordHash.saltLength)
    let hash = try await derive(
      Derivation(
        password: Self.bytes(of: password), salt: salt, parameters: parameters,
        length: PasswordHash.hashLength), for: requester)
    return PasswordHash(parameters: parameters, salt: salt, hash: hash).phcString
  }

  /// Compares a password with a stored hash.
  ///
  /// - Parameters:
  ///   - password: The password as entered.
  ///   - hash: The hash from `hash(_:for:)`; nil if there is none, which costs the same work and
  ///     never matches. A text in another format counts as none.
  ///   - requester: On whose behalf.
  /// - Returns: Whether it was correct; always after exactly one run.
  /// - Throws: `too-many-attempts` if too many wait, or two of the same user; `CancellationError`.
  public func check(
    _ password: String, against hash: String?, for requester: PasswordRequester = .server
  ) async throws -> PasswordCheck {
    let stored = hash.flatMap { PasswordHash(phcString: $0) }
    let isTooLong = password.utf8.count > Self.maximumPasswordBytes
    let derived = try await derive(
      Derivation(
        password: isTooLong ? [] : Self.bytes(of: password),
        salt: stored?.salt ?? [UInt8](repeating: 0, count: PasswordHash.saltLength),
        parameters: stored?.parameters ?? parameters,
        length: stored?.hash.count ?? PasswordHash.hashLength), for: requester)
    let isEqual = ConstantTime.areEqual(
      derived, stored?.hash ?? [UInt8](repeating: 0, count: PasswordHash.hashLength))
    guard let stored, isEqual, !isTooLong else { return .wrong }
    return .correct(isOutdated: stored.parameters.isBelow(parameters))
  }

  /// Returns the password's UTF-8 bytes in normalization form C, so that it does not matter how a
  /// keyboard composes accents (RFC 8265, section 4.2).
  private static func bytes(of password: String) -> [UInt8] {
    Array(password.precomposedStringWithCanonicalMapping.utf8)
  }

  // MARK: Limiting concurrency

  private func derive(
    _ derivation: Derivation, for requester: PasswordRequester
  ) async throws -> [UInt8] {
    try await acquireSlot(requester)
    defer { releaseSlot(requester) }
    derivationCount += 1
    return try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<[UInt8], any Error>) in
      queue.async { [run] in
        do {
          continuation.resume(returning: try run(derivation))
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }

  private func acquireSlot(_ requester: PasswordRequester) async throws {
    try Task.checkCancellation()
    if let user = requester.user {
      guard callsByUser[user, default: 0] < Self.maximumPerUser else {
        throw AccountError.tooManyPasswords
      }
      callsByUser[user, default: 0] += 1
    }
    do {
      try await waitForTurn(requester)
    } catch {
      endCall(of: requester)
      throw error
    }
  }

  private func waitForTurn(_ requester: PasswordRequester) async throws {
    if freeSlots > 0 {
      freeSlots -= 1
      waitingCalls.recordTurn(of: requester.network)
      return
    }
    try waitingCalls.evictCall(for: requester)?.continuation
      .resume(throwing: AccountError.tooManyPasswords)
    let number = nextNumber
    nextNumber += 1
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        // NB: the cancellation handler of a task that was just cancelled may already have run,
        // before the call was in the queue.
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else {
          waitingCalls.append(
            PasswordQueue.Call(
              number: number, requester: requester, continuation: continuation))
        }
      }
    } onCancel: {
      Task { await self.cancelWaiter(number, of: requester) }
    }
  }

  /// Passes the slot on to the call whose turn it is, or releases it.
  private func releaseSlot(_ requester: PasswordRequester) {
    endCall(of: requester)
    if let next = waitingCalls.next() { next.continuation.resume() } else { freeSlots += 1 }
  }

  private func endCall(of requester: PasswordRequester) {
    guard let user = requester.user, let count = callsByUser[user] else { return }
    callsByUser[user] = count > 1 ? count - 1 : nil
  }

  private func cancelWaiter(_ number: Int, of requester: PasswordRequester) {
    waitingCalls.remove(number, of: requester)?.continuation.resume(throwing: CancellationError())
  }

  /// The number of waiting calls.
  package var waitingCount: Int { waitingCalls.count }
}

/// The result of comparing a password with a stored hash.
public enum PasswordCheck: Sendable, Equatable {
  /// The password was correct; an outdated hash should be replaced while it is available.
  case correct(isOutdated: Bool)
  /// The password was wrong, or there was no hash to compare it with.
  case wrong
}

/// The input of one run of scrypt.
package struct Derivation: Sendable, Equatable {
  package let password: [UInt8]
  package let salt: [UInt8]
  package let parameters: ScryptParameters
  package let length: Int
}
