import FlowCore

/// The colors of a release as custom properties, in a file of its own: a page has no inline styles.
enum ThemeStyle {
  static func file(_ theme: ScreenTheme) -> WebFile {
    let light = declarations(theme, isDark: false)
    let dark = declarations(theme, isDark: true)
    let text =
      ":root{color-scheme:light dark;\(light)}"
      + "@media (prefers-color-scheme:dark){:root{\(dark)}}"
    return WebFile("theme", "css", Array(text.utf8))
  }

  /// Such as `--fm-accent:#1f57d6`; both parts are of our own making.
  private static func declarations(_ theme: ScreenTheme, isDark: Bool) -> String {
    ThemeRole.allCases.map { role in
      "--fm-\(role.name):\(theme.color(role, isDark: isDark).text)"
    }.joined(separator: ";")
  }
}
