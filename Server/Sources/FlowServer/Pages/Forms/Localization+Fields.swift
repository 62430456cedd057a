// Fields that several forms share.

extension Localization {
  func nameField(hasAutofocus: Bool = false) -> PageField {
    var field = PageField("name", .name, self["field.name"])
    field.hint = self["field.name-hint"]
    field.hasAutofocus = hasAutofocus
    return field
  }

  func emailField(hasAutofocus: Bool = false) -> PageField {
    var field = PageField("email", .email, self["field.email"])
    field.hasAutofocus = hasAutofocus
    return field
  }

  func passwordField(hasAutofocus: Bool = false) -> PageField {
    var field = PageField("password", .password, self["field.password"])
    field.hasAutofocus = hasAutofocus
    return field
  }

  /// A field for choosing a password; `isNewAccount` if the account is being created.
  func newPasswordField(hasAutofocus: Bool = false, isNewAccount: Bool = false) -> PageField {
    let label = isNewAccount ? self["field.password"] : self["field.new-password"]
    var field = PageField("password", .newPassword, label)
    field.hint = self["field.password-hint"]
    field.hasAutofocus = hasAutofocus
    return field
  }

  func codeField(hasAutofocus: Bool = true) -> PageField {
    var field = PageField("code", .code, self["field.authenticator-code"])
    field.hasAutofocus = hasAutofocus
    return field
  }

  func recoveryCodeField() -> PageField {
    var field = PageField("code", .recoveryCode, self["field.recovery-code"])
    field.hasAutofocus = true
    return field
  }
}
