#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  public import FlowBlocks
  public import FlowCore
  public import FlowMagic
  public import Foundation
  public import SwiftUI

  /// A drawn screen in SwiftUI, with native controls, Dynamic Type, VoiceOver and right-to-left
  /// layout.
  public struct DrawnScreenView: View {
    private let screen: ResolvedScreen
    private let theme: ScreenTheme
    private let rejectedPressCount: Int
    private let handlers: BlockHandlers
    @FocusState private var focus: Name?
    @SwiftUI.Environment(\.colorScheme) private var colorScheme

    /// Creates a view of a screen.
    ///
    /// - Parameters:
    ///   - screen: The screen to show.
    ///   - theme: The theme of the document's screens.
    ///   - rejectedPressCount: The number of presses that were rejected because the form is
    ///     incomplete; when it changes, the first field with an error is focused.
    ///   - handlers: The connections to the screen's host.
    public init(
      _ screen: ResolvedScreen, theme: ScreenTheme = .standard, rejectedPressCount: Int = 0,
      handlers: BlockHandlers
    ) {
      self.screen = screen
      self.theme = theme
      self.rejectedPressCount = rejectedPressCount
      self.handlers = handlers
      _focus = FocusState()
    }

    /// Creates a view of a navigator's drawn screen.
    ///
    /// ```swift
    /// FlowView(navigator) {
    ///   ForDrawn { drawn in DrawnScreenView(drawn) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - drawn: The drawn screen.
    ///   - asset: The URL of a video, or of a picture that the app provides, by its name in the
    ///     document. Other pictures come from the navigator's ``FlowMagic/Navigator/pictures``.
    ///   - custom: The view of a custom block; if nil, its child blocks are shown.
    public init(
      _ drawn: DrawnScreenProxy, asset: @escaping @MainActor (Name) -> URL? = { _ in nil },
      custom: @escaping @MainActor (ResolvedBlock) -> AnyView? = { _ in nil }
    ) {
      var handlers = BlockHandlers(
        enter: { drawn.enter($0, in: $1) }, endEditing: { drawn.endEditing($0) },
        press: { drawn.press($0) }, choose: { drawn.choose($0, in: $1) },
        endVideo: { drawn.endVideo($0) }, asset: asset, custom: custom)
      handlers.picture = { drawn.picture($0) }
      handlers.pictureFile = { await drawn.pictureFile($0, isDark: $1) }
      self.init(
        drawn.screen, theme: drawn.theme, rejectedPressCount: drawn.rejectedPressCount,
        handlers: handlers)
    }

    /// The screen's blocks in a scroll view, with the footer fixed below them.
    public var body: some View {
      let context = BlockContext(
        handlers: handlers, theme: theme, isDark: colorScheme == .dark, focus: $focus)
      ScrollView {
        VStack(alignment: .leading, spacing: context.space(screen.root?.number(.gap), or: 3)) {
          BlockList(blocks: parts.body, context: context)
        }
        .frame(maxWidth: 640)
        .padding(context.space(screen.root?.number(.pad), or: 4))
        .frame(maxWidth: .infinity)
      }
      .safeAreaInset(edge: .bottom) {
        if let footer = parts.footer {
          BlockView(block: footer, context: context)
            .frame(maxWidth: 640)
            .padding(16)
            .frame(maxWidth: .infinity)
            .background(context.color(.background))
        }
      }
      .background(context.color(.background))
      .foregroundStyle(context.color(.text))
      .tint(context.color(.accent))
      .fontDesign(context.fontDesign)
      .navigationTitle(screen.title ?? "")
      .onChange(of: focus) { old, _ in if let old { handlers.endEditing(old) } }
      .onChange(of: rejectedPressCount) { focus = screen.errors.first?.field }
    }

    /// The blocks of the root column without its footers, and the last footer.
    private var parts: (body: [ResolvedBlock], footer: ResolvedBlock?) {
      guard let root = screen.root else { return ([], nil) }
      guard root.type == .column else { return ([root], nil) }
      let blocks = root.blocks(.children)
      return (blocks.filter { $0.type != .footer }, blocks.last { $0.type == .footer })
    }
  }

  /// Blocks one after the other, laid out by the view around them.
  struct BlockList: View {
    let blocks: [ResolvedBlock]
    let context: BlockContext

    var body: some View {
      ForEach(blocks, id: \.key) { block in BlockView(block: block, context: context) }
    }
  }
#endif
