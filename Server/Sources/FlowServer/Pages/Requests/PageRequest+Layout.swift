import Accounts
import HTTPTypes
import NIOCore

extension PageRequest {
  /// A page for a single task: a template with its context, and the fields of its form with their
  /// errors.
  mutating func singleTaskPage(
    _ template: String, _ title: String, _ context: [String: Any] = [:],
    fields: [PageField] = [], errors: FormErrors = FormErrors()
  ) throws -> EndpointResponse {
    try page(template, in: "single-task-layout", title, context, fields: fields, errors: errors)
  }

  /// A page for signed-in users: a section of the account, or the home page if it is nil.
  mutating func accountPage(
    _ template: String, _ title: String, section: AccountSection? = nil,
    _ context: [String: Any] = [:], fields: [PageField] = [],
    errors: FormErrors = FormErrors()
  ) throws -> EndpointResponse {
    let user = try requireSession().user
    var context = context
    context["isHome"] = section == nil
    context["isAccount"] = section != nil
    context["tabs"] = AccountSection.allCases.map { tab -> [String: Any] in
      ["href": tab.path, "text": texts["account.\(tab.rawValue)"], "isCurrent": tab == section]
    }
    context["me"] = [
      "name": user.name.isEmpty ? user.email : user.name, "email": user.email,
      "initials": Self.initials(user),
    ]
    return try page(
      template, in: "account-layout", title, context, fields: fields, errors: errors)
  }

  private mutating func page(
    _ template: String, in layout: String, _ title: String, _ context: [String: Any],
    fields: [PageField], errors: FormErrors
  ) throws -> EndpointResponse {
    var pageContext = PageLayout.defaultContext(
      texts, theme: theme, service: accounts.settings.serviceName)
    pageContext["title"] = title
    pageContext["token"] = accounts.keys.csrfToken(for: binding)
    pageContext["pagePath"] = pagePath
    pageContext["return"] = returnTo.string
    pageContext["notice"] = orFalse(takeNotice()?.context)
    pageContext["languages"] = PageLayout.languages(texts)
    pageContext["hasLanguages"] = true
    pageContext["errors"] = errors.context(texts)
    pageContext["fields"] = fields.map { field -> [String: Any] in
      var field = field
      field.error = errors.text(at: field.id)
      if !errors.isEmpty { field.hasAutofocus = false }
      return field.context
    }
    pageContext["hasFields"] = !fields.isEmpty
    pageContext.merge(context) { $1 }
    let html = try PageLayout.html(template, in: layout, pageContext, texts.language)
    return PageLayout.response(
      html, status: errors.status, publicURL: accounts.settings.publicURL,
      retryAfter: errors.retryAfter)
  }

  private static func initials(_ user: User) -> String {
    let words = user.name.split(separator: " ")
    let firstAndLast = words.count > 1 ? [words[0], words[words.count - 1]] : Array(words)
    let initials = firstAndLast.compactMap(\.first).map(String.init).joined()
    return (initials.isEmpty ? String(user.email.prefix(1)) : initials).uppercased()
  }

  /// A page with a message.
  mutating func message(
    _ title: String, _ paragraphs: [String], icon: String, kind: String? = nil,
    button: (href: String, text: String)? = nil, footerLinks: [PageLink] = []
  ) throws -> EndpointResponse {
    try singleTaskPage(
      "message", title,
      [
        "symbol": PageLayout.symbol(icon, kind), "paragraphs": paragraphs,
        "button": orFalse(button.map { ["href": $0.href, "text": $0.text] }),
        "footerLinks": footerLinks.context,
      ])
  }
}

/// A section of the account pages.
package enum AccountSection: String, Sendable, CaseIterable {
  case profile
  case security
  case sessions
  case organizations
  case activity

  package var path: String { self == .profile ? "/account" : "/account/\(rawValue)" }
}

/// A link below a form, after an optional text.
struct PageLink {
  var text: String?
  let href: String
  let label: String
}

extension [PageLink] {
  /// The context of the template `footer-links`.
  var context: Any {
    guard !isEmpty else { return false }
    let lines = map { ["text": orFalse($0.text), "href": $0.href, "label": $0.label] }
    return ["lines": lines] as [String: Any]
  }
}
