/// The offline page, which lists and plays the downloads.
///
/// It is the same for all users; its script fills it from the device's storage.
enum OfflinePage {
  static let contentSecurityPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';"
    + " media-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none';"
    + " frame-ancestors 'none'"

  static let html: HTML = {
    let styles = YogaFiles.styles.map { "<link rel=\"stylesheet\" href=\"\($0)\">" as HTML }
    return """
      <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mythic Yoga Flow</title>\
      <meta name="viewport" content="width=device-width, initial-scale=1">\
      <link rel="manifest" href="\(YogaFiles.webManifest)">\(styles.joined())\
      <script type="module" src="\(YogaFiles.path(of: "offline.js"))"></script>\
      </head><body class="yoga-offline"><main class="fm-screen" id="yoga-offline">\
      <h1>Mythic Yoga Flow</h1><noscript><p>You are offline. Without JavaScript, nothing can be \
      shown until the network is back. <span lang="de">Du bist offline. Ohne JavaScript lässt sich \
      nichts zeigen, bis das Netz zurück ist.</span></p></noscript></main></body></html>
      """
  }()
}
