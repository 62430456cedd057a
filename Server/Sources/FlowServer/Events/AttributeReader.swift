import FlowCore
import FlowStore

/// Counts the attributes reported by sessions when they start.
///
/// Never rejects a batch: unusable attributes are skipped, because the events are valid.
struct AttributeReader {
  /// The maximum length of a name and of a value, in bytes; SDKs report nothing longer.
  private static let maximumBytes = 64
  /// The maximum number of different values of all attributes counted in one batch.
  private static let maximumValues = 2000

  private var usesByName: [Name: AttributeUse] = [:]
  private var valueCount = 0

  mutating func read(_ attributes: JSONView?) {
    guard let attributes, attributes.isObject else { return }
    for member in attributes.members { read(member.key, member.value) }
  }

  private mutating func read(_ name: Name, _ value: JSONView) {
    guard Self.isValidName(name.string), let reported = ReportedValue(value),
      usesByName[name] != nil || usesByName.count < AttributeLimits.maximumAttributes
    else { return }
    var use = usesByName[name] ?? AttributeUse(name: name.string)
    use.types.insert(reported.type)
    use.sessions += 1
    if reported.isPrivate { use.isPrivate = true }
    if let text = reported.text, use.values[text] != nil || valueCount < Self.maximumValues {
      if use.values[text] == nil { valueCount += 1 }
      use.values[text, default: 0] += 1
    }
    usesByName[name] = use
  }

  private static func isValidName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= maximumBytes && !name.utf8.contains(0)
  }

  /// The uses sorted by name; an attribute that any session reports as private has no values.
  var uses: [AttributeUse] {
    usesByName.sorted { $0.key < $1.key }.map { _, counted in
      var use = counted
      if use.isPrivate { use.values = [:] }
      return use
    }
  }

  /// One attribute of one session.
  private struct ReportedValue {
    let type: String
    var text: String?
    var isPrivate = false

    init?(_ view: JSONView) {
      switch view.value {
      case .bool: type = "boolean"
      case .number: type = "number"
      case .string: type = "string"
      case .object(let object):
        guard let name = object["type"]?.string, ValueType(rawValue: name) != nil else {
          return nil
        }
        type = name
        isPrivate = object["private"] == true
        return
      case .array, .null: return nil
      }
      // In JSON, a byte is escaped as up to six.
      let text = view.value.text(.canonical)
      guard view.string.map({ $0.utf8.count <= maximumBytes && !$0.utf8.contains(0) }) ?? true,
        text.utf8.count <= 6 * maximumBytes
      else { return }
      self.text = text
    }
  }
}
