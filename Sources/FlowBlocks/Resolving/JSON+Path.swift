import FlowCore

extension JSON {
  /// The value at a path of names: members, elements by index, or an array's `length`; null if
  /// there is none.
  func value(at components: [Name]) -> JSON {
    var current = self
    for component in components {
      switch current {
      case .object(let object): current = object[component] ?? .null
      case .array(let elements):
        if component == "length" {
          current = .number(JSONNumber(elements.count))
        } else if let index = Int(decimalDigits: Array(component.string.utf8)[...]) {
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
