extension ScreenParser {
  /// Reads a list of actions.
  mutating func parseActions(_ json: JSON, at pointer: String) -> [BlockAction]? {
    guard let array = json.array, array.count <= BlockVocabulary.maximumActions else {
      report(.invalidProperty, at: pointer, expected: "actions")
      return nil
    }
    var actions: [BlockAction] = []
    for index in array.indices {
      let elementPointer = Self.pointer(pointer, index)
      guard let action = parseAction(array[index], at: elementPointer) else {
        report(.invalidProperty, at: elementPointer, expected: "action")
        return nil
      }
      guard !action.isLast || index == array.count - 1 else {
        report(.invalidProperty, at: elementPointer, expected: "last")
        return nil
      }
      actions.append(action)
    }
    return actions
  }

  private mutating func parseAction(_ json: JSON, at pointer: String) -> BlockAction? {
    if let port = json["fire"]?.string { return port.isEmpty ? nil : .fire(Name(port)) }
    if json["back"]?.bool == true { return .back }
    if let key = json["set"]?.string { return set(Name(key), json["to"]) }
    if let url = json["open"]?.string {
      guard UTF8Bytes.has(prefix: "https://", url) else { return nil }
      let presentation = json["in"]?.string.map { Name($0) } ?? "sheet"
      return presentation == "sheet" || presentation == "browser"
        ? .open(url, inBrowser: presentation == "browser") : nil
    }
    guard let name = json["call"]?.string else { return nil }
    return parseCall(Name(name), json, at: pointer)
  }

  private func set(_ key: Name, _ value: JSON?) -> BlockAction? {
    guard let value else { return nil }
    if let word = value.string, Name(word) == "$value" { return .set(key, to: .event) }
    return .set(key, to: .literal(value))
  }

  private mutating func parseCall(_ name: Name, _ json: JSON, at pointer: String) -> BlockAction? {
    var arguments: [BlockAction.Argument] = []
    for member in json["with"]?.object?.members ?? [] {
      let memberPointer = Self.pointer(pointer + "/with", member.key)
      guard let value = parseValue(member.value, .value(.any), at: memberPointer, depth: 0) else {
        return nil
      }
      arguments.append(.init(name: member.key, value: value))
    }
    var outcomes: [BlockAction.Outcome] = []
    for member in json["then"]?.object?.members ?? [] {
      guard let action = parseAction(member.value, at: Self.pointer(pointer + "/then", member.key))
      else { return nil }
      outcomes.append(.init(name: member.key, action: action))
    }
    return .call(name, with: arguments, then: outcomes)
  }
}
