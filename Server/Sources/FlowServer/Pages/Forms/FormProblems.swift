package import Accounts

/// What is not right yet in a form: in a list on top, and at the fields.
package struct FormProblems: Sendable {
  package struct Item: Sendable {
    /// The field's id; nil for what belongs to none.
    package let field: String?
    package let text: String
  }

  package private(set) var items: [Item] = []
  /// What stands on top in place of how many there are.
  private var heading: String?
  /// The status of the page that shows them.
  package private(set) var status = 200
  /// In how many seconds the next attempt counts.
  package private(set) var retryAfter: Int?

  package init() {}

  /// What the rules of accounts have refused; said at the field that it is about.
  package init(_ error: AccountError, at fields: [PageField], _ texts: Localization) {
    switch error.code {
    case .tooManyAttempts:
      let seconds = error.retryAfter ?? 60
      heading = texts["error.wait"]
      add(texts.text("error.wait-lead", ["time": texts.span(seconds)]))
      (status, retryAfter) = (429, seconds)
    case .invalidAddress: add(texts.text(for: error), at: fields.first { $0.input == .email }?.id)
    case .weakPassword: add(texts.text(for: error), at: fields.last { $0.input.isPassword }?.id)
    case .wrongCode: add(texts.text(for: error), at: fields.first { $0.input.isCode }?.id)
    default: add(texts.text(for: error))
    }
  }

  package mutating func add(_ text: String, at field: String? = nil) {
    items.append(Item(field: field, text: text))
    if status == 200 { status = 422 }
  }

  package var isEmpty: Bool { items.isEmpty }

  /// What is said at a field.
  package func text(at field: String) -> String? { items.first { $0.field == field }?.text }

  /// What the template `summary` shows.
  func context(_ texts: Localization) -> Any {
    guard let first = items.first else { return false }
    let isPlain = items.count == 1 && first.field == nil && heading == nil
    let count =
      items.count == 1
      ? texts["problems.one"] : texts.text("problems.many", ["count": "\(items.count)"])
    let list = items.map { ["field": $0.field ?? "main", "text": $0.text] }
    return [
      "heading": isPlain ? first.text : heading ?? count, "hasItems": !isPlain, "items": list,
    ] as [String: Any]
  }
}

extension Localization {
  /// What the rules of accounts say, in this language.
  ///
  /// NB: their own words are English; where they say more than the code, English readers get them.
  package func text(for error: AccountError) -> String {
    let saysMore: Set<AccountError.Code> = [
      .weakPassword, .invalidInput, .externalSignIn, .notAllowed, .conflict, .limitReached,
    ]
    if language == .english, saysMore.contains(error.code) { return error.message }
    return all["account-error.\(error.code.rawValue)"] ?? error.message
  }
}
