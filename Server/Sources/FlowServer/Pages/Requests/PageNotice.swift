/// A sentence that a page shows about what has just been done.
struct PageNotice: Equatable {
  enum NoticeKind: String {
    /// Something went as it was wanted.
    case good
    /// Something is to be known.
    case calm
    /// Something did not work.
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
