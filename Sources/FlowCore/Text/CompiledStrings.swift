/// The string tables of a release, indexed by locale and key.
package struct CompiledStrings: Sendable {
  private struct Table: Sendable {
    let locale: [UInt8]
    let texts: NameMap<String>
  }

  private let tables: [Table]
  private let defaultTable: Int?

  package init(_ document: FlowDocument) {
    tables = document.strings.map { table in
      var texts = NameMap<String>()
      texts.reserveCapacity(table.entries.count)
      for entry in table.entries { texts[entry.key] = entry.text }
      return Table(locale: LocaleTag.normalized(table.locale.string), texts: texts)
    }
    let defaultLocale = (document.defaultLocale ?? document.locales.first).map {
      LocaleTag.normalized($0.string)
    }
    let index = tables.firstIndex { $0.locale == defaultLocale }
    defaultTable = index ?? (tables.isEmpty ? nil : 0)
  }

  /// Returns the text for a key in a locale, or else in the longest of its shorter tags that has
  /// the key (RFC 4647, section 3.4), or else in the default locale.
  ///
  /// A key that none of these has is looked up in all other tables, because a text in the wrong
  /// language is better than none; nil if no table has it.
  package func text(_ key: Name, locale: String?) -> String? {
    if let locale {
      var tag = LocaleTag.normalized(locale)
      while !tag.isEmpty {
        for table in tables where table.locale == tag {
          if let text = table.texts[key] { return text }
        }
        LocaleTag.shorten(&tag)
      }
    }
    if let defaultTable, let text = tables[defaultTable].texts[key] { return text }
    for table in tables {
      if let text = table.texts[key] { return text }
    }
    return nil
  }
}

/// BCP 47 tags as lower-case ASCII bytes with hyphens.
package enum LocaleTag {
  /// Normalizes a tag: `de_AT` and `de-at` are the same.
  package static func normalized(_ tag: String) -> [UInt8] {
    tag.utf8.map { byte in
      switch byte {
      case 0x5F: 0x2D  // _ as some systems write it
      case 0x41...0x5A: byte + 0x20
      default: byte
      }
    }
  }

  /// Removes the last subtag, and a single-letter subtag before it (RFC 4647, section 3.4).
  package static func shorten(_ tag: inout [UInt8]) {
    guard let hyphen = tag.lastIndex(of: 0x2D) else {
      tag.removeAll()
      return
    }
    tag.removeLast(tag.count - hyphen)
    if tag.count >= 2, tag[tag.count - 2] == 0x2D { tag.removeLast(2) }
  }
}
