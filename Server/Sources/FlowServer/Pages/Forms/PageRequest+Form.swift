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
  let submitLabel: String
  var footnote: String?
  var fields: [PageField] = []
  /// The hidden fields, such as the secret of a link.
  var hiddenFields: [String: String] = [:]
  /// The user name for password managers.
  var username: String?
  var isDestructive = false
  /// The identity providers offered above the form.
  var providers: [[String: Any]] = []
  var footerLinks: [PageLink] = []

  /// A short list of affected items.
  struct List {
    let heading: String
    /// The items' names, each with a note.
    let rows: [(name: String, note: String)]
    /// The line below a truncated list; nil if all items are shown.
    let truncationNote: String?

    var context: [String: Any] {
      [
        "heading": heading, "rows": rows.map { ["name": $0.name, "note": $0.note] },
        "truncationNote": orFalse(truncationNote),
      ]
    }
  }

  func context(_ texts: Localization) -> [String: Any] {
    [
      "list": orFalse(list?.context),
      "title": title, "lead": orFalse(lead),
      "symbol": orFalse(symbol.map { PageLayout.symbol($0) }),
      "action": action, "submitLabel": submitLabel, "footnote": orFalse(footnote),
      "isDestructive": isDestructive,
      "username": orFalse(username),
      "hiddenFields": hiddenFields.sorted { $0.key < $1.key }.map {
        ["key": $0.key, "value": $0.value]
      },
      "hasProviders": !providers.isEmpty, "providers": providers,
      "footerLinks": footerLinks.context,
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
      if field.kind == .name || field.kind == .email { field.value = formValue(field.id) }
      return field
    }
    var errors = FormErrors()
    for field in fields where field.kind != .readOnlyEmail && formValue(field.id).isEmpty {
      errors.add(texts[field.kind.missingValueKey], at: field.id)
    }
    guard errors.isEmpty else { return try show(&self, filled, errors) }
    do {
      return try await act(&self)
    } catch let error as AccountError where Self.canBeShownInForm(error.code) {
      request.services.metrics.countSignInFailure(Problem(account: error).code)
      return try show(&self, filled, FormErrors(error, at: fields, texts))
    }
  }

  /// Whether the error can be shown in the form; any other needs another page.
  private static func canBeShownInForm(_ code: AccountError.Code) -> Bool {
    ![.noSession, .notRecent, .passkeyRequired, .invalidLink, .notFound].contains(code)
  }
}

extension PageField.Kind {
  /// The localization key of the error for an empty field.
  fileprivate var missingValueKey: String {
    switch self {
    case .name: "field.missing-name"
    case .email, .readOnlyEmail: "field.missing-email"
    case .password, .newPassword: "field.missing-password"
    case .code, .recoveryCode: "field.missing-code"
    }
  }
}
