#if !hasFeature(Embedded)
  extension Finding {
    /// An English sentence that refers to things by their ids.
    public var message: String {
      let location = EnglishFormat.location(location, isFirst: true)
      let text = fill(FindingTexts.template(id).text)
      return location + (id.isAboutCondition ? " has an invalid condition: " : " ") + text
    }

    /// An English sentence with the fix.
    public var fix: String { fill(FindingTexts.template(id).fix) }

    private func fill(_ template: String) -> String {
      MessageTemplate.fill(template, arguments, EnglishFormat.finding)
    }

    /// Reads what ``json`` writes; nil if this engine does not know the code, the severity
    /// or the id.
    public init?(_ json: JSON) {
      guard let code = json["code"]?.string.flatMap({ FindingCode(rawValue: $0) }),
        let severity = json["severity"]?.string.flatMap({ Severity(rawValue: $0) }),
        let id = json["messageId"]?.string.flatMap({ FindingMessageID(rawValue: $0) })
      else { return nil }
      self.init(
        id, code: code, severity: severity, location: FlowLocation(json),
        arguments: json["arguments"]?.object ?? JSONObject(),
        path: json["path"]?.array?.compactMap { PathStep($0) }, pointer: json["pointer"]?.string,
        count: json["count"]?.number?.int.flatMap { Int(exactly: $0) } ?? 1)
    }
  }

  extension Finding: CustomStringConvertible {
    /// The severity, the message, the fix and the code, for the failures of an app's own tests.
    public var description: String { "\(severity.rawValue): \(message) \(fix) (\(code.rawValue))" }
  }

  extension PathStep {
    fileprivate init?(_ json: JSON) {
      guard let flow = json["flow"]?.string, let step = json["step"]?.string else { return nil }
      self.init(
        flow: Name(flow), step: Name(step), port: json["port"]?.string.map { Name($0) },
        isSkipped: json["skipped"]?.bool ?? false)
    }
  }

  extension FindingMessageID {
    /// The names of the arguments, in the order of their first use; `?` follows an optional one.
    package var argumentNames: [String] { FindingTexts.template(self).argumentNames }
  }

  extension PatternError {
    /// An English sentence about the error in the pattern.
    package var message: String {
      let arguments: JSONObject = ["pattern": "", "offset": .number(JSONNumber(offset))]
      return MessageTemplate.fill(
        FindingTexts.template(messageID).text, arguments, EnglishFormat.finding)
    }
  }

  extension ConditionIssue {
    /// An English sentence: what is wrong and, if that is clear, what would be right.
    public var message: String {
      MessageTemplate.fill(FindingTexts.template(id).text, arguments, EnglishFormat.finding)
    }
  }
#endif
