// Fields that several forms share.

extension Localization {
  func nameField(isFocused: Bool = false) -> PageField {
    var field = PageField("name", .name, self["field.name"])
    field.hint = self["field.name-hint"]
    field.isFocused = isFocused
    return field
  }

  func emailField(isFocused: Bool = false) -> PageField {
    var field = PageField("email", .email, self["field.email"])
    field.isFocused = isFocused
    return field
  }

  func passwordField(isFocused: Bool = false) -> PageField {
    var field = PageField("password", .password, self["field.password"])
    field.isFocused = isFocused
    return field
  }

  /// A field for choosing a new password.
  func newPasswordField(isFocused: Bool = false, isFirst: Bool = false) -> PageField {
    let label = isFirst ? self["field.password"] : self["field.new-password"]
    var field = PageField("password", .newPassword, label)
    field.hint = self["field.password-hint"]
    field.isFocused = isFocused
    return field
  }

  func codeField(isFocused: Bool = true) -> PageField {
    var field = PageField("code", .code, self["field.authenticator-code"])
    field.isFocused = isFocused
    return field
  }

  func recoveryField() -> PageField {
    var field = PageField("code", .recoveryCode, self["field.recovery-code"])
    field.isFocused = true
    return field
  }
}
