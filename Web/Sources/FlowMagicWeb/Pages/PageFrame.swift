import FlowCore

/// The parts that all pages share: the head with its files, and the main region.
struct PageFrame {
  var html = HTMLBytes()

  init(language: String, title: String, theme: WebFile, _ host: FlowHost) {
    html.literal("<!doctype html><html lang=\"")
    html.text(language)
    html.literal("\" dir=\"")
    html.text(Language.isRightToLeft(language) ? "rtl" : "ltr")
    html.literal("\"><head><meta charset=\"utf-8\"><title>")
    html.text(title)
    html.literal(
      "</title><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
    for style in [WebFiles.style, theme].map(host.address) + host.settings.styles {
      html.literal("<link rel=\"stylesheet\" href=\"")
      html.text(style)
      html.literal("\">")
    }
    if let manifest = host.settings.webManifest {
      html.literal("<link rel=\"manifest\" href=\"")
      html.text(manifest)
      html.literal("\">")
    }
    for script in host.settings.scripts {
      html.literal("<script type=\"module\" src=\"")
      html.text(script)
      html.literal("\"></script>")
    }
    html.literal("</head><body class=\"fm-page\"><main class=\"fm-main\">")
  }

  /// Returns the whole page, with the host's script.
  ///
  /// Every page has it: it also reloads a page that the browser restores from its back/forward
  /// cache.
  mutating func finish(_ host: FlowHost) -> [UInt8] {
    html.literal("<script src=\"")
    html.text(host.address(of: WebFiles.script))
    html.literal("\" defer></script>")
    html.literal("</main></body></html>")
    return html.bytes
  }
}

extension FlowHost {
  /// The path component of the host's files, which no flow can have.
  static let filesComponent = "-flow"

  func address(of file: WebFile) -> String {
    settings.path + "/" + Self.filesComponent + "/" + file.name
  }
}
