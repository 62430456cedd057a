public import FlowCore

extension ScreenTheme {
  /// The theme as custom properties for the style sheet of drawn screens, separated by `;`, such as
  /// `--fm-accent:light-dark(#1f57d6,#8fb4ff)`.
  ///
  /// No string of the document is copied into it, so a document cannot inject CSS.
  public var style: String {
    var properties = ThemeRole.allCases.map { role in
      let light = color(role, isDark: false).text
      let dark = color(role, isDark: true).text
      return "--fm-" + role.name.string + ":light-dark(" + light + "," + dark + ")"
    }
    if corner != .medium { properties.append("--fm-corner:" + decimal(corner.hundredths)) }
    if spacing != .regular { properties.append("--fm-space:" + decimal(spacing.hundredths)) }
    if font != .system { properties.append("--fm-font:" + fontFamily) }
    return properties.joined(separator: ";")
  }

  private func decimal(_ hundredths: Int) -> String {
    let fraction = hundredths % 100
    return (hundredths / 100).description + (fraction < 10 ? ".0" : ".") + fraction.description
  }

  private var fontFamily: String {
    switch font {
    case .system: "inherit"
    case .rounded:
      #"ui-rounded,"SF Pro Rounded","Arial Rounded MT Bold",Nunito,system-ui,sans-serif"#
    case .serif: "ui-serif,Georgia,Cambria,serif"
    case .monospaced: "ui-monospace,Menlo,Consolas,monospace"
    }
  }
}
