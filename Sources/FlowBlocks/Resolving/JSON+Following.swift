import FlowCore

extension JSON {
  /// The value that the names lead to: members, elements by their index, and a list's `length`;
  /// null if there is none.
  func follow(_ components: [Name]) -> JSON {
    var current = self
    for component in components {
      switch current {
      case .object(let object): current = object[component] ?? .null
      case .array(let elements):
        if component == "length" {
          current = .number(JSONNumber(elements.count))
        } else if let index = CalendarDay.number(Array(component.string.utf8)[...]) {
          current = index < elements.count ? elements[index] : .null
        } else {
          return .null
        }
      default: return .null
      }
    }
    return current
  }
}
