/// Reads a document in the Flow Magic format: one flow in which each screen is a step.
enum FlowMagicReader {
  static func readDocument(_ view: JSONView) throws(FlowError) -> FlowDocument {
    FlowDocument(origin: .flowMagic, flows: [try readFlow(view)])
  }

  /// Returns the flow of a document in this format that is given as a tree; nil if it is invalid.
  static func readFlow(reparsing document: JSON) -> Flow? {
    guard let parsed = try? ParsedJSON(document.utf8(.compact)) else { return nil }
    return try? readFlow(parsed.root)
  }

  private static func readFlow(_ view: JSONView) throws(FlowError) -> Flow {
    var reader = try ObjectReader(view)
    let id = try reader.requiredName("id")
    let array = try reader.required("screenFlow")
    var entries: [Connection] = []
    entries.reserveCapacity(array.count)
    for element in try array.requireArray() { entries.append(try readEntry(element)) }
    var flow = Flow(id: id, start: entries.first?.screen ?? "", steps: [])
    var sourceForm = JSONObject()
    if !addSteps(entries, to: &flow.steps) { sourceForm["screenFlow"] = array.value }
    let unknown = reader.unknown(except: FlowMagicWriter.documentKeys)
    flow.unknown = ForeignMembers.preserving(
      unknown, sourceForm: sourceForm, of: .flowMagic, except: NativeKeys.flow)
    return flow
  }

  private struct Connection {
    let screen: Name
    let port: Name
    let route: Route
    let destination: Name
  }

  private static func readEntry(_ view: JSONView) throws(FlowError) -> Connection {
    var reader = try ObjectReader(view)
    let screen = try reader.requiredName("screenName")
    let name = try reader.requiredName("portName")
    let destination = try reader.requiredName("destinationView")
    let port = port(name, of: screen)
    var sourceForm = JSONObject()
    if port == name { sourceForm["portName"] = .string(name.string) }
    let unknown = ForeignMembers.preserving(
      reader.unknown(except: FlowMagicWriter.entryKeys), sourceForm: sourceForm, of: .flowMagic,
      except: NativeKeys.route)
    let route = Route(target: .destination(Destination(.step(destination))), unknown: unknown)
    return Connection(screen: screen, port: port, route: route, destination: destination)
  }

  /// Returns a port's name without the prefix `Screen.`; unchanged if it has no such prefix.
  static func port(_ name: Name, of screen: Name) -> Name {
    let prefix = screen.string + "."
    let length = prefix.utf8.count
    guard name.string.utf8.count > length, UTF8Bytes.has(prefix: prefix, name.string) else {
      return name
    }
    return Name(UTF8Bytes.dropFirst(length, name.string))
  }

  /// Adds a step for each screen: first those with ports in their order, then those that are only
  /// destinations.
  ///
  /// Returns whether writing the steps in turn reproduces the order of the entries.
  private static func addSteps(_ entries: [Connection], to steps: inout [FlowStep]) -> Bool {
    var isInOrder = true
    var index = NameIndex()
    var ports = NameIndex()
    for entry in entries {
      let step = index.insert(entry.screen, steps.count)
      if step == steps.count { steps.append(FlowStep(id: entry.screen, screen: entry.screen)) }
      let count = steps[step].ports.count
      let port = ports.insert(Name(step.description + "." + entry.port.string), count)
      if port == count {
        steps[step].ports.append(FlowPort(name: entry.port, routes: [entry.route]))
      } else {
        steps[step].ports[port].routes.append(entry.route)
      }
      // An entry of an earlier step or port would be written before the previous entry.
      if step + 1 != steps.count || port + 1 != steps[step].ports.count { isInOrder = false }
    }
    for entry in entries {
      let name = entry.destination
      if index.insert(name, steps.count) == steps.count {
        steps.append(FlowStep(id: name, screen: name))
      }
    }
    return isInOrder
  }
}
