import Foundation

/// The shop's pages, which describe their products in JSON-LD, as shops do.
enum ShopPage {
  static func product(_ product: ShopProduct, _ offer: ShopPrices.Offer, origin: String) -> String {
    let (price, stock) = texts(offer)
    let jsonLD: [String: Any] = [
      "@context": "https://schema.org", "@type": "Product", "sku": product.id,
      "name": product.name, "description": product.description, "category": product.category,
      "image": ["\(origin)/p/\(product.id).svg"],
      "offers": [
        "@type": "Offer", "price": price ?? "", "priceCurrency": "EUR",
        "availability": "https://schema.org/\(stock)",
        "itemCondition": "https://schema.org/NewCondition",
      ],
    ]
    let json =
      (try? JSONSerialization.data(withJSONObject: jsonLD, options: [.sortedKeys])) ?? Data()
    // An unescaped "</" could end the script element.
    let script = String(decoding: json, as: UTF8.self).replacing("</", with: "<\\/")
    let priceText = price.map { "€\($0)" } ?? "Sold out"
    return page(
      title: product.name,
      head: """
        <link rel="canonical" href="\(origin)/p/\(product.id)">
        <script type="application/ld+json">\(script)</script>
        """,
      body: """
        <nav><a href="/">Lantern Lane</a> › \(escaped(product.category))</nav>
        <img src="/p/\(product.id).svg" alt="" width="240" height="240">
        <h1>\(escaped(product.name))</h1>
        <p class="price">\(priceText)</p>
        <p>\(escaped(product.description))</p>
        <form method="post" action="/p/\(product.id)">
          <p>This shop is made up, and you may set its prices:</p>
          <button name="do" value="lower">20% less</button>
          <button name="do" value="raise">20% more</button>
          <button name="do" value="soldOut">Sold out</button>
          <button name="do" value="move">Let it move</button>
        </form>
        """)
  }

  static func home(_ products: [ShopProduct], _ offer: (ShopProduct) -> ShopPrices.Offer) -> String
  {
    var body = "<h1>Lantern Lane</h1><p>A shop that does not exist, with prices that move.</p>"
    for category in products.map(\.category).reduce(
      into: [String](), { if !$0.contains($1) { $0.append($1) } })
    {
      body += "<h2>\(escaped(category))</h2><ul>"
      for product in products where product.category == category {
        let price = texts(offer(product)).price.map { "€\($0)" } ?? "Sold out"
        body += """
          <li><a href="/p/\(product.id)"><img src="/p/\(product.id).svg" alt="" width="96" \
          height="96">\(escaped(product.name))</a> <b>\(price)</b></li>
          """
      }
      body += "</ul>"
    }
    return page(title: "Lantern Lane", head: "", body: body)
  }

  /// An image of a product: the shape depends on its category, the color on its ID.
  static func picture(_ product: ShopProduct) -> String {
    let hue = product.id.utf8.reduce(0) { ($0 * 37 + Int($1)) % 360 }
    let shapes = [
      "Lamps": "<path d='M80 70h80l24 60H56z'/><rect x='114' y='130' width='12' height='50'/>"
        + "<rect x='86' y='180' width='68' height='10' rx='5'/>",
      "Kitchen": "<path d='M60 100h120v30a60 60 0 0 1-120 0z'/>"
        + "<rect x='176' y='106' width='30' height='10' rx='5'/>",
      "Audio": "<rect x='76' y='50' width='88' height='140' rx='14'/>"
        + "<circle cx='120' cy='150' r='28' fill='#fff8'/>"
        + "<circle cx='120' cy='88' r='14' fill='#fff8'/>",
      "Outdoors": "<path d='M120 56l80 124H40z'/><path d='M120 110l34 70H86z' fill='#fff8'/>",
      "Books": "<rect x='66' y='54' width='108' height='136' rx='6'/>"
        + "<rect x='84' y='80' width='72' height='10' fill='#fff8'/>",
      "Toys": "<circle cx='120' cy='130' r='54'/><circle cx='84' cy='80' r='20'/>"
        + "<circle cx='156' cy='80' r='20'/>",
    ]
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" width="480" height="480">\
      <rect width="240" height="240" fill="hsl(\(hue) 45% 92%)"/>\
      <g fill="hsl(\(hue) 50% 42%)">\(shapes[product.category] ?? "")</g></svg>
      """
  }

  static func texts(_ offer: ShopPrices.Offer) -> (price: String?, stock: String) {
    switch offer {
    case .cents(let cents):
      let fraction = String(cents % 100)
      return ("\(cents / 100).\(fraction.count < 2 ? "0" : "")\(fraction)", "InStock")
    case .soldOut: return (nil, "OutOfStock")
    }
  }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }

  private static func page(title: String, head: String, body: String) -> String {
    """
    <!doctype html><html lang="en"><head><meta charset="utf-8">\
    <meta name="viewport" content="width=device-width"><title>\(escaped(title))</title>
    \(head)
    <style>
    :root { color-scheme: light dark; font: 17px/1.5 system-ui, sans-serif }
    body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
    ul { list-style: none; padding: 0; display: grid; gap: 1rem;
      grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)) }
    li a { display: block } img { border-radius: 12px; display: block }
    .price { font-size: 1.6rem; font-weight: 600; margin: 0 }
    form { border-top: 1px solid #8886; margin-top: 2rem }
    button { font: inherit; padding: .5rem .9rem }
    </style></head><body>
    \(body)
    </body></html>
    """
  }
}
