import AccountsWeb
import FlowMagicWeb
import HTTPTypes
import Hummingbird
import NIOCore
import PriceDomain
import PriceService

/// Pages outside of the flows.
enum SitePage {
  static func response(
    _ title: String, _ body: HTML, _ language: Language, status: Int = 200
  ) -> Response {
    let styles = SiteFiles.styles.map { url -> String in
      let link: HTML = "<link rel=\"stylesheet\" href=\"\(url)\">"
      return link.text
    }
    let page: HTML = """
      <!doctype html><html lang="\(language.rawValue)"><head><meta charset="utf-8">\
      <title>\(title) – Price Tracker</title>\
      <meta name="viewport" content="width=device-width, initial-scale=1">\
      \(.raw(styles.joined()))</head><body class="pt-page"><main>\(body)</main></body></html>
      """
    return Response(
      status: .init(code: status), headers: FormPages.headers,
      body: .init(byteBuffer: ByteBuffer(string: page.text)))
  }

  static func message(
    _ title: SiteText, _ text: SiteText, _ language: Language, status: Int = 200,
    next: String = "/prices"
  ) -> Response {
    response(
      title.text(language),
      """
      <h1>\(title.text(language))</h1><p>\(text.text(language))</p>\
      <p><a class="pt-primary" href="\(next)">\
      \(SiteText("Continue", "Weiter").text(language))</a></p>
      """, language, status: status)
  }

  /// The page for a form that the browser did not report to be from this site.
  ///
  /// - `retry`: What to do instead, as a sentence.
  static func crossSiteFormMessage(
    retry: SiteText, _ language: Language, next: String = "/prices"
  ) -> Response {
    message(
      SiteText("Nothing was changed", "Nichts wurde geändert"),
      SiteText(
        "Your browser did not report that this form is from this site. \(retry.english)",
        "Dein Browser hat nicht gemeldet, dass das Formular von dieser Website ist. "
          + retry.german),
      language, status: 403, next: next)
  }

  static func redirect(_ target: String) -> Response {
    Response(status: .seeOther, headers: [.location: target, .cacheControl: "no-store"])
  }

  /// Returns the fields of a submitted form.
  static func form(_ request: Request) async throws -> [String: String] {
    let body = try await body(of: request, atMost: FormPages.maximumBytes)
    return FormPages.fields(of: String(decoding: body, as: UTF8.self))
  }

  /// Returns a request's body.
  ///
  /// - Throws: `HTTPError` for one that is too large or too slow.
  static func body(of request: Request, atMost limit: Int) async throws -> [UInt8] {
    do throws(BodyReader.Failure) {
      return try await BodyReader().read(request, atMost: limit)
    } catch {
      throw HTTPError(error.status)
    }
  }
}
