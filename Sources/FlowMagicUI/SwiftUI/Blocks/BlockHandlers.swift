#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  public import FlowBlocks
  public import FlowCore
  public import Foundation
  public import SwiftUI

  /// Connects the views of a drawn screen to their host, which keeps a `ScreenModel`.
  @MainActor
  public struct BlockHandlers {
    /// Sets the value of a field, by name.
    public var enter: @MainActor (JSON, Name) -> Void
    /// Called when a field, by name, has lost focus.
    public var endEditing: @MainActor (Name) -> Void
    /// Called when a block, by key, has been pressed.
    public var press: @MainActor (Name) -> Void
    /// Called when a value has been chosen in a block, by key.
    public var choose: @MainActor (JSON, Name) -> Void
    /// Called when a video, by key, has ended.
    public var endVideo: @MainActor (Name) -> Void
    /// The URL of an asset by its name; nil if the app does not provide one.
    public var asset: @MainActor (Name) -> URL?
    /// A picture of the document by its name, with its size and focal point; nil if the document
    /// has none.
    public var picture: @MainActor (Name) -> PictureAsset? = { _ in nil }
    /// Loads a picture, for light or dark appearance, and returns its file on the device; nil if it
    /// cannot be loaded.
    public var pictureFile: @MainActor (_ name: Name, _ isDark: Bool) async -> URL? = { _, _ in
      nil
    }
    /// The view of a custom block, given its properties and child blocks; if nil, only the child
    /// blocks are shown.
    public var custom: @MainActor (ResolvedBlock) -> AnyView?

    /// Creates handlers.
    public init(
      enter: @escaping @MainActor (JSON, Name) -> Void,
      endEditing: @escaping @MainActor (Name) -> Void,
      press: @escaping @MainActor (Name) -> Void,
      choose: @escaping @MainActor (JSON, Name) -> Void,
      endVideo: @escaping @MainActor (Name) -> Void = { _ in },
      asset: @escaping @MainActor (Name) -> URL? = { _ in nil },
      custom: @escaping @MainActor (ResolvedBlock) -> AnyView? = { _ in nil }
    ) {
      self.enter = enter
      self.endEditing = endEditing
      self.press = press
      self.choose = choose
      self.endVideo = endVideo
      self.asset = asset
      self.custom = custom
    }
  }

  /// The values that all views of a drawn screen share.
  @MainActor
  struct BlockContext {
    let handlers: BlockHandlers
    let theme: ScreenTheme
    let isDark: Bool
    let focus: FocusState<Name?>.Binding

    func color(_ role: ThemeRole) -> Color {
      let color = theme.color(role, isDark: isDark)
      return Color(
        red: Double(color.red) / 255, green: Double(color.green) / 255,
        blue: Double(color.blue) / 255)
    }

    /// The color of a block's `tone`.
    func tone(_ block: ResolvedBlock) -> Color {
      switch block.name(.tone) {
      case "muted"?: color(.muted)
      case "accent"?: color(.accent)
      case "good"?: color(.good)
      case "warning"?: color(.warning)
      case "danger"?: color(.danger)
      default: color(.text)
      }
    }

    /// The spacing for a step of the spacing scale, from 0 to 6, in points.
    func space(_ number: JSONNumber?, or defaultStep: Int) -> CGFloat {
      let scale: [CGFloat] = [0, 4, 8, 12, 16, 24, 32]
      let step = number?.int.flatMap { Int(exactly: $0) } ?? defaultStep
      return scale[min(max(step, 0), scale.count - 1)] * CGFloat(theme.spacing.hundredths) / 100
    }

    /// A corner radius adjusted to the theme, in points.
    func cornerRadius(_ points: CGFloat) -> CGFloat {
      points * CGFloat(theme.corner.hundredths) / 100
    }

    /// The font design of all texts, except code.
    var fontDesign: Font.Design {
      switch theme.font {
      case .system: .default
      case .rounded: .rounded
      case .serif: .serif
      case .monospaced: .monospaced
      }
    }
  }
#endif
