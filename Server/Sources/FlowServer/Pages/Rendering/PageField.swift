/// A field of a form, with everything that a browser, a password manager and a screen reader need.
package struct PageField: Sendable {
  /// The kind of input.
  package enum InputType: Sendable {
    case name
    case email
    /// An address that cannot be changed here.
    case fixedEmail
    /// A password that is there already.
    case password
    case newPassword
    /// Six digits.
    case code
    case recoveryCode
  }

  package let id: String
  package let input: InputType
  package let label: String
  package var value = ""
  package var hint: String?
  package var problem: String?
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
    let describedBy = [problem.map { _ in "\(id)-problem" }, hint.map { _ in "\(id)-hint" }]
      .compactMap(\.self).joined(separator: " ")
    // NB: all of it is there, if only as false: what is missing would be looked for in the page.
    return [
      "id": id, "label": label, "value": value, "type": input.type,
      "autocomplete": input.autocomplete, "maxlength": input.maxLength,
      "inputmode": orFalse(input.inputMode), "look": orFalse(input.look),
      "isPassword": input.isPassword, "isRequired": input != .fixedEmail,
      "isReadOnly": input == .fixedEmail, "isPlain": input != .name,
      "autofocus": isFocused, "problem": orFalse(problem), "hint": orFalse(hint),
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

  /// NB: more than is taken, so that what is too long is said and not cut.
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

  fileprivate var look: String? {
    switch self {
    case .code: "code"
    case .recoveryCode: "code long"
    case .name, .email, .fixedEmail, .password, .newPassword: nil
    }
  }
}

/// A value for a template, where a missing one must not be looked for further out.
func orFalse(_ value: Any?) -> Any { value ?? false }
