package import FlowCore

/// Everything that a walk says about a document: its cards, its questions and its reasons.
package struct WalkGuide {
  package let document: FlowDocument
  private let screens: [Name: ScreenDeclaration]?
  private let evidence: OutputEvidence
  private let steps: [FlowLocation: Step]
  package let secrets: Secrets

  package init(_ document: FlowDocument, manifest: Manifest?) {
    self.document = document
    screens = manifest.map { manifest in
      Dictionary(manifest.screens.map { ($0.name, $0) }) { first, _ in first }
    }
    evidence = OutputEvidence(document)
    var steps: [FlowLocation: Step] = [:]
    for flow in document.flows {
      for step in flow.steps {
        let location = FlowLocation(flow: flow.id, step: step.id)
        if steps[location] == nil { steps[location] = step }
      }
    }
    self.steps = steps
    secrets = Secrets(document, screens: screens)
  }

  /// The step that a session shows.
  package func step(_ shown: Presentation) -> Step? {
    steps[FlowLocation(flow: shown.flow, step: shown.step)]
  }

  /// The route at a place.
  package func route(_ location: FlowLocation) -> Route? {
    let step = steps[FlowLocation(flow: location.flow, step: location.step)]
    guard let port = step?.ports.first(where: { $0.name == location.port }), let index = location.route,
      port.routes.indices.contains(index)
    else { return nil }
    return port.routes[index]
  }

  /// The condition under which a step is shown.
  package func showWhen(_ location: FlowLocation) -> JSON? {
    steps[FlowLocation(flow: location.flow, step: location.step)]?.showWhen
  }

  /// The card of the step that a session shows.
  ///
  /// The walk's first is the only screen without saying so.
  package func card(_ session: Session, isFirst: Bool = false) -> StepCard? {
    guard let shown = session.current else { return nil }
    let ports = step(shown)?.ports ?? []
    let choices = ports.map { port in
      StepCard.Choice(name: port.name.string, hint: DestinationWords.hint(port))
    }
    let ordinal = "step \(session.path.count)"
    return StepCard(
      screen: shown.screen.string, flow: shown.flow.string, step: shown.step.string,
      content: ContentWords(session.content), choices: choices,
      defaultChoice: WalkGuide.defaultPort(session).flatMap { name in
        ports.firstIndex { $0.name == name }
      },
      note: (isFirst ? nil : StyleWords.phrase(shown.style)).map { "\(ordinal), \($0)" } ?? ordinal)
  }

  /// The port taken when nobody says which: `next`, or the first.
  package static func defaultPort(_ session: Session) -> Name? {
    session.ports.first { $0 == "next" } ?? session.ports.first
  }

  /// What to ask for when the current step is left by a port.
  package func fields(_ session: Session, leavingBy port: Name) -> [OutputField] {
    guard let shown = session.current else { return [] }
    let isSecret = secrets.isSecret(step: shown.step, content: session.content)
    let options = ContentWords(session.content).options
    if let screens {
      guard let screen = screens[shown.screen] else { return [] }
      let fields = declared(screen, port, isSecret)
      return fields.count == 1 && !options.isEmpty
        ? [OutputField(type: fields[0].type, isSecret: fields[0].isSecret, options: options)]
        : fields
    }
    let read = evidence.fields(of: shown.step)
    if read.count > 1 || read.first?.key != nil {
      return read.map { field in
        var field = field
        field.isSecret = field.key.map { Secrets.isSecret($0.string) } ?? isSecret
        return field
      }
    }
    guard !read.isEmpty || InputSigns.isInput(shown.screen, session.content) else { return [] }
    let type = InputSigns.type(session.content) ?? read.first?.type ?? .string
    return [OutputField(type: type, isSecret: isSecret, options: options)]
  }

  private func declared(
    _ screen: ScreenDeclaration, _ port: Name, _ isSecret: Bool
  ) -> [OutputField] {
    let given = screen.ports.first { $0.name == port }?.provides
    let keys = screen.provides.filter { given?.contains($0.key) ?? true }
    // NB: the engine takes the whole output for the key only if the screen provides just one.
    if keys.count == 1, screen.provides.count == 1 {
      let hides = isSecret || Secrets.isSecret(keys[0].key.string)
      return [OutputField(type: keys[0].type, isSecret: hides)]
    }
    return keys.map {
      OutputField(key: $0.key, type: $0.type, isSecret: Secrets.isSecret($0.key.string))
    }
  }
}

/// By what a step without a declaration looks as if somebody enters something there.
package enum InputSigns {
  private static let keys: [Name] = [
    "placeholder", "options", "choices", "answers", "keyboard", "keyboardType", "inputType",
    "secure",
  ]
  private static let words = ["input", "question", "entry", "picker", "select", "form"]

  package static func isInput(_ screen: Name, _ content: JSON) -> Bool {
    if keys.contains(where: { content[$0] != nil }) { return true }
    let name = screen.string.lowercased()
    return words.contains { name.contains($0) }
  }

  /// The type that the content asks for; nil if it says nothing.
  package static func type(_ content: JSON) -> ValueType? {
    for key in ["inputType", "keyboardType", "keyboard", "type"] as [Name] {
      switch content[key]?.string?.lowercased() {
      case "number", "numeric", "decimal", "decimalpad", "amount": return .number
      case "integer", "numberpad": return .integer
      case "date": return .date
      case "bool", "boolean", "switch", "toggle", "checkbox": return .boolean
      case "text", "string", "email", "phone", "url": return .string
      default: continue
      }
    }
    return nil
  }
}
