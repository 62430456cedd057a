import NIOConcurrencyHelpers

/// The part of visits that the processes of a site share: completed presses, and states that are
/// too large for a cookie.
///
/// Smaller states are only in the page and its cookie. A site with several processes keeps the
/// store in a database if its flows have side effects, so that a press repeated at another process
/// runs nothing twice.
public protocol VisitStore: Sendable {
  /// Claims a press, once.
  ///
  /// - Parameters:
  ///   - press: The id of the press; at most 64 characters.
  ///   - expiry: The time, in seconds since 1970, after which no page can repeat the press.
  /// - Returns: Whether this is the first claim, or the press is in progress or completed.
  /// - Throws: Errors of the store; the press is then not performed.
  func claim(_ press: String, until expiry: Int) async throws -> PressClaim
  /// Stores the response to a press, for requests that repeat it.
  func complete(_ press: String, with response: String) async throws
  /// Releases a claim, so that the press can be claimed again.
  func release(_ press: String) async throws
  /// Stores a sealed state under a random key; it may be deleted after `expiry`, in seconds since
  /// 1970.
  func store(_ state: String, at key: String, until expiry: Int) async throws
  /// Returns the sealed state with a key; nil if there is none any more.
  func state(at key: String) async throws -> String?
}

/// The result of claiming a press.
public enum PressClaim: Sendable, Equatable {
  /// This is the first claim: perform the press.
  case claimed
  /// Another request is performing the press.
  case inProgress
  /// The press has been performed, with this response.
  case completed(String)
}

/// A store in the memory of one process; instead of expiring, the oldest entries are evicted.
public final class MemoryVisitStore: VisitStore {
  private struct Contents {
    var presses: BoundedEntries
    var states: BoundedEntries
  }

  private let contents: NIOLockedValueBox<Contents>

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of presses, and of states; the oldest are evicted first.
  ///   - bytes: The maximum total size of each, in bytes.
  public init(limit: Int = 10_000, bytes: Int = 32 << 20) {
    let entries = BoundedEntries(limit: limit, byteLimit: bytes)
    contents = NIOLockedValueBox(Contents(presses: entries, states: entries))
  }

  /// Claims a press, once.
  public func claim(_ press: String, until expiry: Int) -> PressClaim {
    contents.withLockedValue { contents in
      guard let response = contents.presses[press] else {
        contents.presses[press] = ""
        return .claimed
      }
      return response.isEmpty ? .inProgress : .completed(response)
    }
  }

  /// Stores the response to a press.
  public func complete(_ press: String, with response: String) {
    contents.withLockedValue { contents in
      if contents.presses[press] != nil { contents.presses[press] = response }
    }
  }

  /// Releases a claim.
  public func release(_ press: String) {
    contents.withLockedValue { $0.presses[press] = nil }
  }

  /// Stores a sealed state under a random key.
  public func store(_ state: String, at key: String, until expiry: Int) {
    contents.withLockedValue { $0.states[key] = state }
  }

  /// The sealed state with a key.
  public func state(at key: String) -> String? {
    contents.withLockedValue { $0.states[key] }
  }
}

/// Values by key, limited in number and size; the oldest are evicted.
private struct BoundedEntries: Sendable {
  private struct Entry {
    var value: String
    /// The position of the entry in the order.
    var number: Int
  }

  /// The bytes of an entry besides its value.
  private static let overhead = 250

  let limit: Int
  let byteLimit: Int
  private var entries: [String: Entry] = [:]
  /// The keys in the order of insertion, including removed ones.
  private var order: [(key: String, number: Int)] = []
  /// The index of the first key in the order that still exists.
  private var firstIndex = 0
  private var bytes = 0
  private var lastNumber = 0

  init(limit: Int, byteLimit: Int) {
    self.limit = limit
    self.byteLimit = byteLimit
  }

  /// The value of a key: setting one evicts others if necessary, setting nil removes it.
  subscript(key: String) -> String? {
    get { entries[key]?.value }
    set {
      guard let newValue else { return remove(key) }
      if let existing = entries[key] {
        bytes += newValue.utf8.count - existing.value.utf8.count
        entries[key]?.value = newValue
      } else {
        lastNumber += 1
        order.append((key, lastNumber))
        entries[key] = Entry(value: newValue, number: lastNumber)
        bytes += newValue.utf8.count + Self.overhead
      }
      while entries.count > limit || bytes > byteLimit { removeOldest() }
    }
  }

  private mutating func remove(_ key: String) {
    guard let existing = entries.removeValue(forKey: key) else { return }
    bytes -= existing.value.utf8.count + Self.overhead
    guard order.count / 2 > limit else { return }
    order.removeAll { entries[$0.key]?.number != $0.number }
    firstIndex = 0
  }

  private mutating func removeOldest() {
    while firstIndex < order.count {
      let (key, number) = order[firstIndex]
      firstIndex += 1
      if entries[key]?.number == number { return remove(key) }
    }
  }
}
