extension Flow {
  /// Returns one flow in which `next` starts where this flow is completed.
  ///
  /// For composing long flows from short ones. Every route of this flow that finishes with
  /// `completed` leads to the start of `next` instead, with the same presentation style; other
  /// outcomes still end the flow. The result has this flow's id.
  ///
  /// - Throws: `invalidValue` if both have a step with the same id, or if this flow never finishes
  ///   with `completed`, so that the appended flow would be unreachable.
  ///
  /// Time: linear in both flows.
  public func appending(_ next: Flow) throws(FlowError) -> Flow {
    var ids = NameIndex()
    for step in steps { _ = ids.insertIfNew(step.id) }
    for step in next.steps where ids[step.id] != nil {
      let message =
        "Both flows have a step " + Quote.name(step.id) + "; give one of them another id."
      throw FlowError(.invalidValue, message, location: FlowLocation(flow: next.id, step: step.id))
    }
    var result = self
    var redirector = CompletionRedirector(start: next.start)
    for step in result.steps.indices {
      for port in result.steps[step].ports.indices {
        for route in result.steps[step].ports[port].routes.indices {
          redirector.redirect(&result.steps[step].ports[port].routes[route].target)
        }
      }
    }
    guard redirector.hasRedirected else {
      let message =
        "The flow " + Quote.name(id) + " never finishes with " + Quote.name(FlowDocument.completed)
        + ", so nothing can follow it."
      throw FlowError(.invalidValue, message, location: FlowLocation(flow: id))
    }
    result.steps += next.steps
    for member in next.unknown.members where result.unknown[member.key] == nil {
      result.unknown[member.key] = member.value
    }
    return result
  }
}

/// Redirects a flow's ends with the outcome `completed` to another step.
private struct CompletionRedirector {
  let start: Name
  var hasRedirected = false

  mutating func redirect(_ target: inout Route.Target) {
    switch target {
    case .destination(var destination):
      redirect(&destination)
      target = .destination(destination)
    case .split(var split):
      for index in split.variants.indices { redirect(&split.variants[index].destination) }
      target = .split(split)
    }
  }

  private mutating func redirect(_ destination: inout Destination) {
    switch destination.kind {
    case .finish(let outcome) where outcome == FlowDocument.completed:
      destination.kind = .step(start)
      hasRedirected = true
    case .flow(let flow, var continuations):
      for index in continuations.indices { redirect(&continuations[index].destination) }
      destination.kind = .flow(flow, then: continuations)
    default: break
    }
  }
}

extension Flow {
  /// Whether a route of this flow leads to the flow with this id.
  fileprivate func enters(_ id: Name) -> Bool {
    for step in steps {
      for port in step.ports {
        for route in port.routes where route.destinations.contains(where: { $0.enters(id) }) {
          return true
        }
      }
    }
    return false
  }
}

extension Destination {
  fileprivate func enters(_ id: Name) -> Bool {
    guard case .flow(let flow, let continuations) = kind else { return false }
    return flow == id || continuations.contains { $0.destination.enters(id) }
  }
}

extension FlowDocument {
  /// Returns one document in which the other's first flow starts where this one's first flow is
  /// completed.
  ///
  /// The other's further flows, texts, segments, attributes, drawn screens with their templates,
  /// assets and formats are added, and its first flow as well if a route of the other document
  /// leads to it. Those with the same name in both, except flows, must be equal. The first flows
  /// must not have a step id in common, and the added flows must have ids that this document does
  /// not have. Of any other member that both have, such as the theme, this document's is kept.
  ///
  /// - Throws: `invalidValue` if a document has no flow, if step ids or flow ids that must
  ///   be different are the same, if anything else with the same name differs, or if the first flow
  ///   never finishes with `completed`.
  ///
  /// Time: linear in both documents.
  public func appending(_ other: FlowDocument) throws(FlowError) -> FlowDocument {
    guard let first = flows.first, let next = other.flows.first else {
      throw FlowError(.invalidValue, "A document without a flow cannot be appended or appended to.")
    }
    var result = self
    result.flows[0] = try first.appending(next)
    var ids = NameIndex()
    for flow in flows { _ = ids.insertIfNew(flow.id) }
    let isEntered = other.flows.contains { $0.enters(next.id) }
    for flow in other.flows.dropFirst(isEntered ? 0 : 1) {
      guard ids.insertIfNew(flow.id) else {
        let message =
          "Both documents have a flow " + Quote.name(flow.id) + "; give one of them another id."
        throw FlowError(.invalidValue, message)
      }
      result.flows.append(flow)
    }
    try result.add(strings: other.strings)
    for locale in other.locales where !result.locales.contains(locale) {
      result.locales.append(locale)
    }
    if result.defaultLocale == nil { result.defaultLocale = other.defaultLocale }
    result.segments = try Self.merged(segments, other.segments, "segment") { $0.name }
    result.attributes = try Self.merged(attributes, other.attributes, "attribute") { $0.name }
    try result.add(unknown: other.unknown)
    return result
  }

  private mutating func add(strings tables: [StringTable]) throws(FlowError) {
    for table in tables {
      guard let index = strings.firstIndex(where: { $0.locale == table.locale }) else {
        strings.append(table)
        continue
      }
      strings[index].entries = try Self.merged(
        strings[index].entries, table.entries, table.locale.string + " text"
      ) { $0.key }
    }
  }

  private mutating func add(unknown others: JSONObject) throws(FlowError) {
    for member in others.members {
      guard let own = unknown[member.key] else {
        unknown[member.key] = member.value
        continue
      }
      if member.key == "screens", let screens = own.array, let added = member.value.array {
        let merged = try Self.merged(Self.named(screens), Self.named(added), "drawn screen") {
          $0.key
        }
        unknown[member.key] = .array(merged.map { $0.value })
      } else if Self.mergedObjects.contains(member.key), let own = own.object,
        let added = member.value.object
      {
        let merged = try Self.merged(
          own.members, added.members, "member of `" + member.key.string + "`"
        ) { $0.key }
        unknown[member.key] = .object(JSONObject(merged))
      }
    }
  }

  /// The members of a document that are objects with one entry for each name.
  private static let mergedObjects = Name.list("assets formats screenTemplates")

  private static func named(_ screens: [JSON]) -> [JSONObject.Member] {
    screens.map { JSONObject.Member(key: Name($0["name"]?.string ?? ""), value: $0) }
  }

  /// Returns the elements of both lists, one for each name; throws if two of one name differ.
  private static func merged<Element: Equatable>(
    _ elements: [Element], _ others: [Element], _ what: String, name: (Element) -> Name
  ) throws(FlowError) -> [Element] {
    var merged = elements
    var names = NameIndex()
    for (number, element) in elements.enumerated() { _ = names.insert(name(element), number) }
    for element in others {
      let index = names.insert(name(element), merged.count)
      if index == merged.count {
        merged.append(element)
      } else if merged[index] != element {
        let message =
          "The documents define " + what + " " + Quote.name(name(element))
          + " differently; give one of them another name."
        throw FlowError(.invalidValue, message)
      }
    }
    return merged
  }
}
