extension ChangeLog {
  mutating func compare(strings old: [StringTable], _ new: [StringTable]) {
    let pairs = Matching(old.map { $0.locale }, new.map { $0.locale })
    for (index, table) in new.enumerated() {
      let known = pairs.old[index]
      if known >= 0 {
        if old[known] != table { compare(old[known], table) }
      } else {
        let texts = Sentence.count(table.entries.count, "text", "texts")
        let words = " is a new language with " + texts + "."
        add(.language, FlowLocation(), Quote.name(table.locale) + words)
      }
    }
    for index in pairs.removed {
      let name = Quote.name(old[index].locale)
      add(.language, FlowLocation(), "The texts in the language " + name + " were removed.")
    }
  }

  private mutating func compare(_ old: StringTable, _ new: StringTable) {
    let head = "In the language " + Quote.name(new.locale) + ", the text "
    let pairs = Matching(old.entries.map { $0.key }, new.entries.map { $0.key })
    for (index, entry) in new.entries.enumerated() {
      let known = pairs.old[index]
      let name = head + Quote.name(entry.key)
      if known < 0 {
        add(.textAdded, FlowLocation(), name + " is new: " + Quote.text(entry.text) + ".")
      } else if !UTF8Bytes.equal(old.entries[known].text, entry.text) {
        let before = Quote.text(old.entries[known].text)
        let words = " now reads " + Quote.text(entry.text) + " instead of " + before + "."
        add(.text, FlowLocation(), name + words)
      }
    }
    for index in pairs.removed {
      add(.textRemoved, FlowLocation(), head + Quote.name(old.entries[index].key) + " was removed.")
    }
  }

  mutating func compare(languages old: FlowDocument, _ new: FlowDocument) {
    if old.defaultLocale != new.defaultLocale {
      let words = Sentence.replaced(old.defaultLocale, new.defaultLocale, "the default language")
      add(.language, FlowLocation(), words)
    }
    let pairs = Matching(old.locales, new.locales)
    for (index, locale) in new.locales.enumerated() where pairs.old[index] < 0 {
      add(
        .language, FlowLocation(), "The application now supports the language " + Quote.name(locale) + ".")
    }
    for index in pairs.removed {
      let name = Quote.name(old.locales[index])
      add(.language, FlowLocation(), "The application no longer supports the language " + name + ".")
    }
  }

  mutating func compare(segments old: [Segment], _ new: [Segment]) {
    let pairs = Matching(old.map { $0.name }, new.map { $0.name })
    for (index, segment) in new.enumerated() {
      let known = pairs.old[index]
      let name = "The segment " + Quote.name(segment.name)
      if known < 0 {
        let values = Sentence.count(segment.values.count, "value", "values")
        add(.segment, FlowLocation(), name + " is new, with " + values + ".")
      } else if old[known] != segment {
        compare(values: old[known].values, segment.values, name)
      }
    }
    for index in pairs.removed {
      add(.segment, FlowLocation(), "The segment " + Quote.name(old[index].name) + " was removed.")
    }
  }

  private mutating func compare(values old: [JSON], _ new: [JSON], _ name: String) {
    let pairs = Matching(
      old.map { Name($0.text(.canonical)) }, new.map { Name($0.text(.canonical)) })
    let gained = new.indices.filter { pairs.old[$0] < 0 }.map { new[$0] }
    let lost = pairs.removed.map { old[$0] }
    var parts: [String] = []
    if !gained.isEmpty { parts.append("now has " + Sentence.some(gained)) }
    if !lost.isEmpty { parts.append("no longer has " + Sentence.some(lost)) }
    if parts.isEmpty { return }
    add(.segment, FlowLocation(), name + " " + Quote.list(parts, "and") + ".")
  }

  mutating func compare(attributes old: [AttributeDeclaration], _ new: [AttributeDeclaration]) {
    let pairs = Matching(old.map { $0.name }, new.map { $0.name })
    for (index, attribute) in new.enumerated() {
      let known = pairs.old[index]
      let name = "The attribute " + Quote.name(attribute.name)
      let type = Quote.text(attribute.type.rawValue)
      if known < 0 {
        add(.attribute, FlowLocation(), name + " is new; its type is " + type + ".")
      } else if old[known].type != attribute.type {
        let before = Quote.text(old[known].type.rawValue)
        add(.attribute, FlowLocation(), name + " is now of type " + type + " instead of " + before + ".")
      }
    }
    for index in pairs.removed {
      add(.attribute, FlowLocation(), "The attribute " + Quote.name(old[index].name) + " was removed.")
    }
  }
}
