/// A notice on a page about the action that the user has just taken.
struct PageNotice: Equatable {
  enum NoticeKind: String {
    /// The action succeeded.
    case good
    /// A neutral notice.
    case calm
    /// The action failed.
    case problem
  }

  let text: String
  let kind: NoticeKind

  /// The context of the template for notices.
  var context: [String: Any] {
    let look: String? =
      switch kind {
      case .good: nil
      case .calm: "calm"
      case .problem: "wait"
      }
    return ["text": text, "icon": kind == .good ? "check" : "alert", "kind": orFalse(look)]
  }
}
