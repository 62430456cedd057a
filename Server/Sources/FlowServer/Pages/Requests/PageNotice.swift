/// A notice on a page about the action that the user has just taken.
struct PageNotice: Equatable {
  /// The kind of a notice; its raw value is passed to the portal's page.
  enum NoticeKind: String {
    /// The action succeeded.
    case success = "good"
    /// A neutral notice.
    case neutral = "calm"
    /// The action failed.
    case failure = "problem"
  }

  let text: String
  let kind: NoticeKind

  /// The context of the template for notices.
  var context: [String: Any] {
    let cssClass: String? =
      switch kind {
      case .success: nil
      case .neutral: "calm"
      case .failure: "wait"
      }
    return ["text": text, "icon": kind == .success ? "check" : "alert", "kind": orFalse(cssClass)]
  }
}
