#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  public import FlowBlocks
  public import FlowCore
  public import Foundation
  public import SwiftUI

  /// The connection of a drawn screen's views with their host, which keeps a `ScreenModel`.
  @MainActor
  public struct BlockHandlers {
    /// Puts a value into the field of a name.
    public var enter: @MainActor (JSON, Name) -> Void
    /// The user has left the field of a name.
    public var leave: @MainActor (Name) -> Void
    /// The user has pressed the block of a key.
    public var press: @MainActor (Name) -> Void
    /// The user has chosen a value in the block of a key.
    public var choose: @MainActor (JSON, Name) -> Void
    /// The video of a key has ended.
    public var end: @MainActor (Name) -> Void
    /// The address of an asset by its name; nil while there is none.
    public var asset: @MainActor (Name) -> URL?
    /// The view of a custom block, with its properties and the blocks inside; nil shows those only.
    public var custom: @MainActor (ResolvedBlock) -> AnyView?

    /// Creates handlers.
    public init(
      enter: @escaping @MainActor (JSON, Name) -> Void,
      leave: @escaping @MainActor (Name) -> Void, press: @escaping @MainActor (Name) -> Void,
      choose: @escaping @MainActor (JSON, Name) -> Void,
      end: @escaping @MainActor (Name) -> Void = { _ in },
      asset: @escaping @MainActor (Name) -> URL? = { _ in nil },
      custom: @escaping @MainActor (ResolvedBlock) -> AnyView? = { _ in nil }
    ) {
      self.enter = enter
      self.leave = leave
      self.press = press
      self.choose = choose
      self.end = end
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

    /// The space of a step of the scale, in points.
    func space(_ number: JSONNumber?, or standard: Int) -> CGFloat {
      let scale: [CGFloat] = [0, 4, 8, 12, 16, 24, 32]
      let step = number?.int.flatMap { Int(exactly: $0) } ?? standard
      return scale[min(max(step, 0), scale.count - 1)] * CGFloat(theme.spacing.hundredths) / 100
    }

    /// A radius as the theme has it, in points.
    func corner(_ points: CGFloat) -> CGFloat { points * CGFloat(theme.corner.hundredths) / 100 }

    /// The design of all texts; code keeps its own.
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
