internal import Crypto
internal import Foundation
internal import HTTPTypes

/// The page `/docs`: `/openapi.json` in a readable form, without scripts.
enum APIDocsPage {
  /// A content security policy that allows only the inline style sheet.
  static let policy =
    "default-src 'none'; style-src '\(hash(style))'; base-uri 'none'; form-action 'none'; "
    + "frame-ancestors 'none'"

  /// The page's bytes, rendered once.
  static let page: [UInt8] = Array(html.utf8)

  private static let style = String(decoding: PackageResources.docs_css, as: UTF8.self)

  private static var html: String {
    var topics: [String] = []
    for endpoint in APIEndpoint.all where !topics.contains(endpoint.topic) {
      topics.append(endpoint.topic)
    }
    let links = topics.map { "<li><a href=\"#\($0)\">\($0)</a></li>" }.joined()
    let sections = topics.map { topic in
      let operations = APIEndpoint.all.filter { $0.topic == topic }.map(operationHTML).joined()
      return "<section aria-labelledby=\"\(topic)\"><h2 id=\"\(topic)\">\(topic)</h2>"
        + "\(operations)</section>"
    }.joined()
    return """
      <!doctype html><html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Price Tracker API</title><style>\(style)</style></head><body>
      <header><h1>Price Tracker API</h1>
      <p>Send JSON; sign in for a token and send it as <code>Authorization: Bearer …</code>.
      Errors are problem documents with a stable <code>code</code> and a sentence.
      A machine-readable version is at <a href="/openapi.json">/openapi.json</a>.</p></header>
      <nav aria-label="Topics"><ul>\(links)<li><a href="#Schemas">Schemas</a></li></ul></nav>
      <main>\(sections)<section aria-labelledby="Schemas"><h2 id="Schemas">Schemas</h2>
      \(schemasHTML)</section></main></body></html>
      """
  }

  private static func operationHTML(_ endpoint: APIEndpoint) -> String {
    var lines: [String] = []
    if case .user = endpoint.access { lines.append("<p>Requires a signed-in user.</p>") }
    for parameter in endpoint.parameters {
      lines.append("<p><code>?\(parameter.name)=</code> \(escaped(parameter.text))</p>")
    }
    if let body = endpoint.body { lines.append("<p>Body: \(schemaLink(body))</p>") }
    let response = endpoint.response.map(schemaLink) ?? endpoint.mediaType ?? "no body"
    lines.append("<p>Response: \(endpoint.status), \(response)</p>")
    return """
      <h3 id="\(endpoint.id)"><span class="method">\(endpoint.method.rawValue)</span>
      <code>\(PriceRoutes.pathPrefix)\(endpoint.path)</code></h3>
      <p>\(escaped(endpoint.summary))</p>\(lines.joined())
      """
  }

  private static var schemasHTML: String {
    let schemas = OpenAPI.schemas
    return schemas.keys.sorted().map { name in
      let bytes = try? JSONSerialization.data(
        withJSONObject: schemas[name] ?? [:],
        options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
      let text = escaped(String(decoding: bytes ?? Data(), as: UTF8.self))
      return "<h3 id=\"schema-\(name)\">\(name)</h3>"
        + "<pre tabindex=\"0\" aria-label=\"Schema \(name)\" role=\"region\">\(text)</pre>"
    }.joined()
  }

  private static func schemaLink(_ schema: String) -> String {
    "<a href=\"#schema-\(schema)\">\(schema)</a>"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }

  private static func hash(_ text: String) -> String {
    "sha256-" + Data(SHA256.hash(data: Array(text.utf8))).base64EncodedString()
  }
}
