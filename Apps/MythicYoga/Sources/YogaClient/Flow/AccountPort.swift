import FlowMagic

/// The ports that fire only after a request about the user's account or session has succeeded.
///
/// What a press does depends on the name of its port only, as in the web app, so a product owner
/// can rearrange the screens.
public enum AccountPort: String, CaseIterable, Sendable {
  case logIn, createAccount, sendReset, changePassword, changeEmail, deleteAccount, logOut
}

/// A press that fires an ``AccountPort``, with what was entered on the screen.
struct AccountPress {
  let port: AccountPort
  /// The output of the step.
  let output: JSON?

  /// Creates the press of a block; nil if it fires none of these ports.
  @MainActor
  init?(_ key: Name, on proxy: DrawnScreenProxy) {
    for case .fire(let name, let output) in proxy.effects(ofPressing: key) {
      guard let port = AccountPort(rawValue: name.string) else { continue }
      (self.port, self.output) = (port, output)
      return
    }
    return nil
  }

  /// The text entered into a field; empty without one.
  subscript(field: Name) -> String {
    // A screen with one field outputs its value; one with several fields outputs an object.
    output?[field]?.string ?? output?.string ?? ""
  }
}
