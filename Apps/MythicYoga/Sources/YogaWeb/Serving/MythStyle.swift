import YogaDomain

/// The colors of the myths as a style sheet, because pages have no inline styles.
enum MythStyle {
  static func css(of catalog: Catalog) -> String {
    catalog.myths.map { myth in
      let (light, dark, art) = (myth.colors.light, myth.colors.dark, myth.colors.art)
      func pair(_ part: KeyPath<Myth.Scheme, String>) -> String {
        "light-dark(\(light[keyPath: part]),\(dark[keyPath: part]))"
      }
      let colors =
        "--fm-background:\(pair(\.background));--fm-text:\(pair(\.text));"
        + "--fm-accent:\(pair(\.accent));--fm-onAccent:\(pair(\.onAccent));"
      return ".yoga-\(myth.id){--yoga-deep:\(art.deep);--yoga-middle:\(art.middle);"
        + "--yoga-bright:\(art.bright);--yoga-glow:\(art.glow)}\n"
        // A screen about one myth has its colors, and so has the page around it.
        + ":root:has(.yoga-theme.yoga-\(myth.id)),.fm-screen:has(.yoga-theme.yoga-\(myth.id))"
        + "{\(colors)}\n"
    }.joined()
  }
}
