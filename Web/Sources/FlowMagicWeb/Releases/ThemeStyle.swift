import FlowBlocks
import FlowCore

/// The theme of a release as custom properties, in a file of its own: a page has no inline styles.
enum ThemeStyle {
  /// Such as `.fm-screen{--fm-accent:light-dark(#1f57d6,#8fb4ff)}`.
  static func file(_ theme: ScreenTheme) -> WebFile {
    WebFile("theme", "css", Array(":root,.fm-screen{\(theme.style)}".utf8))
  }
}
