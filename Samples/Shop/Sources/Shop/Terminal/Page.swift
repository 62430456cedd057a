/// What a screen shows: a heading, words, fields to fill in and choices.
///
/// Screens describe; `PageView` draws and `PageState` remembers what was typed and where one is.
struct Page {
  /// A text to fill in.
  struct Field {
    let id: String
    let label: String
    var placeholder = ""
    var isSecret = false
  }

  /// Something to press.
  struct Choice {
    let label: String
    /// What it does, with the fields' texts by id; a sentence if they will not do.
    let press: @MainActor (_ values: [String: String]) -> String?

    init(_ label: String, press: @escaping @MainActor (_ values: [String: String]) -> String?) {
      self.label = label
      self.press = press
    }
  }

  var title: String
  var words: [String] = []
  var facts: [(name: String, value: String)] = []
  var fields: [Field] = []
  var choices: [Choice] = []
}

/// What was typed on a page and what is selected: fields first, then choices.
struct PageState: Equatable {
  var values: [String: String] = [:]
  var selected = 0
  /// Why a choice did nothing.
  var complaint: String?
}

extension PageState {
  /// What a key asks for beyond the page.
  enum Request: Equatable {
    case back, quit
  }

  /// Takes a key; what it asks for beyond the page is returned.
  @MainActor mutating func press(_ key: Key, on page: Page) -> Request? {
    let count = page.fields.count + page.choices.count
    let field = page.fields.indices.contains(selected) ? page.fields[selected] : nil
    switch key {
    case .quit: return .quit
    case .escape: return .back
    case .left where field == nil: return .back
    case .down, .tab: selected = count == 0 ? 0 : (selected + 1) % count
    case .up, .backTab: selected = count == 0 ? 0 : (selected + count - 1) % count
    case .backspace: if let field { _ = values[field.id, default: ""].popLast() }
    case .letter(let letter): type(letter, into: field, on: page)
    case .enter, .right:
      if field != nil {
        if key == .enter { selected = (selected + 1) % count }
      } else if page.choices.indices.contains(selected - page.fields.count) {
        complaint = page.choices[selected - page.fields.count].press(values)
      }
    case .left: break
    }
    if key != .enter { complaint = nil }
    return nil
  }

  @MainActor private mutating func type(
    _ letter: Character, into field: Page.Field?, on page: Page
  ) {
    if let field {
      if values[field.id, default: ""].count < 60 { values[field.id, default: ""].append(letter) }
    } else if let number = letter.wholeNumberValue, (1...9).contains(number),
      page.choices.indices.contains(number - 1)
    {
      // A choice's number presses it, as menus in a terminal do.
      selected = page.fields.count + number - 1
      complaint = page.choices[number - 1].press(values)
    }
  }
}
