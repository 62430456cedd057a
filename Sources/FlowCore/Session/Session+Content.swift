extension Session {
  /// The current step's content, with each `$text` replaced by the text in the user's locale.
  ///
  /// The locale is the context's `locale`. Placeholders are filled from the outputs, then from the
  /// context; one without a value, or whose value is a list or an object, becomes empty. After
  /// the end of the session it is the content of the last step; `null` if no step was shown.
  public var content: JSON {
    visits.isEmpty ? .null : content(at: visits.count - 1)
  }

  /// Returns the content of a step of the path, with texts as in ``content``.
  ///
  /// - Parameter index: The index in ``path``.
  /// - Returns: The content; `null` if the path does not have the index.
  public func content(at index: Int) -> JSON {
    guard let visit = visits[safe: index] else { return .null }
    return localized(release.steps[Int(visit.step)].content)
  }

  #if !hasFeature(Embedded)
    /// Returns the additional members of a step of the path, which have no meaning to the engine.
    ///
    /// - Parameter index: The index in ``path``.
    /// - Returns: The members; none if the path does not have the index.
    public func metadata(at index: Int) -> JSONObject {
      guard let visit = visits[safe: index] else { return JSONObject() }
      return release.steps[Int(visit.step)].metadata
    }
  #endif

  private func localized(_ content: JSON) -> JSON {
    guard content.containsTextKey else { return content }
    switch content {
    case .array(let elements):
      return .array(elements.map { localized($0) })
    case .object(let object):
      if let key = content["$text"]?.string { return .string(text(Name(key))) }
      return .object(
        JSONObject(
          object.members.map { JSONObject.Member(key: $0.key, value: localized($0.value)) }))
    default:
      return content
    }
  }

  /// Returns the text for a key in the user's locale, or in the next best one, and fills its
  /// placeholders; the key itself if no locale has the text.
  public func text(_ key: Name) -> String {
    let template = release.strings.text(key, locale: context["locale"]?.string) ?? key.string
    return TextTemplate.fill(template) { name in
      switch placeholder(name) {
      case .string(let text): text
      case .number(let number): number.text
      case .bool(let value): value ? "true" : "false"
      default: ""
      }
    }
  }

  private func placeholder(_ name: Name) -> JSON {
    let path = AttributePath(name)
    if let key = path.outputKey { return path.value(from: 2, in: output(key) ?? .null) }
    if let value = output(name) { return value }
    return path.value(in: context)
  }
}

extension JSON {
  /// Whether the value contains an object with the key `$text`, at any depth.
  var containsTextKey: Bool {
    switch self {
    case .array(let elements): elements.contains { $0.containsTextKey }
    case .object(let object):
      object.members.contains { $0.key == "$text" || $0.value.containsTextKey }
    default: false
    }
  }
}
