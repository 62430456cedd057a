extension DocumentComparison {
  mutating func compare(strings old: [StringTable], _ new: [StringTable]) {
    let pairs = Matching(old.map { $0.locale }, new.map { $0.locale })
    for (index, table) in new.enumerated() {
      let oldIndex = pairs.oldIndices[index]
      if oldIndex >= 0 {
        if old[oldIndex] != table { compare(old[oldIndex], table) }
      } else {
        let texts = JSON.number(JSONNumber(table.entries.count))
        add(.languageAdded, FlowLocation(), ["locale": .name(table.locale), "texts": texts])
      }
    }
    for index in pairs.removedIndices {
      add(.languageRemoved, FlowLocation(), ["locale": .name(old[index].locale)])
    }
  }

  private mutating func compare(_ old: StringTable, _ new: StringTable) {
    let pairs = Matching(old.entries.map { $0.key }, new.entries.map { $0.key })
    for (index, entry) in new.entries.enumerated() {
      let oldIndex = pairs.oldIndices[index]
      var arguments: JSONObject = [
        "locale": .name(new.locale), "key": .name(entry.key), "text": .string(entry.text),
      ]
      if oldIndex < 0 {
        add(.textAdded, FlowLocation(), arguments)
      } else if !UTF8Bytes.equal(old.entries[oldIndex].text, entry.text) {
        arguments["before"] = .string(old.entries[oldIndex].text)
        add(.textChanged, FlowLocation(), arguments)
      }
    }
    for index in pairs.removedIndices {
      add(
        .textRemoved, FlowLocation(),
        ["locale": .name(new.locale), "key": .name(old.entries[index].key)])
    }
  }

  mutating func compare(languages old: FlowDocument, _ new: FlowDocument) {
    if old.defaultLocale != new.defaultLocale {
      addReplaced(
        "locale", old.defaultLocale, new.defaultLocale,
        (
          added: .defaultLanguageNamed, removed: .defaultLanguageUnnamed,
          changed: .defaultLanguage
        ))
    }
    let pairs = Matching(old.locales, new.locales)
    for (index, locale) in new.locales.enumerated() where pairs.oldIndices[index] < 0 {
      add(.languageSupported, FlowLocation(), ["locale": .name(locale)])
    }
    for index in pairs.removedIndices {
      add(.languageUnsupported, FlowLocation(), ["locale": .name(old.locales[index])])
    }
  }

  mutating func compare(segments old: [Segment], _ new: [Segment]) {
    let pairs = Matching(old.map { $0.name }, new.map { $0.name })
    for (index, segment) in new.enumerated() {
      let oldIndex = pairs.oldIndices[index]
      if oldIndex < 0 {
        let count = JSON.number(JSONNumber(segment.values.count))
        add(.segmentAdded, FlowLocation(), ["segment": .name(segment.name), "values": count])
      } else if old[oldIndex] != segment {
        compare(values: old[oldIndex].values, segment.values, segment.name)
      }
    }
    for index in pairs.removedIndices {
      add(.segmentRemoved, FlowLocation(), ["segment": .name(old[index].name)])
    }
  }

  private mutating func compare(values old: [JSON], _ new: [JSON], _ segment: Name) {
    let pairs = Matching(
      old.map { Name($0.text(.canonical)) }, new.map { Name($0.text(.canonical)) })
    let gained = new.indices.filter { pairs.oldIndices[$0] < 0 }.map { new[$0] }
    let lost = pairs.removedIndices.map { old[$0] }
    if gained.isEmpty, lost.isEmpty { return }
    var arguments: JSONObject = ["segment": .name(segment)]
    if !gained.isEmpty { arguments["added"] = Self.abbreviated(gained) }
    if !lost.isEmpty { arguments["removed"] = Self.abbreviated(lost) }
    add(
      lost.isEmpty ? .segmentGained : gained.isEmpty ? .segmentLost : .segmentChanged,
      FlowLocation(), arguments)
  }

  /// The first five values, and the number of `more`.
  static func abbreviated(_ values: [JSON]) -> JSON {
    var object: JSONObject = ["values": .array(Array(values.prefix(5)))]
    if values.count > 5 { object["more"] = .number(JSONNumber(values.count - 5)) }
    return .object(object)
  }

  mutating func compare(attributes old: [AttributeDeclaration], _ new: [AttributeDeclaration]) {
    let pairs = Matching(old.map { $0.name }, new.map { $0.name })
    for (index, attribute) in new.enumerated() {
      let oldIndex = pairs.oldIndices[index]
      var arguments: JSONObject = [
        "attribute": .name(attribute.name), "type": .string(attribute.type.rawValue),
      ]
      if oldIndex < 0 {
        add(.attributeAdded, FlowLocation(), arguments)
      } else if old[oldIndex].type != attribute.type {
        arguments["before"] = .string(old[oldIndex].type.rawValue)
        add(.attributeType, FlowLocation(), arguments)
      }
    }
    for index in pairs.removedIndices {
      add(.attributeRemoved, FlowLocation(), ["attribute": .name(old[index].name)])
    }
  }
}
