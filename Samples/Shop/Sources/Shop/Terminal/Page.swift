import FlowMagic

/// The description of a page: a title, paragraphs, fields and choices.
///
/// `PageView` draws it; `PageState` has the input and the selection.
struct Page {
  /// A text field.
  struct Field {
    let id: String
    let label: String
    var placeholder = ""
    var isSecret = false
  }

  /// A button.
  struct Choice {
    let label: String
    /// The action, with the fields' texts by id; returns an error message if they are invalid.
    let press: @MainActor (_ values: [String: String]) -> String?

    init(_ label: String, press: @escaping @MainActor (_ values: [String: String]) -> String?) {
      self.label = label
      self.press = press
    }
  }

  var title: String
  var paragraphs: [String] = []
  var facts: [(name: String, value: String)] = []
  var fields: [Field] = []
  var choices: [Choice] = []
  /// The drawn screen to show instead of the fields above.
  var drawnScreen: DrawnScreenProxy?
}

/// The input and the selection on a page: fields first, then choices.
struct PageState: Equatable {
  var values: [String: String] = [:]
  var selectedIndex = 0
  /// The error message of a choice.
  var error: String?
  /// The focus, open disclosures and current tabs of a drawn screen.
  var viewState = TextViewState()
}

extension PageState {
  /// A request to leave the page.
  enum Request: Equatable {
    case back, quit
  }

  /// Handles a key; returns a request to leave the page.
  @MainActor mutating func press(_ key: Key, on page: Page) -> Request? {
    if let drawnScreen = page.drawnScreen { return press(key, on: drawnScreen) }
    let count = page.fields.count + page.choices.count
    let field = page.fields.indices.contains(selectedIndex) ? page.fields[selectedIndex] : nil
    if key != .enter { error = nil }
    switch key {
    case .quit: return .quit
    case .escape: return .back
    case .left where field == nil: return .back
    case .down, .tab: selectedIndex = count == 0 ? 0 : (selectedIndex + 1) % count
    case .up, .backTab: selectedIndex = count == 0 ? 0 : (selectedIndex + count - 1) % count
    case .backspace: if let field { _ = values[field.id, default: ""].popLast() }
    case .character(let character): type(character, into: field, on: page)
    case .enter, .right:
      if field != nil {
        if key == .enter { selectedIndex = (selectedIndex + 1) % count }
      } else if page.choices.indices.contains(selectedIndex - page.fields.count) {
        error = page.choices[selectedIndex - page.fields.count].press(values)
      }
    case .left: break
    }
    return nil
  }

  @MainActor private mutating func type(
    _ character: Character, into field: Page.Field?, on page: Page
  ) {
    if let field {
      if values[field.id, default: ""].count < 60 {
        values[field.id, default: ""].append(character)
      }
    } else if let number = character.wholeNumberValue, (1...9).contains(number),
      page.choices.indices.contains(number - 1)
    {
      // A choice's number activates it.
      selectedIndex = page.fields.count + number - 1
      error = page.choices[number - 1].press(values)
    }
  }
}
