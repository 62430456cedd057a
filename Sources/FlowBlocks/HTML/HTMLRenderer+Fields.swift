import FlowCore

extension HTMLRenderer {
  mutating func drawField(_ block: ResolvedBlock) {
    switch block.type {
    case .toggle: drawToggle(block)
    case .choice where block.name(.style) != "menu": drawOptions(block)
    case .offer: drawOptions(block)
    default: drawLabeledField(block)
    }
  }

  // MARK: One control

  private func id(_ block: ResolvedBlock) -> String { "field-" + (block.name(.name)?.string ?? "") }

  /// Returns the ids of the control's hint and of its error message; nil if it has neither.
  private func descriptionIDs(_ block: ResolvedBlock) -> String? {
    var ids: [String] = []
    if block[.hint] != nil { ids.append(id(block) + "-hint") }
    if block[.message] != nil { ids.append(id(block) + "-error") }
    return ids.isEmpty ? nil : ids.joined(" ")
  }

  private func controlAttributes(_ block: ResolvedBlock) -> [(StaticString, String?)] {
    [
      ("id", id(block)), ("name", "field." + (block.name(.name)?.string ?? "")),
      ("required", block.flag(.required) ? "" : nil),
      ("aria-describedby", descriptionIDs(block)),
      ("aria-invalid", block[.message] == nil ? nil : "true"),
    ]
  }

  private mutating func drawLabeledField(_ block: ResolvedBlock) {
    html.open("div", attributes(block, ["fm-field"]))
    html.writeElement("label", [("for", id(block))], text: block.text(.label) ?? "")
    drawHint(block)
    drawControl(block)
    drawError(block)
    html.close("div")
  }

  private mutating func drawHint(_ block: ResolvedBlock) {
    guard let hint = block.text(.hint) else { return }
    html.writeElement("p", [("class", "fm-hint"), ("id", id(block) + "-hint")], text: hint)
  }

  private mutating func drawError(_ block: ResolvedBlock) {
    guard let message = block.text(.message) else { return }
    html.writeElement("p", [("class", "fm-error"), ("id", id(block) + "-error")], text: message)
  }

  private mutating func drawControl(_ block: ResolvedBlock) {
    switch block.type {
    case .number:
      html.open("span", [("class", "fm-unit")])
      html.open(
        "input",
        controlAttributes(block) + [
          ("type", "text"), ("inputmode", "decimal"), ("value", Self.value(block)),
        ])
      if let unit = block.text(.unit) { html.writeElement("span", text: unit) }
      html.close("span")
    case .slider:
      html.open(
        "input",
        controlAttributes(block) + [
          ("type", "range"), ("min", block.number(.min)?.text), ("max", block.number(.max)?.text),
          ("step", block.number(.step)?.text), ("value", Self.value(block)),
        ])
      html.writeElement(
        "output", [("for", id(block))],
        text: Self.value(block) + (block.text(.unit).map { " " + $0 } ?? ""))
    case .date:
      html.open(
        "input",
        controlAttributes(block) + [
          ("type", block.flag(.time) ? "datetime-local" : "date"),
          ("min", dateBound(block, .min)), ("max", dateBound(block, .max)),
          ("value", Self.value(block)),
        ])
    case .choice: drawMenu(block)
    default: drawInput(block)
    }
  }

  /// Returns a date bound as `yyyy-MM-dd`; nil for one relative to today, which only the server
  /// checks.
  private func dateBound(_ block: ResolvedBlock, _ key: BlockKey) -> String? {
    guard let day = block.name(key), CalendarDay(day.string) != nil else { return nil }
    return day.string
  }

  private mutating func drawInput(_ block: ResolvedBlock) {
    let kind = block.inputKind
    let commonAttributes =
      controlAttributes(block) + [
        ("maxlength", block.number(.max)?.text ?? "2000"),
        ("autocomplete", Self.autocomplete(kind)),
      ]
    let isSecret = block.isSecret
    if kind == .multiline && !isSecret {
      html.writeElement(
        "textarea", commonAttributes + [("rows", "4")], text: Self.value(block))
      return
    }
    // Secrets are never written into a page.
    html.open(
      "input",
      commonAttributes + [
        ("type", isSecret ? "password" : Self.inputType(kind)), ("inputmode", Self.inputMode(kind)),
        ("value", isSecret ? nil : Self.value(block)),
      ])
  }

  private static func inputType(_ kind: InputKind) -> String {
    switch kind {
    case .email: "email"
    case .phone: "tel"
    case .search: "search"
    case .url: "url"
    default: "text"
    }
  }

  private static func inputMode(_ kind: InputKind) -> String? { kind == .code ? "numeric" : nil }

  private static func autocomplete(_ kind: InputKind) -> String? {
    switch kind {
    case .name: "name"
    case .email: "email"
    case .phone: "tel"
    case .password: "current-password"
    case .newPassword: "new-password"
    case .code: "one-time-code"
    case .url: "url"
    default: nil
    }
  }

  /// Returns the value of a field, as text.
  private static func value(_ block: ResolvedBlock) -> String {
    guard case .json(let value)? = block[.value] else { return "" }
    return text(value)
  }

  private static func text(_ value: JSON) -> String {
    switch value {
    case .string(let text): text
    case .number(let number): number.text
    case .bool(let flag): flag ? "true" : "false"
    default: ""
    }
  }

  private mutating func drawToggle(_ block: ResolvedBlock) {
    html.open("div", attributes(block, ["fm-field"]))
    html.open("label")
    html.open(
      "input",
      controlAttributes(block) + [
        ("type", "checkbox"), ("value", "true"),
        ("checked", block[.value] == .json(true) ? "" : nil),
      ])
    html.writeElement("span", text: block.text(.label) ?? "")
    html.close("label")
    drawHint(block)
    drawError(block)
    html.close("div")
  }

  // MARK: Options

  private func isChosen(_ block: ResolvedBlock, _ value: JSON) -> Bool {
    guard case .json(let chosen)? = block[.value] else { return false }
    return chosen.array?.contains(value) ?? (chosen == value)
  }

  private func value(_ option: [ResolvedBlock.Property]) -> JSON {
    if case .json(let value)? = option.value(.value) { value } else { .null }
  }

  private mutating func drawMenu(_ block: ResolvedBlock) {
    html.open("select", controlAttributes(block) + [("multiple", block.flag(.many) ? "" : nil)])
    if !block.flag(.many) { html.writeElement("option", [("value", "")], text: "") }
    for option in block.items(.options) {
      let value = value(option)
      html.writeElement(
        "option", [("value", value.text()), ("selected", isChosen(block, value) ? "" : nil)],
        text: option.text(.title) ?? "")
    }
    html.close("select")
  }

  /// Draws the options as a group of radio buttons or checkboxes.
  private mutating func drawOptions(_ block: ResolvedBlock) {
    html.open(
      "fieldset",
      attributes(block, ["fm-field", className(block, .style, or: "list")]) + [
        ("id", id(block)), ("aria-describedby", descriptionIDs(block)),
        ("aria-invalid", block[.message] == nil ? nil : "true"),
        ("aria-label", block[.label] == nil ? label(block) : nil),
      ])
    if let label = block.text(.label) { html.writeElement("legend", text: label) }
    drawHint(block)
    for option in block.items(.options) { drawOption(option, of: block) }
    drawError(block)
    html.close("fieldset")
  }

  private mutating func drawOption(_ option: [ResolvedBlock.Property], of block: ResolvedBlock) {
    let value = value(option)
    html.open("label", [("class", "fm-option")])
    html.open(
      "input",
      [
        ("type", block.flag(.many) ? "checkbox" : "radio"),
        ("name", "field." + (block.name(.name)?.string ?? "")), ("value", value.text()),
        ("checked", isChosen(block, value) ? "" : nil),
        ("required", block.flag(.required) && !block.flag(.many) ? "" : nil),
      ])
    if case .name(let image)? = option.value(.image) {
      drawPicture(image, alternative: "", [], .halfColumn)
    }
    if case .name(let icon)? = option.value(.icon) { drawIcon(icon, text: nil) }
    html.writeElement("span", [("class", "fm-option-title")], text: option.text(.title) ?? "")
    for (key, name) in [(BlockKey.text, "fm-option-text"), (.price, "fm-option-price")] {
      if let text = option.text(key) { html.writeElement("span", [("class", name)], text: text) }
    }
    if let badge = option.text(.badge) {
      html.writeElement("span", [("class", "fm-badge fm-tone-accent")], text: badge)
    }
    html.close("label")
  }

  // MARK: Collections

  mutating func drawCollection(_ block: ResolvedBlock) {
    switch block.type {
    case .list: drawList(block)
    case .carousel:
      // A scrollable region must be focusable to be scrolled with the keyboard.
      html.open(
        "div",
        attributes(block) + [("tabindex", "0"), ("role", "group"), ("aria-label", label(block))])
      for child in block.blocks(.children) {
        html.open("div", [("class", "fm-slide")])
        draw(child)
        html.close("div")
      }
      html.close("div")
    case .tabs: drawTabs(block)
    default: drawCustom(block)
    }
  }

  private mutating func drawCustom(_ block: ResolvedBlock) {
    html.open("div", attributes(block) + [("data-custom", block.name(.name)?.string)])
    guard let render = options.renderCustomBlock else {
      draw(block.blocks(.children))
      return html.close("div")
    }
    var children = HTMLRenderer(options)
    children.draw(block.blocks(.children))
    html.writeHTML(render(block, children.html.bytes) ?? children.html.bytes)
    html.close("div")
  }

  private mutating func drawList(_ block: ResolvedBlock) {
    html.open(
      "ul", attributes(block, ["fm-items"]) + [("role", "list"), ("aria-label", label(block))])
    for child in block.blocks(.children) {
      html.open("li", [("data-item", child.key.string)])
      draw(child)
      html.close("li")
    }
    html.close("ul")
  }

  /// Draws tabs as `details` elements with a common name, of which a browser keeps at most one
  /// open, even without a script.
  private mutating func drawTabs(_ block: ResolvedBlock) {
    html.open("div", attributes(block))
    let selectedIndex = block.number(.value)?.int ?? 0
    var index: Int64 = 0
    for tab in block.items(.tabs) {
      html.open(
        "details", [("name", block.key.string), ("open", index == selectedIndex ? "" : nil)])
      html.writeElement("summary", text: tab.text(.title) ?? "")
      if case .blocks(let blocks)? = tab.value(.children) { draw(blocks) }
      html.close("details")
      index += 1
    }
    html.close("div")
  }
}
