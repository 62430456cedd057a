import Accounts
import FlowCore
import FlowMagicWeb
import Foundation
import PriceDomain
import PriceService
import Push

/// The site's custom blocks.
///
/// Most only mark a part of the page for the style sheet and the scripts; their contents are
/// standard blocks.
struct SiteBlocks: Sendable {
  let service: PriceService

  /// All blocks, by name.
  var all: [Name: WebBlock] {
    var blocks: [Name: WebBlock] = [
      "TabBar": WebBlock { Self.tabBar($0) }, "Emblem": WebBlock { _ in Self.emblem },
      "ShopBar": WebBlock { Self.shopBar($0) }, "PushSwitch": pushSwitch,
      "Shops": shopList, "Bookmarklet": bookmarklet, "Providers": providerLinks,
      "Share": shareButton,
      "Languages": WebBlock { Self.languages($0) }, "DataLink": WebBlock { Self.dataLink($0) },
      "PictureLink": WebBlock { Self.pictureLink($0) },
    ]
    for name: Name in ["Grid", "Shelf", "Chips", "History", "Comments", "ProductHead", "Menu"] {
      blocks[name] = WebBlock { $0.children }
    }
    let elements: [(Name, String)] = [
      ("Search", "price-search"), ("More", "price-more"), ("Filter", "price-filter"),
      ("Paste", "price-paste"), ("Viewer", "price-viewer"), ("ProductTabs", "price-tabs"),
      ("RuleForm", "price-rule"), ("ZoneField", "price-zone"),
    ]
    for (name, element) in elements {
      blocks[name] = WebBlock { block in
        let attributes = Self.texts[name]?.map { key, text in
          let attribute: HTML = " data-\(key)=\"\(text.text(Language(page: block.language)))\""
          return attribute.text
        }
        return "<\(element)\(attributes?.joined() ?? "")>\(block.children)</\(element)>"
      }
    }
    return blocks
  }

  /// The texts for scripts, which become attributes of their elements.
  private static let texts: [Name: [(String, SiteText)]] = [
    "Viewer": [
      ("open", SiteText("Show full size", "Groß anzeigen")),
      ("close", SiteText("Close", "Schließen")),
    ],
    "Paste": [("paste", SiteText("Paste", "Einfügen"))],
    "ZoneField": [("use", SiteText("Use this device’s", "Die dieses Geräts übernehmen"))],
  ]

  // MARK: Navigation

  /// The tab bar; the current tab is also marked for screen readers.
  private static func tabBar(_ block: WebBlock.Contents) -> String {
    let label = SiteText("Main", "Hauptmenü").text(Language(page: block.language))
    let current = block.properties["current"]?.string ?? ""
    let key: HTML = "data-key=\"tab-\(current)\""
    let tabs = block.children.replacing(key.text, with: key.text + " aria-current=\"page\"")
    let nav: HTML = """
      <nav class="pt-tabs" aria-label="\(label)"><p class="pt-brand" aria-hidden="true">\
      \(.raw(logo))<span>Price Tracker</span></p>\(.raw(tabs))</nav>
      """
    return nav.text
  }

  private static let logo = """
    <svg viewBox="0 0 48 48" width="32" height="32" focusable="false"><rect width="48" height="48" \
    rx="13" class="pt-mark-back"/><path d="M11 16l9 10 6-6 11 14" class="pt-mark-line"/>\
    <path d="M37 24v10H27" class="pt-mark-line"/></svg>
    """

  private static let emblem = "<div class=\"pt-emblem\" aria-hidden=\"true\">\(logo)</div>"

  /// A button for each language, which the flow host handles.
  private static func languages(_ block: WebBlock.Contents) -> String {
    let names = [("en", "English"), ("de", "Deutsch")].map { code, name in
      let isCurrent = block.language.hasPrefix(code)
      let button: HTML = """
        <button type="submit" name="language" value="\(code)" lang="\(code)" formnovalidate \
        class="pt-language" aria-pressed="\(isCurrent ? "true" : "false")">\(name)</button>
        """
      return button.text
    }
    return "<div class=\"pt-languages\">\(names.joined())</div>"
  }

  /// The price, and the link to the shop.
  private static func shopBar(_ block: WebBlock.Contents) -> String {
    let id = block.outputs["productID"]?.number?.text ?? ""
    let link: HTML = """
      \(.raw(block.children))<price-seen data-product="\(id)" hidden></price-seen>\
      <a href="/products/\(id)/shop" target="_blank" rel="noreferrer">\
      \(SiteText("Open in the shop", "Im Shop öffnen").text(Language(page: block.language)))</a>
      """
    return link.text
  }

  /// The link to everything that is stored about the user.
  private static func dataLink(_ block: WebBlock.Contents) -> String {
    let link: HTML = """
      <a class="fm-button fm-style-secondary" href="\(AccountDataRoute.path)" \
      download="price-tracker.json">\(SiteText(
        "Download your data", "Deine Daten herunterladen"
      ).text(Language(page: block.language)))</a>
      """
    return link.text
  }

  private static let camera = """
    <svg class="fm-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">\
    <path d="M3 8h4.5L9 5.5h6L16.5 8H21v11.5H3zM8.5 13.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0"/>\
    </svg>
    """

  /// The link to the page for the profile picture.
  private static func pictureLink(_ block: WebBlock.Contents) -> String {
    let link: HTML = """
      <a class="fm-button fm-style-secondary" href="\(PicturePage.path)">\(.raw(camera))\(SiteText(
        "Profile picture", "Profilbild"
      ).text(Language(page: block.language)))</a>
      """
    return link.text
  }

  // MARK: Notifications

  /// Turns notifications in this browser on and off.
  private var pushSwitch: WebBlock {
    let key = service.pushKey.encodedPublicKey
    return WebBlock { block in
      let language = Language(page: block.language)
      let texts: [(String, SiteText)] = [
        ("on", SiteText("Turn on notifications", "Mitteilungen einschalten")),
        ("off", SiteText("Turn off notifications", "Mitteilungen ausschalten")),
        ("is-on", SiteText("On in this browser.", "In diesem Browser eingeschaltet.")),
        ("is-off", SiteText("Off in this browser.", "In diesem Browser ausgeschaltet.")),
        (
          "denied",
          SiteText(
            "This browser does not allow notifications from this site. Allow them in its settings.",
            "Dieser Browser erlaubt keine Mitteilungen dieser Seite. Erlaube sie in seinen"
              + " Einstellungen.")
        ),
        (
          "none",
          SiteText(
            "This browser does not support notifications.",
            "Dieser Browser unterstützt keine Mitteilungen.")
        ),
        (
          "failed",
          SiteText(
            "That did not work. Try again.", "Das hat nicht geklappt. Versuche es noch einmal.")
        ),
      ]
      let attributes = texts.map { name, text in
        let attribute: HTML = " data-\(name)=\"\(text.text(language))\""
        return attribute.text
      }
      let html: HTML = """
        <price-push data-vapid="\(key)" data-language="\(block.language)"\
        \(.raw(attributes.joined()))><p role="status">\
        \(SiteText(
          "Notifications need JavaScript.", "Mitteilungen brauchen JavaScript.").text(language))\
        </p></price-push>
        """
      return html.text
    }
  }

  /// Shares the URL of a product's page, which anyone can open; needs JavaScript.
  private var shareButton: WebBlock {
    let origin = service.settings.publicURL
    return WebBlock { block in
      let language = Language(page: block.language)
      let id = block.outputs["productID"]?.number?.text ?? ""
      let html: HTML = """
        <price-share data-url="\(origin)/products/\(id)" \
        data-share="\(SiteText("Share", "Teilen").text(language))" \
        data-copied="\(SiteText("The link is copied.", "Der Link ist kopiert.").text(language))">\
        </price-share>
        """
      return html.text
    }
  }

  // MARK: Signing in

  /// A link for each identity provider that is set up.
  private var providerLinks: WebBlock {
    let providers = service.accounts.identityProviders.providers
    return WebBlock { block in
      guard !providers.isEmpty else { return "" }
      let language = Language(page: block.language)
      let links = providers.map { provider -> String in
        let link: HTML = """
          <a class="fm-button fm-style-secondary" href="\(ProviderRoutes.path(provider.id))">\(
            SiteText("Continue with \(provider.name)", "Weiter mit \(provider.name)")
            .text(language))</a>
          """
        return link.text
      }
      let html: HTML = """
        <div class="pt-providers">\(.raw(links.joined()))<p>\(SiteText(
          "By continuing with one of them, you accept the terms and conditions.",
          "Wenn du damit fortfährst, nimmst du die Nutzungsbedingungen an."
        ).text(language))</p></div>
        """
      return html.text
    }
  }

  // MARK: Adding

  private var shopList: WebBlock {
    let hosts = service.settings.hosts.map { host in
      host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }
    let items = Set(hosts).sorted().map { host -> String in
      let item: HTML = "<li>\(host)</li>"
      return item.text
    }
    return WebBlock { _ in "<ul class=\"pt-shops\">\(items.joined())</ul>" }
  }

  private var bookmarklet: WebBlock {
    let script =
      "javascript:location.href='\(service.settings.publicURL)/add?url='"
      + "+encodeURIComponent(location.href)"
    return WebBlock { block in
      let language = Language(page: block.language)
      let html: HTML = """
        <p class="pt-bookmarklet">\(SiteText(
          "Or drag this into the bookmarks bar and press it on a product’s page:",
          "Oder ziehe das in die Lesezeichenleiste und drücke es auf der Seite eines Produkts:"
        ).text(language)) <a class="pt-pill" href="\(script)">\(SiteText(
          "Track this price", "Preis beobachten").text(language))</a></p>
        """
      return html.text
    }
  }
}
