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
  func complete(_ press: String, with answer: String) async throws
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
  /// It has been run, with this answer.
  case done(String)
}

/// A store in the memory of one process, bounded.
public final class MemoryVisitStore: VisitStore {
  private struct Contents {
    var presses: [String: (answer: String?, expiry: Int)] = [:]
    var states: [String: (state: String, expiry: Int)] = [:]
    /// The oldest first.
    var pressOrder: [String] = []
    var stateOrder: [String] = []
  }

  private let contents = NIOLockedValueBox(Contents())
  private let limit: Int

  /// Makes a store.
  ///
  /// - Parameter limit: The most presses, and the most states, that it holds; the oldest go first.
  public init(limit: Int = 10_000) { self.limit = limit }

  /// Claims a press, once.
  public func claim(_ press: String, until expiry: Int) -> PressClaim {
    contents.withLockedValue { contents in
      if let known = contents.presses[press] { return known.answer.map { .done($0) } ?? .running }
      contents.presses[press] = (nil, expiry)
      contents.pressOrder.append(press)
      while contents.pressOrder.count > limit {
        contents.presses[contents.pressOrder.removeFirst()] = nil
      }
      return .first
    }
  }

  /// Stores what the press has led to.
  public func complete(_ press: String, with answer: String) {
    contents.withLockedValue { $0.presses[press]?.answer = answer }
  }

  /// Gives a claim up.
  public func release(_ press: String) {
    contents.withLockedValue { contents in
      contents.presses[press] = nil
      contents.pressOrder.removeAll { $0 == press }
    }
  }

  /// Stores a sealed state under a random key.
  public func store(_ state: String, at key: String, until expiry: Int) {
    contents.withLockedValue { contents in
      if contents.states.updateValue((state, expiry), forKey: key) == nil {
        contents.stateOrder.append(key)
      }
      while contents.stateOrder.count > limit {
        contents.states[contents.stateOrder.removeFirst()] = nil
      }
    }
  }

  /// The sealed state at a key.
  public func state(at key: String) -> String? {
    contents.withLockedValue { $0.states[key]?.state }
  }
}
