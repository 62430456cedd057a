import FlowCore

/// The parts that all pages have: the head with its files, and the main region.
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
    for file in [WebFiles.style, theme] {
      html.literal("<link rel=\"stylesheet\" href=\"")
      html.text(host.address(of: file))
      html.literal("\">")
    }
    html.literal("</head><body class=\"fm-page\"><main class=\"fm-main\">")
  }

  /// Returns the whole page, with the script at an address; nil for a page that needs none.
  mutating func finished(with script: String? = nil) -> [UInt8] {
    if let script {
      html.literal("<script src=\"")
      html.text(script)
      html.literal("\" defer></script>")
    }
    html.literal("</main></body></html>")
    return html.bytes
  }
}

extension FlowHost {
  /// The part of an address that no flow has, for the files of the host.
  static let files = "-flow"

  func address(of file: WebFile) -> String { settings.path + "/" + Self.files + "/" + file.name }
}
