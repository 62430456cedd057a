import FlowBlocks
import FlowCore

/// The theme of a release as custom properties, in a separate file because pages have no inline
/// styles.
enum ThemeStyle {
  /// The style sheet, such as `:root,.fm-screen{--fm-accent:light-dark(#1f57d6,#8fb4ff)}`.
  static func file(_ theme: ScreenTheme) -> WebFile {
    WebFile("theme", "css", Array(":root,.fm-screen{\(theme.style)}".utf8))
  }
}
