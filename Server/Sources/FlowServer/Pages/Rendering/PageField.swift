/// A field of a form, with the attributes for browsers, password managers and screen readers.
package struct PageField: Sendable {
  /// The kind of input.
  package enum Kind: Sendable {
    case name
    case email
    /// An email address that cannot be changed here.
    case readOnlyEmail
    /// The user's current password.
    case password
    case newPassword
    /// A six-digit code.
    case code
    case recoveryCode
  }

  package let id: String
  package let kind: Kind
  package let label: String
  package var value = ""
  package var hint: String?
  package var error: String?
  /// A link beside the label.
  package var labelLink: (href: String, text: String)?
  package var hasAutofocus = false

  package init(_ id: String, _ kind: Kind, _ label: String) {
    self.id = id
    self.kind = kind
    self.label = label
  }

  /// The context of the template `field`.
  var context: [String: Any] {
    let describedBy = [error.map { _ in "\(id)-error" }, hint.map { _ in "\(id)-hint" }]
      .compactMap(\.self).joined(separator: " ")
    // NB: all keys are present, if only as false: a missing key would be looked up in the enclosing
    // context.
    return [
      "id": id, "label": label, "value": value, "type": kind.type,
      "autocomplete": kind.autocomplete, "maxlength": kind.maxLength,
      "inputmode": orFalse(kind.inputMode), "cssClass": orFalse(kind.cssClass),
      "isPassword": kind.isPassword, "isRequired": kind != .readOnlyEmail,
      "isReadOnly": kind == .readOnlyEmail, "disablesAutocorrection": kind != .name,
      "autofocus": hasAutofocus, "error": orFalse(error), "hint": orFalse(hint),
      "describedBy": orFalse(describedBy.isEmpty ? nil : describedBy),
      "labelLink": orFalse(labelLink.map { ["href": $0.href, "text": $0.text] }),
    ]
  }
}

extension PageField.Kind {
  var isPassword: Bool { self == .password || self == .newPassword }
  var isCode: Bool { self == .code || self == .recoveryCode }

  fileprivate var type: String {
    switch self {
    case .email, .readOnlyEmail: "email"
    case .password, .newPassword: "password"
    case .name, .code, .recoveryCode: "text"
    }
  }

  fileprivate var autocomplete: String {
    switch self {
    case .name: "name"
    case .email: "username webauthn"
    case .readOnlyEmail: "username"
    case .password: "current-password"
    case .newPassword: "new-password"
    case .code: "one-time-code"
    case .recoveryCode: "off"
    }
  }

  /// NB: more than the limit, so that a value that is too long is reported and not truncated.
  fileprivate var maxLength: Int {
    switch self {
    case .name: 200
    case .email, .readOnlyEmail: 320
    case .password, .newPassword: 1024
    case .code: 16
    case .recoveryCode: 64
    }
  }

  fileprivate var inputMode: String? {
    switch self {
    case .email: "email"
    case .code: "numeric"
    case .name, .readOnlyEmail, .password, .newPassword, .recoveryCode: nil
    }
  }

  fileprivate var cssClass: String? {
    switch self {
    case .code: "code"
    case .recoveryCode: "code long"
    case .name, .email, .readOnlyEmail, .password, .newPassword: nil
    }
  }
}

/// Returns a value for a template that is false instead of nil, so that it is not looked up in the
/// enclosing context.
func orFalse(_ value: Any?) -> Any { value ?? false }
