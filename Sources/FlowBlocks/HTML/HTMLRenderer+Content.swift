import FlowCore

extension HTMLRenderer {
  mutating func drawContent(_ block: ResolvedBlock) {
    switch block.type {
    case .text: drawText(block)
    case .image: drawImage(block)
    case .icon:
      let tone = className(block, .tone, or: "normal")
      drawIcon(
        block.name(.name) ?? "info", text: label(block) ?? block.text(.alt),
        attributes(block, [tone]))
    case .video: drawVideo(block)
    case .badge:
      html.writeElement(
        "span", attributes(block, [className(block, .tone, or: "accent")]),
        text: block.text(.text) ?? "")
    case .bullets: drawBullets(block)
    default: drawFacts(block)
    }
  }

  /// Returns the value of a property as text; empty for null, an array, an object, and a property
  /// that is not set.
  static func displayText(_ properties: [ResolvedBlock.Property], _ key: BlockKey) -> String {
    switch properties.value(key) {
    case .text(let text)?, .json(.string(let text))?: text
    case .json(.number(let number))?: number.text
    case .json(.bool(let flag))?: flag ? "true" : "false"
    default: ""
    }
  }

  private mutating func drawText(_ block: ResolvedBlock) {
    let classes = [
      className(block, .style, or: "body"), className(block, .tone, or: "normal"),
      className(block, .align, or: "start"),
    ]
    let text = Self.displayText(block.properties, .text)
    let attributes = attributes(block, classes)
    switch block.name(.role) {
    case "heading1"?:
      let focus = options.focusesHeading ? "" : nil
      options.focusesHeading = false
      html.open("h1", attributes + [("tabindex", "-1"), ("autofocus", focus)])
    case "heading2"?: html.open("h2", attributes)
    case "heading3"?: html.open("h3", attributes)
    default: html.open("p", attributes)
    }
    if block.flag(.inline) { drawInline(text) } else { html.writeText(text) }
    switch block.name(.role) {
    case "heading1"?: html.close("h1")
    case "heading2"?: html.close("h2")
    case "heading3"?: html.close("h3")
    default: html.close("p")
    }
  }

  /// Draws a text whose inline marks become elements.
  private mutating func drawInline(_ text: String) {
    for span in InlineSpan.spans(text) {
      switch span.kind {
      case .plain: html.writeText(span.text)
      case .bold: html.writeElement("strong", text: span.text)
      case .emphasis: html.writeElement("em", text: span.text)
      case .link(let url): html.writeElement("a", [("href", url)], text: span.text)
      }
    }
  }

  private mutating func drawImage(_ block: ResolvedBlock) {
    drawPicture(
      block.name(.image) ?? block.text(.image).map { Name($0) },
      alternative: label(block) ?? block.text(.alt) ?? "",
      attributes(block, [className(block, .fit, or: "fit"), ratioClass(block)]), .column)
  }

  /// The class of the block's aspect ratio, such as `fm-ratio-wide` for `16:9`.
  private func ratioClass(_ block: ResolvedBlock) -> String {
    switch block.name(.ratio) {
    case "1:1"?: "fm-ratio-square"
    case "4:3"?: "fm-ratio-photo"
    case "16:9"?: "fm-ratio-wide"
    case "3:4"?: "fm-ratio-tall"
    default: "fm-ratio-natural"
    }
  }

  private mutating func drawVideo(_ block: ResolvedBlock) {
    let isLoop = block.name(.play) == "loopMuted"
    let source = block.name(.video) ?? block.text(.video).map { Name($0) }
    let poster = block.name(.poster) ?? block.text(.poster).map { Name($0) }
    html.open(
      "video",
      attributes(block) + [
        ("src", source.map { url($0) }), ("poster", poster.map { posterURL($0) }),
        ("preload", "metadata"), ("playsinline", ""), ("controls", ""),
        ("autoplay", isLoop ? "" : nil), ("loop", isLoop ? "" : nil),
        ("muted", isLoop ? "" : nil), ("aria-label", label(block)),
      ])
    if let captions = block.name(.captions) {
      html.open(
        "track", [("kind", "captions"), ("src", options.assetURL(captions)), ("default", "")])
    }
    html.close("video")
  }

  /// Returns the URL of an asset; a name that begins with `https://` is returned unchanged, because
  /// it is a URL from data.
  func url(_ name: Name) -> String {
    UTF8Bytes.has(prefix: "https://", name.string) ? name.string : options.assetURL(name)
  }

  private mutating func drawBullets(_ block: ResolvedBlock) {
    let isNumbered = block.name(.style) == "number"
    let attributes = attributes(block, [className(block, .style, or: "dot")])
    if isNumbered { html.open("ol", attributes) } else { html.open("ul", attributes) }
    for item in block.items(.items) {
      html.open("li")
      if case .name(let icon)? = item.value(.icon) { drawIcon(icon, text: nil) }
      html.writeElement("span", [("class", "fm-item-title")], text: item.text(.title) ?? "")
      if let text = item.text(.text) {
        html.writeElement("span", [("class", "fm-item-text")], text: text)
      }
      html.close("li")
    }
    if isNumbered { html.close("ol") } else { html.close("ul") }
  }

  private mutating func drawFacts(_ block: ResolvedBlock) {
    html.open("dl", attributes(block))
    for item in block.items(.items) {
      html.open("div")
      html.writeElement("dt", text: item.text(.name) ?? "")
      html.writeElement("dd", text: Self.displayText(item, .value))
      html.close("div")
    }
    html.close("dl")
  }
}
