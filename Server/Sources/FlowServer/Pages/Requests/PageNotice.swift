/// A notice on a page about the action that the user has just taken.
struct PageNotice: Equatable {
  /// The kind of a notice; its raw value is passed to the portal's page.
  enum Kind: String {
    /// The action succeeded.
    case success
    /// A neutral notice.
    case neutral
    /// The action failed.
    case failure
  }

  let text: String
  let kind: Kind

  /// The context of the template `notice`.
  var context: [String: Any] {
    let cssClass: String? =
      switch kind {
      case .success: nil
      case .neutral: "neutral"
      case .failure: "warn"
      }
    return ["text": text, "icon": kind == .success ? "check" : "alert", "kind": orFalse(cssClass)]
  }
}
