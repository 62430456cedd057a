extension Verification {
  /// Checks for texts that a language lacks, and for placeholders that nothing fills.
  func checkStrings() {
    var texts = TextTable(document.strings)
    for step in release.steps.indices where release.steps[step].content.containsTextKey {
      checkTexts(release.steps[step].content, "", locationIndex(step: step), &texts)
    }
    for drawn in drawnScreens.screens {
      let pointer = "/screens/" + drawn.index.description
      let screen = document.unknown["screens"]?.array?[drawn.index] ?? .null
      if screen.containsTextKey { checkTexts(screen, pointer, LocationIndex(), &texts) }
    }
    checkTranslations(texts)
    checkPlaceholders(texts)
  }

  private func checkTexts(
    _ content: JSON, _ pointer: String, _ location: LocationIndex, _ texts: inout TextTable
  ) {
    switch content {
    case .array(let elements):
      for (index, element) in elements.enumerated() where element.containsTextKey {
        checkTexts(element, pointer + "/" + index.description, location, &texts)
      }
    case .object(let object):
      if let key = object["$text"]?.string {
        let isCounted = object["count"] != nil
        if texts.recordUse(of: Name(key), at: location, isCounted: isCounted) { return }
        report(.unknownString, location, ["key": .string(key)], pointer: pointer)
        return
      }
      for member in object.members where member.value.containsTextKey {
        checkTexts(member.value, pointer + JSONPointer.token(member.key), location, &texts)
      }
    default: break
    }
  }

  /// Reports one finding for each text that is missing in a language, at its first use.
  private func checkTranslations(_ texts: TextTable) {
    var locales = document.locales
    if let locale = document.defaultLocale, !locales.contains(locale) {
      locales.insert(locale, at: 0)
    }
    guard !locales.isEmpty else { return }
    var missing = [[Name]](repeating: [], count: texts.keys.count)
    for locale in locales {
      let hasText = texts.keysHaving(locale, document.strings)
      for key in hasText.indices where !hasText[key] { missing[key].append(locale) }
    }
    for key in missing.indices where !missing[key].isEmpty && !texts.isOptional[key] {
      report(
        .missingTranslation, texts.uses[key],
        ["key": .name(texts.keys[key]), "locales": .array(missing[key].map { .name($0) })])
    }
  }

  private func checkPlaceholders(_ texts: TextTable) {
    var reported: [Name: Int32] = [:]
    for table in document.strings {
      for entry in table.entries {
        for name in TextTemplate.placeholders(entry.text) where !isFilled(name) {
          let id = Name(entry.key.string + "\n" + name.string)
          guard reported[id] == nil else { continue }
          reported[id] = 0
          report(
            .unknownPlaceholder, texts.use(of: entry.key),
            ["key": .name(entry.key), "placeholder": .name(name)])
        }
      }
    }
  }

  private func isFilled(_ name: Name) -> Bool {
    if !drawnScreens.screens.isEmpty, isScreenPlaceholder(name) { return true }
    let path = AttributePath(name)
    if path.isOutput { return path.outputKey.map { vocabulary.has(output: $0) } ?? true }
    return vocabulary.has(output: name) || vocabulary.has(attribute: name)
  }
}

extension Verification {
  /// Whether only drawn screens fill the placeholder: from their content, state or data, an element
  /// of a list, a product, or a number.
  private func isScreenPlaceholder(_ name: Name) -> Bool {
    if name == "count" || name == "limit" { return true }
    guard let path = BindingPath(name) else { return false }
    return path.scope != .attribute && path.scope != .output
  }
}

/// The keys of all texts, with the first use of each.
private struct TextTable {
  private(set) var keys: [Name] = []
  private(set) var uses: [LocationIndex] = []
  /// Whether a language may omit the text.
  private(set) var isOptional: [Bool] = []
  private var indexes: [Name: Int32] = [:]

  init(_ tables: [StringTable]) {
    for table in tables {
      for entry in table.entries where indexes[entry.key] == nil {
        indexes[entry.key] = Int32(truncatingIfNeeded: keys.count)
        keys.append(entry.key)
        uses.append(LocationIndex())
        isOptional.append(false)
      }
    }
  }

  /// Records a use; returns false if no language has the text.
  ///
  /// A text with a count has one form for each plural category of a language, and `other` as the
  /// default; only that one is required in each language.
  mutating func recordUse(of key: Name, at location: LocationIndex, isCounted: Bool) -> Bool {
    if isCounted {
      for category in TextTable.pluralCategories {
        if let form = indexes[Name(key.string + category)] { isOptional[Int(form)] = true }
      }
      if recordUse(of: Name(key.string + ".other"), at: location, isCounted: false) { return true }
    }
    guard let index = indexes[key] else { return false }
    if uses[Int(index)].step < 0 { uses[Int(index)] = location }
    return true
  }

  private static let pluralCategories = [".zero", ".one", ".two", ".few", ".many"]

  func use(of key: Name) -> LocationIndex { indexes[key].map { uses[Int($0)] } ?? LocationIndex() }

  /// Returns for each key whether a locale has it, directly or by a shorter tag of the language.
  func keysHaving(_ locale: Name, _ tables: [StringTable]) -> [Bool] {
    var hasText = [Bool](repeating: false, count: keys.count)
    var tag = LocaleTag.normalized(locale.string)
    while !tag.isEmpty {
      for table in tables where LocaleTag.normalized(table.locale.string) == tag {
        for entry in table.entries {
          if let index = indexes[entry.key] { hasText[Int(index)] = true }
        }
      }
      LocaleTag.shorten(&tag)
    }
    return hasText
  }
}
