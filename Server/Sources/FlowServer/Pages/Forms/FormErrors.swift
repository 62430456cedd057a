package import Accounts

/// The errors of a form, shown in a summary at the top and at the fields.
package struct FormErrors: Sendable {
  package struct Item: Sendable {
    /// The field's id; nil for an error of the whole form.
    package let field: String?
    package let text: String
  }

  package private(set) var items: [Item] = []
  /// The heading of the summary; nil to show the number of errors.
  private var heading: String?
  /// The status code of the page that shows them.
  package private(set) var status = 200
  /// The number of seconds until another attempt is allowed.
  package private(set) var retryAfter: Int?

  package init() {}

  /// Creates the errors of a form from an error of the account services.
  package init(_ error: AccountError, at fields: [PageField], _ texts: Localization) {
    switch error.code {
    case .tooManyAttempts:
      let seconds = error.retryAfter ?? 60
      heading = texts["error.too-many-attempts"]
      add(texts.text("error.too-many-attempts-lead", ["time": texts.duration(seconds)]))
      (status, retryAfter) = (429, seconds)
    case .invalidAddress: add(texts.text(for: error), at: fields.first { $0.kind == .email }?.id)
    case .weakPassword: add(texts.text(for: error), at: fields.last { $0.kind.isPassword }?.id)
    case .wrongCode: add(texts.text(for: error), at: fields.first { $0.kind.isCode }?.id)
    default: add(texts.text(for: error))
    }
  }

  package mutating func add(_ text: String, at field: String? = nil) {
    items.append(Item(field: field, text: text))
    if status == 200 { status = 422 }
  }

  package var isEmpty: Bool { items.isEmpty }

  /// Returns the error of a field; nil if there is none.
  package func text(at field: String) -> String? { items.first { $0.field == field }?.text }

  /// Returns the context of the template `summary`.
  func context(_ texts: Localization) -> Any {
    guard let first = items.first else { return false }
    let isSingleFormError = items.count == 1 && first.field == nil && heading == nil
    let count =
      items.count == 1
      ? texts["errors.one"] : texts.text("errors.many", ["count": "\(items.count)"])
    let list = items.map { ["field": $0.field ?? "main", "text": $0.text] }
    return [
      "heading": isSingleFormError ? first.text : heading ?? count, "hasItems": !isSingleFormError,
      "items": list,
    ] as [String: Any]
  }
}

extension Localization {
  /// Returns the localized message for an error of the account services.
  ///
  /// NB: an error's own message is shown if it is more specific than its code: in English for some
  /// codes, in German if the error has one.
  package func text(for error: AccountError) -> String {
    let codesWithSpecificMessage: Set<AccountError.Code> = [
      .weakPassword, .invalidInput, .externalSignIn, .notAllowed, .conflict, .limitReached,
    ]
    if error == .wrongCredentialsOrUnverified { return self["sign-in.wrong-or-unverified"] }
    if language == .german, let german = error.german { return german }
    if language == .english, codesWithSpecificMessage.contains(error.code) { return error.message }
    return all["account-error.\(error.code.rawValue)"] ?? error.message
  }
}
