// Declarations that the documentation's examples use: pages, doc comments and the
// catalog are compiled together with this file (scripts/lib/snippets.py). A page may declare the
// same names. What screens use is `nonisolated`, for MainActor as the default isolation.
import FlowMagic
import FlowMagicUI
import FlowTesting
import Foundation
import SwiftUI
import UIKit

struct Answers: FlowOutput {
  var account: String?
  var country: String?
  var email: String?
  var plan: String?
  var amount: Int?
  var card: String?
  var birthday: Date?
  var receipt: Receipt?
}

struct Home: Screen {
  enum Port: String, ActionPort { case login, signUp }
  struct Content: Codable, Sendable { var headline: String }
}

struct Legal: Screen {
  enum Port: String, ActionPort { case accept }
}

struct Email: Screen {
  enum Port: String, ActionPort { case next, skip }
  struct Content: Codable, Sendable { var title: String }
  static let output = \Answers.email
  static let outputPorts: [Port] = [.next]
}

struct Summary: Screen {
  enum Port: String, ActionPort { case send }
  static let needs = Needs(\Answers.email)
}

struct HomeView: View {
  let home: ScreenProxy<Home>
  var body: some View { Text(home.content.headline) }
}

struct EmailView: View {
  let email: ScreenProxy<Email>
  var body: some View { Text(email.content.title) }
}

struct ShopView: View {
  let navigator: Navigator
  var body: some View { Text("Shop") }
}

final class HomeViewController: UIViewController {
  init(_ home: ScreenProxy<Home>) { super.init(nibName: nil, bundle: nil) }
  required init?(coder: NSCoder) { nil }
  func show(_ content: Home.Content) { title = content.headline }
}

// MARK: - Code

struct Welcome: Screen {
  enum Port: String, ActionPort { case next }
}

struct Cart: Screen {
  enum Port: String, ActionPort { case pay }
}

struct Charge: Screen {
  enum Port: String, ActionPort { case paid }
  static let output = \Answers.receipt
}

struct SelectContact: Screen {
  enum Port: String, ActionPort { case next }
  typealias Output = String
}

struct EnterAmount: Screen {
  enum Port: String, ActionPort { case next }
  struct Content: Codable, Sendable { var limit = 0 }
  typealias Output = Int
}

struct Confirm: Screen {
  enum Port: String, ActionPort { case yes, no }
}

struct Confirmation: Screen {
  enum Port: String, ActionPort { case done }
}

nonisolated struct Account: Codable, Sendable { var limit = 0 }

nonisolated struct Receipt: Codable, Sendable { var number = 0 }

nonisolated struct Transfer {
  init(to contact: String, _ amount: Int) {}
  func perform() async throws -> Receipt { Receipt() }
}

nonisolated struct Bank: Sendable {
  func charge(_ card: String?) async throws -> Receipt { Receipt() }
  func send(_ amount: Int, to contact: String = "", idempotencyKey: String = "") async throws
    -> Receipt
  { Receipt() }
  func pay(_ amount: Int, idempotencyKey: String) async throws -> Receipt { Receipt() }
  func send(_ amount: Int, _ idempotencyKey: String) async throws -> Receipt { Receipt() }
}

/// A step in code, for other code and for flows.
struct SendMoney: Step, RoutedStep {
  enum Port: String, ActionPort { case sent }
  typealias Input = Account
  typealias Output = Receipt
  func perform(_ account: Account) async throws -> Receipt { Receipt() }
  func perform(_ context: StepContext<SendMoney>) async throws -> ScreenExit<SendMoney> {
    .fire(.sent)
  }
}

struct Renderer { var uiImage: Picture? }

struct Picture { func pngData() -> Data? { nil } }

// MARK: - Drawn screens

nonisolated struct Stock: Codable, Sendable { var name = "" }

enum PurchaseOutcome: String, ActionPort { case bought }

nonisolated struct Store: Sendable { func buy(_ product: String) async throws -> Receipt? { nil } }

// MARK: - Values

func sample<Value>() -> Value { fatalError("examples are compiled, not run") }
func draw(_ lines: [String]?) {}
func handle(_ event: ServerSentEvent) {}
func perform(_ change: LayerDifference.Change) {}
func perform(_ effect: ScreenEffect) {}
func use(_ value: some Any) {}
/// Has the same parameters as the method of a step.
func once(_ name: Name, _ body: (_ key: String) async throws -> Receipt) async throws -> Receipt {
  try await body("")
}

let screens: ScreenRegistry = sample()
let flows: FlowDocument = sample()
let document: FlowDocument = sample()
let bundled: FlowDocument = sample()
let bundle: FlowDocument = sample()
let buildsInUse: [Manifest] = []
let manifest: Manifest = sample()
let client: ReleaseClient = sample()
let configuration: ClientConfiguration = sample()
let chunks: AsyncStream<[UInt8]> = sample()
let shown: [ScreenLayer] = []
let context = JSONObject()
let server: URL = sample()
let url: URL = sample()
let key: SDKKey = sample()
let text = ""
let bank = Bank()
let account = Account()
let renderer: Renderer = sample()
@MainActor let navigator: Navigator = sample()
@MainActor let navigationController = UINavigationController()
@MainActor let flow: FlowTester = sample()
let amount = 5
let store = Store()
let program: ScreenProgram = sample()
let session: Session = sample()
nonisolated let purchase = ScreenAction("purchase") { (_: NoContent) in
  ActionResult(PurchaseOutcome.bought)
}
nonisolated let watchlist = LiveData<[Stock]>("watchlist")
let stocks: [Stock] = []
func lines(of screen: ResolvedScreen) -> [String] { [] }
