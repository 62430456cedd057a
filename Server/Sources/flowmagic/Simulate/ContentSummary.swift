package import FlowCore

/// A step's content, arranged as on a screen according to the names of its keys.
package struct ContentSummary: Equatable {
  /// The title.
  package var title: String?
  /// The paragraphs below the title.
  package var paragraphs: [String] = []
  /// The placeholder of the text field.
  package var placeholder: String?
  /// The options to choose from.
  package var options: [ContentOption] = []
  /// All other values by name.
  package var rows: [Row] = []

  package struct Row: Equatable {
    package var name: String
    package var value: String
  }

  private static let titleKeys: [Name] = ["title", "headline", "heading", "header"]
  private static let textKeys: [Name] = [
    "subtitle", "description", "text", "body", "message", "hint",
  ]
  private static let placeholderKeys: [Name] = ["placeholder", "prompt"]
  private static let optionKeys: [Name] = ["options", "choices", "answers"]

  package init(_ content: JSON) {
    guard let object = content.object else {
      if let text = content.string { paragraphs = [text] } else { add("", content) }
      return
    }
    for member in object.members {
      let text = member.value.string
      if title == nil, let text, Self.titleKeys.contains(member.key) {
        title = text
      } else if let text, Self.textKeys.contains(member.key) {
        paragraphs.append(text)
      } else if placeholder == nil, let text, Self.placeholderKeys.contains(member.key) {
        placeholder = text
      } else if options.isEmpty, Self.optionKeys.contains(member.key),
        let list = ContentOption.list(member.value)
      {
        options = list
      } else {
        add(member.key.string, member.value)
      }
    }
  }

  /// Adds a row for a value, or for each of its members.
  private mutating func add(_ name: String, _ value: JSON) {
    switch value {
    case .null where name.isEmpty: break
    case .object(let object) where !object.isEmpty:
      for member in object.members {
        add(name.isEmpty ? member.key.string : "\(name).\(member.key.string)", member.value)
      }
    case .array(let elements) where elements.contains(where: { $0.object != nil }):
      for (index, element) in elements.enumerated() { add("\(name)[\(index)]", element) }
    default:
      rows.append(Row(name: name, value: ValueText.text(value)))
    }
  }
}

/// An option that a step offers.
package struct ContentOption: Equatable {
  /// The text to show.
  package var label: String
  /// The output if the option is chosen.
  package var value: JSON

  /// The options in an array of plain values, or of objects with a value and a label; nil if the
  /// JSON is anything else, or empty.
  package static func list(_ json: JSON) -> [ContentOption]? {
    guard let elements = json.array, !elements.isEmpty else { return nil }
    var options: [ContentOption] = []
    for element in elements {
      guard let option = option(element) else { return nil }
      options.append(option)
    }
    return options
  }

  private static func option(_ json: JSON) -> ContentOption? {
    guard json.object != nil else {
      if json.array != nil || json.isNull { return nil }
      return ContentOption(label: ValueText.text(json), value: json)
    }
    let value = first(["value", "id", "key", "code"], of: json)
    let label = first(["label", "title", "text", "name"], of: json)
    guard let value = value ?? label else { return nil }
    return ContentOption(label: ValueText.text(label ?? value), value: value)
  }

  private static func first(_ keys: [Name], of json: JSON) -> JSON? {
    for key in keys {
      if let value = json[key], value.object == nil, value.array == nil { return value }
    }
    return nil
  }
}

/// Formats JSON values for reading.
package enum ValueText {
  /// Strings without quotes, lists with commas, "yes", "no" or "nothing"; all other values as JSON.
  package static func text(_ json: JSON) -> String {
    switch json {
    case .string(let text): text
    case .array(let elements) where elements.allSatisfy({ $0.object == nil && $0.array == nil }):
      elements.map(text).joined(separator: ", ")
    case .bool(let value): value ? "yes" : "no"
    case .null: "nothing"
    default: json.text(.compact)
    }
  }
}
