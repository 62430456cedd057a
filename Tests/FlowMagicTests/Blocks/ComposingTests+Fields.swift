import FlowCore
import FlowMagic
import Foundation

extension ComposingTests {
  @RowsBuilder static var fieldRows: [ComposedRow] {
    ComposedRow(
      S.input(
        \.code, "Code", .newPassword, length: 8...64, pattern: "[a-z]+", isSecret: true
      ).required().hint("Eight characters").message("Not so"),
      """
      {"type": "input", "name": "code", "label": "Code", "kind": "newPassword", "min": 8,
       "max": 64, "pattern": "[a-z]+", "secret": true, "required": true,
       "hint": "Eight characters", "message": "Not so"}
      """)
    ComposedRow(
      S.input(\.code, "Again", .email, sameAs: \.city),
      #"{"type": "input", "name": "code", "label": "Again", "kind": "email", "same": "city"}"#)
    ComposedRow(
      S.number(\.nights, "Nights", in: 1...30, step: 1, unit: "nights"),
      """
      {"type": "number", "name": "nights", "label": "Nights", "min": 1, "max": 30, "step": 1,
       "unit": "nights"}
      """)
    ComposedRow(
      S.slider(\.budget, "Budget", in: 0...10, step: 0.5, default: 2.5, unit: "€"),
      """
      {"type": "slider", "name": "budget", "label": "Budget", "min": 0, "max": 10,
       "step": 0.5, "default": 2.5, "unit": "€"}
      """)
    ComposedRow(
      S.date(\.day, "Day", from: .today, to: .today(plus: 14), includesTime: true),
      """
      {"type": "date", "name": "day", "label": "Day", "min": "today", "max": "today+14d",
       "time": true}
      """)
    ComposedRow(
      S.date(\.arrival, "Arrival", from: .today(plus: -7), to: .day("2026-12-24")),
      """
      {"type": "date", "name": "arrival", "label": "Arrival", "min": "today-7d",
       "max": "2026-12-24"}
      """)
    ComposedRow(
      S.toggle(\.isFlexible, "Flexible", mustBeOn: true),
      """
      {"type": "toggle", "name": "isFlexible", "label": "Flexible", "default": false,
       "mustBe": true}
      """)
    ComposedRow(
      S.choice(
        \.plan, "Plan", [.free: "Free", .plus: "Plus"], style: .cards, default: .plus,
        do: .setToChosen(\.tab)),
      """
      {"type": "choice", "name": "plan", "label": "Plan", "style": "cards", "default": "plus",
       "options": [{"value": "free", "title": "Free"}, {"value": "plus", "title": "Plus"}],
       "do": [{"set": "tab", "to": "$value"}]}
      """)
    ComposedRow(
      S.choice(\.topics, "Topics", ["art": "Art", "food": "Food"], count: 1...2),
      """
      {"type": "choice", "name": "topics", "label": "Topics", "style": "list", "many": true,
       "min": 1, "max": 2,
       "options": [{"value": "art", "title": "Art"}, {"value": "food", "title": "Food"}]}
      """)
    ComposedRow(
      S.choice(
        \.product, "Fare", of: S.data(fares), value: \.id, title: \.name, style: .menu),
      """
      {"type": "choice", "name": "product", "label": "Fare", "style": "menu",
       "options": {"from": "data.fares", "value": "item.id", "title": "item.name"}}
      """)
    ComposedRow(
      S.offer(
        \.product, ["year", "month"], default: "year", price: "{product.price} a year",
        style: .cards, badges: ["year": "Best"]),
      """
      {"type": "offer", "name": "product", "products": ["year", "month"], "default": "year",
       "title": "{product.name}", "price": "{product.price} a year", "style": "cards",
       "badge": {"year": "Best"}}
      """)
  }

  @RowsBuilder static var collectionRows: [ComposedRow] {
    ComposedRow(
      S.list(S.data(fares), id: \.id, limit: 10) { fare in
        S.text(fare.name)
        S.text(fare.price, as: .number)
      } empty: {
        S.text(.localized("none"))
      },
      """
      {"type": "list", "from": "data.fares", "key": "item.id", "limit": 10,
       "item": {"type": "column", "children": [
         {"type": "text", "text": {"$": "item.name"}, "style": "body", "tone": "normal"},
         {"type": "text", "text": {"$": "item.amount", "as": "number"}, "style": "body",
          "tone": "normal"}]},
       "empty": {"type": "text", "text": {"$text": "none"}, "style": "body",
        "tone": "normal"}}
      """)
    ComposedRow(
      S.carousel(showing: \.tab, dots: true) { S.divider() },
      """
      {"type": "carousel", "state": "tab", "dots": true, "children": [{"type": "divider"}]}
      """)
    ComposedRow(
      S.carousel(of: S.data(fares)) { _ in S.badge("{item.name}") },
      """
      {"type": "carousel", "from": "data.fares",
       "item": {"type": "badge", "text": "{item.name}", "tone": "accent"}}
      """)
    ComposedRow(
      S.tabs(
        showing: \.tab, BlockTab("Day") { S.divider() },
        BlockTab(.localized("n", count: S.data(LiveData<Int>("done")))) {}),
      """
      {"type": "tabs", "state": "tab", "tabs": [
        {"title": "Day", "children": [{"type": "divider"}]},
        {"title": {"$text": "n", "count": "data.done"}, "children": []}]}
      """)
    ComposedRow(
      S.tabs(BlockTab("Day") {}),
      #"{"type": "tabs", "tabs": [{"title": "Day", "children": []}]}"#)
    ComposedRow(
      S.custom(Stars.self, .init(count: 4)) { S.divider() },
      """
      {"type": "custom", "name": "Stars", "props": {"count": 4},
       "children": [{"type": "divider"}]}
      """)
  }
}
