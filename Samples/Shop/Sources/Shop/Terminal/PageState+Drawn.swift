import FlowMagic

// A drawn screen in the terminal: its elements are focused, typed into and pressed with keys.

extension PageState {
  /// Handles a key on a drawn screen; returns a request to leave the page.
  @MainActor mutating func press(_ key: Key, on proxy: DrawnScreenProxy) -> Request? {
    let elements = TextRenderer.layout(proxy.screen, columns: 54, viewState: viewState).elements
    let index = elements.firstIndex { $0.id == viewState.focused } ?? 0
    let element = elements.indices.contains(index) ? elements[index] : nil
    switch key {
    case .quit: return .quit
    case .escape: return .back
    case .down, .tab: moveFocus(1, from: index, in: elements, proxy)
    case .up, .backTab: moveFocus(-1, from: index, in: elements, proxy)
    case .left where element?.kind != .adjustable && element?.acceptsText != true: return .back
    case .left: if let value = element?.previousValue { enter(value, element, proxy) }
    case .right where element?.kind == .adjustable:
      if let value = element?.nextValue { enter(value, element, proxy) }
    case .enter where element?.kind == .entry || element?.kind == .secret:
      moveFocus(1, from: index, in: elements, proxy)
    case .enter, .right: if let element { activate(element, proxy) }
    case .backspace: type(element, proxy) { String($0.dropLast()) }
    case .character(" ") where element?.kind == .toggle || element?.kind == .option:
      if let element { activate(element, proxy) }
    case .character(let character) where element?.acceptsText == true:
      type(element, proxy) { $0 + String(character) }
    case .character(let character):
      // A button's number presses it.
      if let number = character.wholeNumberValue, let button = elements.numbered(number) {
        activate(button, proxy)
      }
    }
    return nil
  }

  /// Returns the view state on a screen, with the first element focused if the focused one is gone.
  func validViewState(on screen: ResolvedScreen) -> TextViewState {
    let elements = TextRenderer.layout(screen, columns: 54, viewState: viewState).elements
    var viewState = viewState
    if !elements.contains(where: { $0.id == viewState.focused }) {
      viewState.focused = elements.first?.id
    }
    return viewState
  }

  /// Focuses the next or previous element, and shows the error of the field that loses focus.
  @MainActor private mutating func moveFocus(
    _ step: Int, from index: Int, in elements: [TextElement], _ proxy: DrawnScreenProxy
  ) {
    guard !elements.isEmpty else { return }
    let next = elements[(index + step + elements.count) % elements.count]
    if let field = elements[index].field, field != next.field { proxy.endEditing(field) }
    viewState.focused = next.id
  }

  /// Presses, chooses or toggles an element.
  @MainActor private mutating func activate(_ element: TextElement, _ proxy: DrawnScreenProxy) {
    viewState.focused = element.id
    switch element.kind {
    case .button, .link: proxy.press(element.id.block)
    case .toggle, .option, .adjustable:
      if let value = element.nextValue { enter(value, element, proxy) }
    case .multiline: type(element, proxy) { $0 + "\n" }
    case .disclosure: viewState.activate(element)
    case .tab:
      viewState.activate(element)
      proxy.choose(.number(JSONNumber(element.id.index)), in: element.id.block)
    case .entry, .secret: break
    }
  }

  @MainActor private func enter(_ value: JSON, _ element: TextElement?, _ proxy: DrawnScreenProxy) {
    if let element { proxy.choose(value, in: element.id.block) }
  }

  @MainActor private mutating func type(
    _ element: TextElement?, _ proxy: DrawnScreenProxy,
    _ change: (String) -> String
  ) {
    guard let element, element.acceptsText, let field = element.field else { return }
    viewState.focused = element.id
    let text = element.value.string ?? element.value.number?.text ?? ""
    proxy.enter(.string(change(text)), in: field)
  }
}

extension [TextElement] {
  /// Returns the button or link with a number from 1 to 9; nil if there is none.
  fileprivate func numbered(_ number: Int) -> TextElement? {
    let buttons = filter(\.hasNumber)
    return (1...9).contains(number) && number <= buttons.count ? buttons[number - 1] : nil
  }

  /// Returns the number of the button or link that starts on a line; nil if none does, and from the
  /// tenth on.
  fileprivate func number(on line: Int) -> Int? {
    let index = filter(\.hasNumber).firstIndex { $0.lines.lowerBound == line }
    return index.flatMap { $0 < 9 ? $0 + 1 : nil }
  }
}

extension TextElement {
  /// Whether the element has a number that presses it.
  fileprivate var hasNumber: Bool { kind == .button || kind == .link }

  /// Whether text can be typed into the element.
  fileprivate var acceptsText: Bool { [.entry, .secret, .multiline].contains(kind) }
}

extension TextScreen {
  /// The screen's lines, with two leading columns for the numbers of buttons.
  var numberedLines: [Line] {
    lines.enumerated().map { index, line in
      let number = elements.number(on: index).map { "\($0) " } ?? "  "
      return Line([(number, .dim)] + line.spans.map { ($0.text, Style($0)) })
    }
  }
}

extension Style {
  fileprivate init(_ span: TextSpan) {
    guard !span.isFocused else {
      self = span.style == .entry ? .selectedField : .selected
      return
    }
    switch span.style {
    case .plain, .emphasis, .code: self = .plain
    case .title: self = .title
    case .strong, .button: self = .bold
    case .muted, .border: self = .dim
    case .accent, .link: self = .accent
    case .good: self = .good
    case .warning, .danger: self = .warning
    case .entry: self = .field
    }
  }
}
