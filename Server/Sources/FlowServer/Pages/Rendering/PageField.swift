/// A field of a form, with the attributes for browsers, password managers and screen readers.
package struct PageField: Sendable {
  /// The kind of input.
  package enum InputType: Sendable {
    case name
    case email
    /// An email address that cannot be changed here.
    case fixedEmail
    /// The user's current password.
    case password
    case newPassword
    /// A six-digit code.
    case code
    case recoveryCode
  }

  package let id: String
  package let input: InputType
  package let label: String
  package var value = ""
  package var hint: String?
  package var error: String?
  /// A link beside the label.
  package var aside: (href: String, text: String)?
  package var isFocused = false

  package init(_ id: String, _ input: InputType, _ label: String) {
    self.id = id
    self.input = input
    self.label = label
  }

  /// The context of the template `fields`.
  var context: [String: Any] {
    let describedBy = [error.map { _ in "\(id)-error" }, hint.map { _ in "\(id)-hint" }]
      .compactMap(\.self).joined(separator: " ")
    // NB: all keys are present, if only as false: a missing key would be looked up in the enclosing
    // context.
    return [
      "id": id, "label": label, "value": value, "type": input.type,
      "autocomplete": input.autocomplete, "maxlength": input.maxLength,
      "inputmode": orFalse(input.inputMode), "cssClass": orFalse(input.cssClass),
      "isPassword": input.isPassword, "isRequired": input != .fixedEmail,
      "isReadOnly": input == .fixedEmail, "isVerbatim": input != .name,
      "autofocus": isFocused, "error": orFalse(error), "hint": orFalse(hint),
      "describedBy": orFalse(describedBy.isEmpty ? nil : describedBy),
      "aside": orFalse(aside.map { ["href": $0.href, "text": $0.text] }),
    ]
  }
}

extension PageField.InputType {
  var isPassword: Bool { self == .password || self == .newPassword }
  var isCode: Bool { self == .code || self == .recoveryCode }

  fileprivate var type: String {
    switch self {
    case .email, .fixedEmail: "email"
    case .password, .newPassword: "password"
    case .name, .code, .recoveryCode: "text"
    }
  }

  fileprivate var autocomplete: String {
    switch self {
    case .name: "name"
    case .email: "username webauthn"
    case .fixedEmail: "username"
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
    case .email, .fixedEmail: 320
    case .password, .newPassword: 1024
    case .code: 16
    case .recoveryCode: 64
    }
  }

  fileprivate var inputMode: String? {
    switch self {
    case .email: "email"
    case .code: "numeric"
    case .name, .fixedEmail, .password, .newPassword, .recoveryCode: nil
    }
  }

  fileprivate var cssClass: String? {
    switch self {
    case .code: "code"
    case .recoveryCode: "code long"
    case .name, .email, .fixedEmail, .password, .newPassword: nil
    }
  }
}

/// Returns a value for a template that is false instead of nil, so that it is not looked up in the
/// enclosing context.
func orFalse(_ value: Any?) -> Any { value ?? false }
