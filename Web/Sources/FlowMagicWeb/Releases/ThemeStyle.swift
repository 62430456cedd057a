import FlowCore

/// The colors of a release as custom properties, in a file of its own: a page has no inline styles.
enum ThemeStyle {
  /// Such as `.fm-screen{--fm-accent:light-dark(#1f57d6,#8fb4ff)}`; all of it is of our own making.
  static func file(_ theme: ScreenTheme) -> WebFile {
    let colors = ThemeRole.allCases.map { role in
      let light = theme.color(role, isDark: false).text
      let dark = theme.color(role, isDark: true).text
      return "--fm-\(role.name):light-dark(\(light),\(dark))"
    }
    let text = ":root,.fm-screen{\(colors.joined(separator: ";"))}"
    return WebFile("theme", "css", Array(text.utf8))
  }
}
