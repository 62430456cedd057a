import FlowBlocks
import FlowCore
import FlowMagic

struct Person: FlowOutput {
  var email: String?
  var pin: String?
  var receipt: String?
}

struct Account: Screen {
  enum Port: String, ActionPort { case next }
  static let needs = Needs(\Person.email)
}

enum Purchase: String, ActionPort { case bought, failed }
struct PurchaseArguments: Decodable, Sendable { var product: String }
struct Stock: Codable, Sendable { var name: String }
let watchlist = LiveData<[Stock]>("watchlist")

/// A purchase whose result a test provides.
final class TestStore: Sendable {
  let calls: AsyncStream<String>
  private let callContinuation: AsyncStream<String>.Continuation
  private let results: AsyncStream<ActionResult<Purchase>>
  let resultContinuation: AsyncStream<ActionResult<Purchase>>.Continuation
  let cancellations: AsyncStream<Void>
  private let cancellationContinuation: AsyncStream<Void>.Continuation

  init() {
    (calls, callContinuation) = AsyncStream.makeStream()
    (results, resultContinuation) = AsyncStream.makeStream()
    (cancellations, cancellationContinuation) = AsyncStream.makeStream()
  }

  var purchase: ScreenAction<PurchaseArguments, Purchase> {
    ScreenAction("purchase", provides: [Purchase.bought: [\Person.receipt]]) {
      [self] (arguments: PurchaseArguments) in
      callContinuation.yield(arguments.product)
      for await result in results { return result }
      cancellationContinuation.yield()
      throw CancellationError()
    }
  }

  /// Waits for the next call.
  func nextCall() async -> String? {
    for await product in calls { return product }
    return nil
  }

  /// Ends `calls`, so that `nextCall` returns nil after all calls so far.
  func endCalls() { callContinuation.finish() }

  /// Waits until an action is cancelled.
  func nextCancellation() async -> Bool {
    for await _ in cancellations { return true }
    return false
  }
}

func drawnScreens(_ store: TestStore = TestStore()) throws -> ScreenRegistry {
  try ScreenRegistry {
    Home.self
    Account.self
  } blocks: {
    store.purchase
    watchlist
  }
}

/// Home → the blocks → Account → end.
func drawnDocument(
  _ blocks: String, state: String = "{}", number: Int = 1
) throws -> FlowDocument {
  try FlowDocument(
    parsing: """
      { "schema": 1, "application": "shop", "number": \(number), "flows": [
        { "id": "main", "start": "home", "steps": [
          { "id": "home", "screen": "Home", "content": { "headline": "Hello" },
            "ports": { "signUp": [{ "to": "form" }], "login": [{ "finish": "in" }] } },
          { "id": "form", "screen": "Form", "content": { "title": "Who are you?" },
            "ports": { "next": [{ "to": "account" }] } },
          { "id": "account", "screen": "Account", "ports": { "next": [{ "finish": "done" }] } }
        ] } ],
        "screens": [ { "name": "Form", "state": \(state),
          "root": { "type": "column", "children": [\(blocks)] } } ] }
      """)
}

let emailField = """
  { "type": "input", "name": "email", "label": "Email", "kind": "email", "required": true }
  """
let pinField = """
  { "type": "input", "name": "pin", "label": "PIN", "kind": "password" }
  """
let nextButton = """
  { "type": "button", "id": "next", "title": "Continue", "do": [ { "fire": "next" } ] }
  """

/// A button that calls the action, and the block shown after a failure.
let buyButton = """
  { "type": "button", "id": "buy", "title": "Buy", "do": [
    { "call": "purchase", "with": { "product": "yearly" },
      "then": { "bought": { "fire": "next" }, "failed": { "set": "failed", "to": true } } } ] },
  { "type": "text", "id": "sorry", "showIf": { "state.failed": true }, "text": "Not bought" }
  """
let failedState = #"{ "failed": { "type": "boolean", "default": false } }"#

/// A flow without drawn screens: Home → end.
func bundledDocument() throws -> FlowDocument {
  try FlowDocument(
    parsing: """
      { "schema": 1, "application": "shop", "number": 0, "flows": [
        { "id": "main", "start": "home", "steps": [
          { "id": "home", "screen": "Home", "content": { "headline": "Hello" },
            "ports": { "signUp": [{ "finish": "bundled" }], "login": [{ "finish": "in" }] } }
        ] } ] }
      """)
}

extension ResolvedScreen {
  /// The value of a field, or nil if the field is not shown.
  func value(_ field: Name) -> JSON? {
    func find(_ block: ResolvedBlock) -> ResolvedBlock? {
      block.name(.name) == field ? block : block.children.lazy.compactMap { find($0) }.first
    }
    guard let block = root.flatMap({ find($0) }), case .json(let value)? = block[.value] else {
      return nil
    }
    return value
  }
}
