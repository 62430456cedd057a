public import FlowCore

/// A screen in code that is composed of blocks and so needs no view: each host's `ForDrawn` shows
/// it, on every platform.
///
/// Fields and ports are typed: a field writes a property of ``Screen/Outputs``, a button fires a
/// ``Screen/Port``. What the screen provides and needs is derived from its blocks.
///
/// ```swift
/// struct EmailForm: ComposedScreen {
///   enum Port: String, ActionPort { case next }
///   typealias Outputs = Answers
///
///   static var body: [Block] {
///     text("Your email", .title)
///     input(\.email, "Email", .email).required()
///     button("Continue", fire: .next)
///   }
/// }
/// ```
///
/// Texts are literals, or `.localized("email.title")` from the document's string tables. All other
/// values that blocks show have the type ``BoundValue``: `bound(\.email)`, `content.title`,
/// `state.isYearly`, `data(watchlist)`. A press performs a ``ComposedAction``.
public protocol ComposedScreen: Screen, BlockComposing {
  /// The values that the screen keeps while it is shown; by default none.
  associatedtype LocalState: ScreenState = NoScreenState
  /// The title for a window or navigation bar; by default none.
  static var title: BlockText? { get }
  /// The blocks, arranged in a column.
  @BlocksBuilder static var body: [Block] { get }
}

extension ComposedScreen {
  /// By default, none.
  public static var title: BlockText? { nil }

  /// The screen as data.
  static var blockScreen: BlockScreen {
    BlockScreen(
      name: Name(name), title: title, parameters: defaultContent.map { ["default": $0] },
      state: LocalState.declarations,
      root: Block(.column, [.init(.children, .blocks(body))]).placed(at: "/root"))
  }
}
