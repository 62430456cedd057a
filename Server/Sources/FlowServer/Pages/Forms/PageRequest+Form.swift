import Accounts
import HTTPTypes

/// A page with one form, and its fields.
struct FormPage {
  let title: String
  var lead: String?
  var symbol: String?
  /// The list of affected items above the form.
  var list: List?
  let action: String
  let submit: String
  var footnote: String?
  var fields: [PageField] = []
  /// The hidden fields, such as the secret of a link.
  var hidden: [String: String] = [:]
  /// The user name for password managers.
  var username: String?
  var isDanger = false
  /// The identity providers offered above the form.
  var providers: [[String: Any]] = []
  var after: [PageLine] = []

  /// A short list of affected items.
  struct List {
    let heading: String
    /// The items' names, each with a note.
    let rows: [(name: String, note: String)]
    /// The line below a truncated list; nil if all items are shown.
    let end: String?

    var context: [String: Any] {
      [
        "heading": heading, "rows": rows.map { ["name": $0.name, "note": $0.note] },
        "end": orFalse(end),
      ]
    }
  }

  func context(_ texts: Localization) -> [String: Any] {
    [
      "list": orFalse(list?.context),
      "title": title, "lead": orFalse(lead),
      "symbol": orFalse(symbol.map { PageLayout.symbol($0) }),
      "action": action, "submit": submit, "footnote": orFalse(footnote), "isDanger": isDanger,
      "username": orFalse(username),
      "hidden": hidden.sorted { $0.key < $1.key }.map { ["key": $0.key, "value": $0.value] },
      "showProviders": !providers.isEmpty, "hasProviders": !providers.isEmpty,
      "providers": providers, "after": after.context,
    ]
  }
}

extension PageRequest {
  /// Shows a page with one form.
  mutating func show(_ page: FormPage, _ errors: FormErrors = FormErrors()) throws
    -> EndpointResponse
  {
    try singleTaskPage(
      "form", page.title, page.context(texts), fields: page.fields, errors: errors)
  }

  /// Performs the action of a form, or shows the form again with its errors.
  ///
  /// Required fields are checked first. Entered values are kept, except for passwords and codes.
  /// `show` renders the page again, and `act` performs the action.
  mutating func submit(
    _ fields: [PageField],
    show: (inout PageRequest, [PageField], FormErrors) throws -> EndpointResponse,
    act: (inout PageRequest) async throws -> EndpointResponse
  ) async throws -> EndpointResponse {
    let filled = fields.map { field in
      var field = field
      if field.input == .name || field.input == .email { field.value = sent(field.id) }
      return field
    }
    var errors = FormErrors()
    for field in fields where field.input != .fixedEmail && sent(field.id).isEmpty {
      errors.add(texts[field.input.missing], at: field.id)
    }
    guard errors.isEmpty else { return try show(&self, filled, errors) }
    do {
      return try await act(&self)
    } catch let error as AccountError where Self.canBeFixed(error.code) {
      request.services.metrics.countSignInFailure(Problem(account: error).code)
      return try show(&self, filled, FormErrors(error, at: fields, texts))
    }
  }

  /// Whether the error can be shown in the form; any other needs another page.
  private static func canBeFixed(_ code: AccountError.Code) -> Bool {
    ![.noSession, .notRecent, .passkeyRequired, .invalidLink, .notFound].contains(code)
  }
}

extension PageField.InputType {
  /// The localization key of the error for an empty field.
  fileprivate var missing: String {
    switch self {
    case .name: "field.missing-name"
    case .email, .fixedEmail: "field.missing-email"
    case .password, .newPassword: "field.missing-password"
    case .code, .recoveryCode: "field.missing-code"
    }
  }
}
