internal import Accounts
internal import Foundation
internal import PageFetcher
internal import PriceDomain
internal import PriceStore
internal import Push

extension NoticeSender {
  func sendMail(_ delivery: Delivery, to address: String) async -> DeliveryResult {
    guard let mail = channels.mail else {
      return .failed(reason: "No mail server is set up. See `prices serve --help`.")
    }
    let notice = delivery.notice
    let link = service.settings.publicURL + linkPath(of: notice)
    let isGerman = delivery.language == .german
    let settingsURL = service.settings.publicURL + "/prices/settings"
    let unsubscribeURL: String?
    do {
      unsubscribeURL = try notice.user.map { try service.unsubscribeURL(of: $0) }
    } catch {
      return result(after: .retry(after: nil, reason: "\(error)"), delivery)
    }
    let links = Self.settingsLinks(unsubscribeURL, settingsURL, isGerman: isGerman)
    let outgoingMail = OutgoingMail(
      id: Self.mailID(notice), to: address,
      subject: Self.singleLine("\(notice.title.prefix(120)): \(firstLine(of: notice.body))"),
      text: "\(notice.title)\n\n\(notice.body)\n\n\(link)\n\n\(links.text)",
      html: """
        <!doctype html><html lang="\(isGerman ? "de" : "en")"><body>
        <h1>\(Self.escaped(notice.title))</h1><p>\(Self.escaped(notice.body))</p>
        <p><a href="\(Self.escaped(link))">\(Self.escaped(link))</a></p>
        \(links.html)</body></html>
        """, date: Int(notice.at.seconds), unsubscribeURL: unsubscribeURL)
    do throws(MailFailure) {
      try await mail.send(outgoingMail)
      return .sent
    } catch {
      return error.kind == .permanent
        ? .failed(reason: error.message)
        : result(after: .retry(after: nil, reason: error.message), delivery)
    }
  }

  /// Returns the links to the settings of notifications, as plain text and as HTML.
  private static func settingsLinks(
    _ unsubscribeURL: String?, _ settingsURL: String, isGerman: Bool
  ) -> (text: String, html: String) {
    var links: [(label: String, url: String)] = []
    if let unsubscribeURL {
      let label = isGerman ? "Diese Mails abbestellen:" : "Unsubscribe from these emails:"
      links.append((label, unsubscribeURL))
    }
    let label =
      isGerman
      ? "Was du bekommst, legst du in den Einstellungen fest:"
      : "Choose what you get in the settings:"
    links.append((label, settingsURL))
    let lines = links.map { link in
      "<p>\(escaped(link.label)) <a href=\"\(escaped(link.url))\">\(escaped(link.url))</a></p>"
    }
    return (
      links.map { "\($0.label)\n\($0.url)\n" }.joined(separator: "\n"),
      lines.joined(separator: "\n")
    )
  }

  /// The notice's ID, with only the characters that a message's ID may have.
  static func mailID(_ notice: StoredNotice) -> String {
    "n_" + notice.id.replacing("-", with: "")
  }

  /// Returns a text as one line: product names and comments may contain line breaks, which are not
  /// allowed in a subject.
  static func singleLine(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator: " "
          default: scalar
          }
        }))
  }

  func callWebhook(
    _ delivery: Delivery, _ url: String, _ secret: String
  ) async -> DeliveryResult {
    guard let webhooks = channels.webhooks else {
      return .failed(reason: "Webhooks are not set up.")
    }
    let notice = delivery.notice
    let payload = WebhookPayload(
      id: notice.id, kind: notice.kind, product: notice.product, title: notice.title,
      text: notice.body, link: service.settings.publicURL + linkPath(of: notice),
      at: notice.at.seconds)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let body = try? Array(encoder.encode(payload)) else {
      return .failed(reason: "The notice cannot be encoded as JSON.")
    }
    let headerFields = WebhookSignature.headerFields(
      id: notice.id, at: service.clock().seconds, body: body, secret: secret)
    do throws(FetchError) {
      let status = try await webhooks.post(body, to: url, headerFields: headerFields)
      switch status {
      case 200..<300: return .sent
      case 408, 425, 429, 500...:
        return result(after: .retry(after: nil, reason: WebhookReason.status(status)), delivery)
      default: return .failed(reason: WebhookReason.status(status))
      }
    } catch {
      switch error {
      case .transport, .unknownHost:
        // Receivers detect duplicates by the notice's ID.
        return result(after: .retry(after: nil, reason: WebhookReason.noResponse), delivery)
      case .privateAddress: return .failed(reason: WebhookReason.privateAddress)
      default: return .failed(reason: WebhookReason.addressNotAllowed(error.code))
      }
    }
  }

  private func firstLine(of text: String) -> Substring {
    text.prefix { $0 != "\n" }.prefix(120)
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }
}

/// The payload of a webhook.
private struct WebhookPayload: Encodable {
  let id: String
  let kind: StoredNotice.Kind
  let product: Int64?
  let title: String
  let text: String
  let link: String
  let at: Int64
}
