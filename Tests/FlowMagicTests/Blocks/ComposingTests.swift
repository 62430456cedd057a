import FlowBlocks
import FlowCore
import FlowMagic
import Foundation
import Testing

struct Trip: FlowOutput {
  var city: String?
  var code: String?
  var nights: Int?
  var budget: Double?
  var day: String?
  var arrival: Date?
  var isFlexible: Bool?
  var plan: SignUp.Plan?
  var topics: [String]?
  var product: String?
  var receipt: String?
}

struct Fare: Codable, Sendable {
  var id: String
  var name: String
  var price: Double
  enum CodingKeys: String, CodingKey { case id, name, price = "amount" }
}

enum Payment: String, ActionPort { case paid, failed }
struct PaymentArguments: Codable, Sendable {
  var product: String
  var count: Int
}
let fares = LiveData<[Fare]>("fares")
let pay = ScreenAction("pay", provides: [Payment.paid: [\Trip.receipt]]) {
  (_: PaymentArguments) in ActionResult(.paid, Trip(receipt: "R1"))
}

/// The screen whose functions the table uses.
struct Composed: ComposedScreen {
  enum Port: String, ActionPort { case next }
  typealias Outputs = Trip
  struct Content: Codable, Sendable { var title: String }
  struct LocalState: ScreenState {
    var isYearly = true
    var tab = 0
    var position = 0.5
  }
  static var body: [Block] { button("Continue", fire: .next) }
}

/// A composed block, and its expected JSON.
struct ComposedRow: Sendable, CustomTestStringConvertible {
  let type: BlockType
  let composed: Block
  let json: String

  init(_ composed: Block, _ json: String) {
    type = composed.type
    self.composed = composed
    self.json = json
  }

  var testDescription: String { "\(type) \(json.prefix(60))" }
}

@resultBuilder enum RowsBuilder {
  static func buildBlock(_ rows: ComposedRow...) -> [ComposedRow] { rows }
}

struct ComposingTests {
  typealias S = Composed

  static let rows: [ComposedRow] =
    layoutRows + contentRows + progressRows + actionRows + fieldRows + collectionRows

  @Test func `every block type can be composed`() {
    for type in BlockType.allCases {
      #expect(Self.rows.contains { $0.type == type }, "no row composes a block \(type.name)")
    }
  }

  @Test(arguments: rows)
  func `a composed block equals the block in a document`(_ row: ComposedRow) throws {
    let (drawn, issues) = ScreenParser.parse(
      ["name": "S", "state": Self.state, "root": try JSON(parsing: Array(row.json.utf8))])
    #expect(issues == [])
    let parsed = try #require(drawn)
    #expect(row.composed.json.text(.canonical) == parsed.root.json.text(.canonical))
    var composed = parsed
    composed.root = row.composed.placed(at: "/root")
    let shown = try shown(composed)
    #expect(shown.json == (try self.shown(parsed)).json)
    let text = TextRenderer.render(shown, columns: 40)
    #expect(text == TextRenderer.render(try self.shown(parsed), columns: 40))
  }

  private static let state: JSON = [
    "isYearly": ["type": "boolean", "default": true], "tab": ["type": "integer", "default": 0],
    "position": ["type": "number", "default": 0.5],
  ]

  private func shown(_ screen: BlockScreen) throws -> ResolvedScreen {
    let document = try FlowDocument(parsing: #"{ "schema": 1, "flows": [] }"#)
    return ScreenProgram(screen, document: document).resolve(
      ScreenValues(
        outputs: ["city": "Porto"], content: ["title": "Trips"],
        data: [
          "fares": [["id": "a", "name": "Saver", "amount": 12], ["id": "b", "name": "Flex"]],
          "done": 2, "end": "2027-01-01T00:00:00Z", "picture": "harbor",
        ],
        products: ["year": ["name": "Yearly", "price": "60 €"]], today: "2026-11-24"))
  }

  // MARK: The table

  @RowsBuilder private static var layoutRows: [ComposedRow] {
    ComposedRow(
      S.column(gap: 1, align: .center) { S.divider() }.padding(2).surface(.raised)
        .corner(.large).width(.narrow),
      """
      {"type": "column", "gap": 1, "align": "center", "pad": 2, "surface": "raised",
       "corner": "large", "width": "narrow", "children": [{"type": "divider"}]}
      """)
    ComposedRow(
      S.row(align: .baseline, spread: .between, stackWhen: .compact, wraps: true) {},
      """
      {"type": "row", "align": "baseline", "spread": "between", "stackWhen": "compact",
       "wrap": true, "children": []}
      """)
    ComposedRow(
      S.grid(.small, gap: 0) { S.spacer(2, grows: true) },
      """
      {"type": "grid", "min": "small", "gap": 0, "children": [
        {"type": "spacer", "size": 2, "grow": true}]}
      """)
    ComposedRow(
      S.overlay(.bottomEnd) { S.badge("New", tone: .good) },
      """
      {"type": "overlay", "align": "bottomEnd", "children": [
        {"type": "badge", "text": "New", "tone": "good"}]}
      """)
    ComposedRow(
      S.card(do: .set(\.isYearly, to: false), .fire(.next), selected: S.state.isYearly) {},
      """
      {"type": "card", "selected": {"$": "state.isYearly"}, "children": [],
       "do": [{"set": "isYearly", "to": false}, {"fire": "next"}]}
      """)
    ComposedRow(
      S.card(fire: .next) {}, #"{"type": "card", "children": [], "do": [{"fire": "next"}]}"#)
    ComposedRow(S.card {}, #"{"type": "card", "children": []}"#)
    ComposedRow(S.footer {}, #"{"type": "footer", "children": []}"#)
    ComposedRow(S.spacer(), #"{"type": "spacer", "size": 3}"#)
    ComposedRow(S.divider(), #"{"type": "divider"}"#)
    ComposedRow(
      S.disclosure("More", isOpen: true) {},
      #"{"type": "disclosure", "title": "More", "open": true, "children": []}"#)
  }

  @RowsBuilder private static var contentRows: [ComposedRow] {
    ComposedRow(
      S.text("Hello", .title).shown(when: S.state.isYearly, is: true).accessibilityLabel("Hi")
        .id("hello"),
      """
      {"type": "text", "id": "hello", "text": "Hello", "style": "title", "tone": "normal",
       "role": "heading1", "showIf": {"state.isYearly": true}, "a11y": {"label": "Hi"}}
      """)
    ComposedRow(
      S.text(\.city, else: "Lisbon", .small, tone: .muted),
      """
      {"type": "text", "text": {"$": "output.city", "else": "Lisbon"}, "style": "small",
       "tone": "muted"}
      """)
    ComposedRow(
      S.text(S.content.title).fallback(S.divider()),
      """
      {"type": "text", "text": {"$": "content.title"}, "style": "body", "tone": "normal",
       "else": {"type": "divider"}}
      """)
    ComposedRow(
      S.text(S.attribute("account.balance", as: Double.self), as: .currency("EUR")),
      """
      {"type": "text", "text": {"$": "account.balance", "as": "currency:EUR"},
       "style": "body", "tone": "normal"}
      """)
    ComposedRow(
      S.image("hero", alt: "A harbor", fit: .fill, ratio: .wide),
      #"{"type": "image", "image": "hero", "alt": "A harbor", "fit": "fill", "ratio": "16:9"}"#)
    ComposedRow(
      S.image(S.data(LiveData<String>("picture")), alt: nil),
      #"{"type": "image", "image": {"$": "data.picture"}, "alt": {"decorative": true}}"#)
    ComposedRow(
      S.icon("bell", alt: "Alarm", tone: .warning),
      #"{"type": "icon", "name": "bell", "alt": "Alarm", "tone": "warning"}"#)
    ComposedRow(
      S.video(
        "tour", poster: "still", captions: nil, play: .loopMuted, ended: .fire(.next)),
      """
      {"type": "video", "video": "tour", "poster": "still", "captions": {"silent": true},
       "play": "loopMuted", "ended": [{"fire": "next"}]}
      """)
    ComposedRow(
      S.video("tour", poster: "still", captions: "words", resume: \.position),
      """
      {"type": "video", "video": "tour", "poster": "still", "captions": "words",
       "resume": "position"}
      """)
    ComposedRow(S.badge("New"), #"{"type": "badge", "text": "New", "tone": "accent"}"#)
    ComposedRow(
      S.bullets(["Plain", .init("Done", text: "On Monday", icon: "check")], style: .check),
      """
      {"type": "bullets", "style": "check", "items": [
        {"title": "Plain"}, {"title": "Done", "text": "On Monday", "icon": "check"}]}
      """)
    ComposedRow(
      S.facts(["City": .value(S.bound(\.city), else: "None"), "Plan": "Plus"]),
      """
      {"type": "facts", "items": [
        {"name": "City", "value": {"$": "output.city", "else": "None"}},
        {"name": "Plan", "value": "Plus"}]}
      """)
  }

  @RowsBuilder private static var progressRows: [ComposedRow] {
    ComposedRow(
      S.progress(2, of: 5, alt: "2 of 5", style: .dots),
      #"{"type": "progress", "value": 2, "total": 5, "alt": "2 of 5", "style": "dots"}"#)
    ComposedRow(
      S.progress(S.data(LiveData<Int>("done")), of: 5, alt: "Done"),
      #"{"type": "progress", "value": {"$": "data.done"}, "total": 5, "alt": "Done"}"#)
    ComposedRow(
      S.chart(
        .bar, of: S.data(fares), x: \.name, y: \.price, summary: "Fares",
        empty: S.text("None")),
      """
      {"type": "chart", "kind": "bar", "from": "data.fares", "x": "item.name",
       "y": "item.amount", "summary": "Fares",
       "empty": {"type": "text", "text": "None", "style": "body", "tone": "normal"}}
      """)
    ComposedRow(
      S.countdown(until: "2027-01-01T00:00:00Z", units: .dhm) { S.badge("Over") },
      """
      {"type": "countdown", "until": "2027-01-01T00:00:00Z", "units": "dhm",
       "ended": {"type": "badge", "text": "Over", "tone": "accent"}}
      """)
    ComposedRow(
      S.countdown(until: S.data(LiveData<Date>("end"))) {
        S.divider()
        S.divider()
      },
      """
      {"type": "countdown", "until": {"$": "data.end"}, "ended": {"type": "column",
       "children": [{"type": "divider"}, {"type": "divider"}]}}
      """)
  }

  @RowsBuilder private static var actionRows: [ComposedRow] {
    ComposedRow(
      S.button("Skip", fire: .next, style: .plain, icon: "arrowEnd", submits: false),
      """
      {"type": "button", "title": "Skip", "style": "plain", "icon": "arrowEnd",
       "submits": false, "do": [{"fire": "next"}]}
      """)
    ComposedRow(
      S.button(
        "Pay",
        do: .call(
          pay,
          with: [
            .set(\.product, to: S.bound(\.city), else: "year"), .set(\.count, to: 2),
          ],
          then: [.paid: .fire(.next), .failed: .set(\.isYearly, to: false)])),
      """
      {"type": "button", "title": "Pay", "style": "primary", "do": [{"call": "pay",
       "with": {"product": {"$": "output.city", "else": "year"}, "count": 2},
       "then": {"paid": {"fire": "next"}, "failed": {"set": "isYearly", "to": false}}}]}
      """)
    ComposedRow(
      S.button("Terms", do: .open("https://a.example", inBrowser: true), style: .secondary),
      """
      {"type": "button", "title": "Terms", "style": "secondary",
       "do": [{"open": "https://a.example", "in": "browser"}]}
      """)
    ComposedRow(
      S.backButton("Back"),
      #"{"type": "button", "title": "Back", "style": "plain", "do": [{"back": true}]}"#)
    ComposedRow(
      S.link("Terms", to: "https://a.example"),
      #"{"type": "link", "title": "Terms", "to": "https://a.example"}"#)
  }
}
