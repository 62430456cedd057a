extension NativeReader {
  static func readStrings(_ view: JSONView?) throws(FlowError) -> [StringTable] {
    guard let view else { return [] }
    try view.requireObject()
    var tables: [StringTable] = []
    for table in view.members {
      try table.value.requireObject()
      var entries: [StringTable.Translation] = []
      entries.reserveCapacity(table.value.count)
      for entry in table.value.members {
        let text = try entry.value.requireString()
        entries.append(StringTable.Translation(key: entry.key, text: text))
      }
      tables.append(StringTable(locale: table.key, entries: entries))
    }
    return tables
  }

  static func readNames(_ view: JSONView?) throws(FlowError) -> [Name] {
    guard let view else { return [] }
    var names: [Name] = []
    for element in try view.requireArray() { names.append(try element.requireName()) }
    return names
  }

  static func readSegments(_ view: JSONView?) throws(FlowError) -> [Segment] {
    guard let view else { return [] }
    try view.requireObject()
    var segments: [Segment] = []
    for member in view.members {
      var values: [JSON] = []
      values.reserveCapacity(member.value.count)
      for element in try member.value.requireArray() { values.append(element.value) }
      segments.append(Segment(name: member.key, values: values))
    }
    return segments
  }

  static func readAttributes(_ view: JSONView?) throws(FlowError) -> [AttributeDeclaration] {
    guard let view else { return [] }
    try view.requireObject()
    var attributes: [AttributeDeclaration] = []
    for member in view.members {
      let type = try valueType(member.value)
      attributes.append(AttributeDeclaration(name: member.key, type: type))
    }
    return attributes
  }

  static func valueType(_ view: JSONView) throws(FlowError) -> ValueType {
    let name = try view.requireName()
    for type in ValueType.allCases where Name(type.rawValue) == name { return type }
    throw view.invalidValue(
      expected:
        "one of string, number, integer, boolean, date, version, array, object and any")
  }
}
