#if !hasFeature(Embedded)
  /// Formats the arguments of findings and changes in English.
  enum EnglishFormat {
    /// Formats an argument of a finding in one of the styles that ``FindingTexts`` names.
    static func finding(_ value: JSON, _ style: String) -> String {
      switch style {
      case "code": "`" + (value.string ?? "") + "`"
      case "raw": value.string ?? ""
      case "placeholder": "{" + (value.string ?? "") + "}"
      case "number": ((value.number?.int ?? 0) + 1).description
      case "or": list(value, "or") { unstyled($0) }
      case "types": list(value, "or") { $0.string ?? "" }
      case "json": kind(value)
      case "value": value.string?.isEmpty ?? true ? "it" : unstyled(value)
      case "expected": expected(value.string ?? "")
      case "ratio": ratio(value)
      case "builds": builds(value)
      case "share": share(value.number?.double ?? 0)
      case "location": location(FlowLocation(value), isFirst: false)
      default: unstyled(value)
      }
    }

    /// A name in quotation marks, a list of them, or a number.
    static func unstyled(_ value: JSON) -> String {
      switch value {
      case .string(let text): Quote.text(text)
      case .array: list(value, "and") { unstyled($0) }
      default: value.text(.compact)
      }
    }

    static func list(_ value: JSON, _ conjunction: String, _ format: (JSON) -> String) -> String {
      Quote.list((value.array ?? [value]).map(format), conjunction)
    }

    /// Returns the English name of a JSON type, as ``JSONType`` names it.
    private static func kind(_ value: JSON) -> String {
      switch value.string.flatMap({ JSONType($0) }) {
      case .boolean: "true or false"
      case .number, .integer: "a number"
      case .string: "a text"
      case .array: "a list"
      case .object: "an object"
      case .null, nil: "null"
      }
    }

    /// Builds as text, such as `build ios 2.3.0 (45)` or `builds ios 2.3.0 and ios 2.4.0`.
    private static func builds(_ value: JSON) -> String {
      var names = (value["names"]?.array ?? []).map { name in
        name.string.flatMap { $0.isEmpty ? nil : $0 } ?? "without a name"
      }
      let more = value["more"]?.number?.int ?? 0
      if more > 0 { names.append(more.description + " more") }
      return (names.count == 1 ? "build " : "builds ") + Quote.list(names, "and")
    }

    /// A fraction of 1 as a whole percentage; “under 1%” if it rounds to zero.
    private static func share(_ share: Double) -> String {
      let percent = Int(share * 100 + 0.5)
      return (percent == 0 && share > 0 ? "under 1" : percent.description) + "%"
    }

    /// A location such as `Step “email” in flow “signup”`, capitalized at the beginning of a
    /// sentence.
    static func location(_ location: FlowLocation, isFirst: Bool) -> String {
      guard let flow = location.flow else { return isFirst ? "The document" : "the document" }
      var parts: [String] = []
      if let route = location.route { parts.append("route " + (route + 1).description) }
      if let port = location.port { parts.append("port " + displayName(port)) }
      if let step = location.step { parts.append("step " + displayName(step)) }
      parts.append("flow " + displayName(flow))
      var text = ""
      for (index, part) in parts.enumerated() {
        if index > 0 {
          let isPort = index == 1 && location.route != nil
          text += isPort ? " on " : index == parts.count - 1 ? " in " : " of "
        }
        text += part
      }
      return isFirst ? capitalized(text) : text
    }

    /// The text with its first letter capitalized, if it is a to z.
    private static func capitalized(_ text: String) -> String {
      var bytes = Array(text.utf8)
      if let first = bytes.first, first >= 97, first <= 122 { bytes[0] = first - 32 }
      return String(decoding: bytes, as: UTF8.self)
    }

    private static func displayName(_ name: Name) -> String {
      name.isEmpty ? "without a name" : Quote.name(name)
    }
  }
#endif
