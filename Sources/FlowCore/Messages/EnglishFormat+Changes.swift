#if !hasFeature(Embedded)
  // Arguments of changes.
  extension EnglishFormat {
    /// Formats an argument of a change in one of the styles that ``ChangeTexts`` names.
    static func change(_ value: JSON, _ style: String) -> String {
      switch style {
      case "condition": ConditionDescription.describe(value)
      case "route": RouteDescription.route(value)
      case "past": RouteDescription.route(value, isPast: true)
      case "routes": list(value, "and") { RouteDescription.route($0) }
      case "targets": list(value, "and") { RouteDescription.brief($0) }
      case "shares": SplitDescription.shares(value)
      case "percent": SplitDescription.percent(value)
      case "namespace": SplitDescription.namespace(value)
      case "identity": Quote.list((value.array ?? []).map(unstyled), "or else")
      case "values": values(value)
      case "differences": list(value, "and", difference)
      case "owner": owner(value)
      case "raw": value.string ?? ""
      default: unstyled(value)
      }
    }

    private static func values(_ value: JSON) -> String {
      var parts = (value["values"]?.array ?? []).map { ConditionDescription.value($0) }
      if let more = value["more"]?.number { parts.append(more.text + " more") }
      return Quote.list(parts, "and")
    }

    private static func difference(_ difference: JSON) -> String {
      let path = difference["path"]?.string ?? ""
      let name = path.isEmpty ? "it" : Quote.text(path)
      switch difference["kind"]?.string {
      case "added": return name + " is new"
      case "removed": return name + " was removed"
      default:
        guard let value = difference["value"], let before = difference["before"] else {
          return name + " is different"
        }
        return name + " is now " + unstyled(value) + " instead of " + unstyled(before)
      }
    }

    private static func owner(_ owner: JSON) -> String {
      if let flow = owner["flow"] { return "flow " + unstyled(flow) }
      if let experiment = owner["experiment"] { return "experiment " + unstyled(experiment) }
      if let variant = owner["variant"] { return "variant " + unstyled(variant) }
      guard let step = owner["step"] else { return "the document" }
      guard let port = owner["port"] else { return "step " + unstyled(step) }
      return "a route of port " + unstyled(port) + " of step " + unstyled(step)
    }
  }
#endif
