import NIOConcurrencyHelpers

/// The part of visits that the processes of one site share: used presses, and states that are too
/// large for a page.
///
/// Most visits never need it: their state travels with the page. A site of several processes keeps
/// it in a database if its flows have side effects, so that a press that is repeated at another
/// process runs nothing twice.
public protocol VisitStore: Sendable {
  /// Claims a press, once.
  ///
  /// - Parameters:
  ///   - press: The id of the press; at most 64 characters.
  ///   - expiry: The second, since 1970, after which no page can press it any more.
  /// - Returns: Whether it is the first.
  /// - Throws: What keeps the store from answering; the press is then not run.
  func claim(_ press: String, until expiry: Int) async throws -> PressClaim
  /// Stores what the press has led to, for requests that repeat it.
  func complete(_ press: String, with response: String) async throws
  /// Gives a claim up: its side effect has failed, and may be tried again.
  func release(_ press: String) async throws
  /// Stores a sealed state under a random key.
  func store(_ state: String, at key: String, until expiry: Int) async throws
  /// The sealed state at a key; nil if there is none any more.
  func state(at key: String) async throws -> String?
}

/// The result of claiming a press.
public enum PressClaim: Sendable, Equatable {
  /// It is the first: run what it asks for.
  case first
  /// Another request is at it.
  case running
  /// It has been run, with this response.
  case done(String)
}

/// A store in the memory of one process, bounded by a number and by bytes.
public final class MemoryVisitStore: VisitStore {
  private struct Contents {
    var presses: BoundedEntries
    var states: BoundedEntries
  }

  private let contents: NIOLockedValueBox<Contents>

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - limit: The most presses, and the most states, that it holds; the oldest go first.
  ///   - bytes: The most bytes of each.
  public init(limit: Int = 10_000, bytes: Int = 32 << 20) {
    let entries = BoundedEntries(limit: limit, byteLimit: bytes)
    contents = NIOLockedValueBox(Contents(presses: entries, states: entries))
  }

  /// Claims a press, once.
  public func claim(_ press: String, until expiry: Int) -> PressClaim {
    contents.withLockedValue { contents in
      guard let known = contents.presses[press] else {
        contents.presses[press] = ""
        return .first
      }
      return known.isEmpty ? .running : .done(known)
    }
  }

  /// Stores what the press has led to.
  public func complete(_ press: String, with response: String) {
    contents.withLockedValue { contents in
      if contents.presses[press] != nil { contents.presses[press] = response }
    }
  }

  /// Gives a claim up.
  public func release(_ press: String) {
    contents.withLockedValue { $0.presses[press] = nil }
  }

  /// Stores a sealed state under a random key.
  public func store(_ state: String, at key: String, until expiry: Int) {
    contents.withLockedValue { $0.states[key] = state }
  }

  /// The sealed state at a key.
  public func state(at key: String) -> String? {
    contents.withLockedValue { $0.states[key] }
  }
}

/// Texts by key, of which the oldest are forgotten.
private struct BoundedEntries: Sendable {
  private struct Entry {
    var text: String
    /// The number that it has in the order.
    var number: Int
  }

  /// The bytes of an entry besides its text.
  private static let overhead = 250

  let limit: Int
  let byteLimit: Int
  private var entries: [String: Entry] = [:]
  /// The keys in the order in which they came, of those that were removed too.
  private var order: [(key: String, number: Int)] = []
  /// The first in the order that is still there.
  private var first = 0
  private var bytes = 0
  private var next = 0

  init(limit: Int, byteLimit: Int) {
    self.limit = limit
    self.byteLimit = byteLimit
  }

  /// The text of a key: setting one makes room for it, setting nil removes it.
  subscript(key: String) -> String? {
    get { entries[key]?.text }
    set {
      guard let newValue else { return remove(key) }
      if let known = entries[key] {
        bytes += newValue.utf8.count - known.text.utf8.count
        entries[key]?.text = newValue
      } else {
        next += 1
        order.append((key, next))
        entries[key] = Entry(text: newValue, number: next)
        bytes += newValue.utf8.count + Self.overhead
      }
      while entries.count > limit || bytes > byteLimit { removeOldest() }
    }
  }

  private mutating func remove(_ key: String) {
    guard let known = entries.removeValue(forKey: key) else { return }
    bytes -= known.text.utf8.count + Self.overhead
    guard order.count / 2 > limit else { return }
    order.removeAll { entries[$0.key]?.number != $0.number }
    first = 0
  }

  private mutating func removeOldest() {
    while first < order.count {
      let (key, number) = order[first]
      first += 1
      if entries[key]?.number == number { return remove(key) }
    }
  }
}
