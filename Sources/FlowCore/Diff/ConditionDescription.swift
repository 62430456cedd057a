#if !hasFeature(Embedded)
  /// Describes conditions in plain English: "country is one of DE or AT and plan is pro".
  ///
  /// For readers of a change or a finding who do not read JSON. Every condition has a description,
  /// even an invalid one.
  public enum ConditionDescription {
    /// The condition as a phrase that follows "when".
    ///
    /// Time: linear in the condition.
    public static func describe(_ condition: JSON) -> String { phrase(condition).text }

    /// A phrase, and whether it needs parentheses within a longer list.
    struct Phrase {
      var text: String
      var isList = false

      init(_ text: String, isList: Bool = false) {
        self.text = text
        self.isList = isList
      }

      var inList: String { isList ? "(" + text + ")" : text }
    }

    private static func phrase(_ condition: JSON) -> Phrase {
      guard let object = condition.object else { return Phrase("never (malformed condition)") }
      return all(object.members.map { member($0.key, $0.value) })
    }

    private static func all(_ parts: [Phrase]) -> Phrase { join(parts, "and") }

    private static func join(_ parts: [Phrase], _ word: String) -> Phrase {
      guard let first = parts.first else { return Phrase("always") }
      if parts.count == 1 { return first }
      return Phrase(Quote.list(parts.map { $0.inList }, word), isList: true)
    }

    private static func member(_ key: Name, _ value: JSON) -> Phrase {
      if key == "$and" { return joined(value, "and") }
      if key == "$or" { return joined(value, "or") }
      if key == "$nor" { return Phrase("not (" + joined(value, "or").text + ")") }
      if key == "$not" { return Phrase("not (" + phrase(value).text + ")") }
      return field(subject(key), value)
    }

    private static func joined(_ value: JSON, _ word: String) -> Phrase {
      guard let parts = value.array else { return Phrase("never (malformed condition)") }
      return join(parts.map { phrase($0) }, word)
    }

    private static func isOperator(_ key: Name) -> Bool { UTF8Bytes.has(prefix: "$", key.string) }

    /// The operators of a test; nil for a value that is compared for equality.
    private static func operators(_ test: JSON) -> [JSONObject.Member]? {
      guard let members = test.object?.members, !members.isEmpty else { return nil }
      for member in members where !isOperator(member.key) { return nil }
      return members
    }

    private static func field(_ subject: String, _ test: JSON) -> Phrase {
      guard let members = operators(test) else { return Phrase(subject + " " + equals(test)) }
      var predicates: [String] = []
      var clauses: [Phrase] = []
      for member in members {
        if member.key == "$not" {
          clauses.append(Phrase("not (" + field(subject, member.value).text + ")"))
        } else {
          predicates.append(predicate(member.key, member.value))
        }
      }
      if !predicates.isEmpty {
        let text = subject + " " + Quote.list(predicates, "and")
        clauses.insert(Phrase(text, isList: predicates.count > 1), at: 0)
      }
      return all(clauses)
    }

    /// Returns the predicate of a test: "is at least 18".
    private static func predicate(_ key: Name, _ operand: JSON) -> String {
      for (name, predicate) in comparisons where key == name {
        return operand.isNull ? predicate + " nothing" : predicate + " " + value(operand)
      }
      if key == "$eq" || key == "$veq" { return equals(operand) }
      if key == "$ne" || key == "$vne" {
        return operand.isNull ? "exists" : "is not " + value(operand)
      }
      for (name, singular, plural, suffix) in lists where key == name {
        guard let values = operand.array else { return "never matches (malformed condition)" }
        let texts = values.map { value($0) }
        if texts.isEmpty { return plural + "nothing" }
        return (texts.count == 1 ? singular : plural)
          + Quote.list(texts, key == "$all" || key == "$alli" ? "and" : "or") + suffix
      }
      if key == "$exists" {
        let shouldExist = Coercion.isTruthy(operand)
        return shouldExist ? "exists" : "is missing"
      }
      if key == "$type" { return "is of the type " + value(operand) }
      if key == "$regex" { return "matches the pattern " + Quote.text(operand.string ?? "") }
      if key == "$regexi" {
        return "matches the pattern " + Quote.text(operand.string ?? "") + " (ignoring case)"
      }
      if key == "$inGroup" { return "is in the segment " + group(operand) }
      if key == "$notInGroup" { return "is not in the segment " + group(operand) }
      if key == "$size" {
        guard let members = operators(operand) else {
          let isOne = operand.number?.int == 1
          return "has " + value(operand) + (isOne ? " entry" : " entries")
        }
        return "has a number of entries that " + predicates(members)
      }
      if key == "$elemMatch" {
        guard let members = operators(operand) else {
          return "has an entry where " + phrase(operand).text
        }
        return "has an entry that " + predicates(members)
      }
      return "never matches, as operator " + Quote.name(key) + " is unknown"
    }

    private static func predicates(_ members: [JSONObject.Member]) -> String {
      Quote.list(
        members.map { member in
          guard member.key == "$not" else { return predicate(member.key, member.value) }
          guard let inner = operators(member.value) else {
            return "does not match (" + equals(member.value) + ")"
          }
          return "does not match (" + predicates(inner) + ")"
        }, "and")
    }

    private static var comparisons: [(Name, String)] {
      [
        ("$lt", "is less than"), ("$lte", "is at most"), ("$gt", "is more than"),
        ("$gte", "is at least"), ("$vlt", "is below"), ("$vlte", "is at most"),
        ("$vgt", "is above"), ("$vgte", "is at least"),
      ]
    }

    private static var lists: [(Name, String, String, String)] {
      let suffix = " (ignoring case)"
      return [
        ("$in", "is ", "is one of ", ""), ("$nin", "is not ", "is none of ", ""),
        ("$ini", "is ", "is one of ", suffix), ("$nini", "is not ", "is none of ", suffix),
        ("$all", "contains ", "contains ", ""), ("$alli", "contains ", "contains ", suffix),
      ]
    }

    private static func equals(_ operand: JSON) -> String {
      operand.isNull ? "is missing" : "is " + value(operand)
    }

    private static func group(_ operand: JSON) -> String {
      Quote.text(operand.string ?? operand.text(.compact))
    }
  }

  extension ConditionDescription {
    /// A value as a phrase; a single plain word has no quotation marks.
    static func value(_ value: JSON) -> String {
      guard case .string(let text) = value else { return value.text(.compact) }
      for byte in text.utf8 where !isPlain(byte) { return Quote.text(text) }
      return text.utf8.isEmpty ? Quote.text(text) : text
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
      byte >= 0x80 || isUppercase(byte) || isLowercase(byte) || (byte >= 0x30 && byte <= 0x3A)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
    }

    private static func isUppercase(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }

    private static func isLowercase(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A }

    /// An attribute as a phrase: `appVersion` is "app version", `output.email` the output of
    /// "email".
    static func subject(_ path: Name) -> String {
      let prefix = "output."
      if UTF8Bytes.has(prefix: prefix, path.string), path.string.utf8.count > prefix.utf8.count {
        return "the output of " + Quote.text(UTF8Bytes.dropFirst(prefix.utf8.count, path.string))
      }
      let bytes = Array(path.string.utf8)
      var words: [UInt8] = []
      for (index, byte) in bytes.enumerated() {
        let isLast = index + 1 == bytes.count
        if byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") {
          words.append(UInt8(ascii: " "))
        } else if isUppercase(byte), index > 0, isLowercase(bytes[index - 1]) {
          words.append(UInt8(ascii: " "))
          // An abbreviation such as OS keeps its capitals.
          words.append(isLast || isUppercase(bytes[index + 1]) ? byte : byte + 32)
        } else {
          words.append(byte)
        }
      }
      return words.isEmpty ? Quote.name(path) : String(decoding: words, as: UTF8.self)
    }
  }
#endif
