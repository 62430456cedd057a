package import FlowCore

/// Presents a document in a simulation: cards for steps, fields to ask for, and secrets to mask.
package struct SimulationPresenter {
  package let document: FlowDocument
  private let screens: [Name: ScreenDeclaration]?
  private let inferred: InferredOutputs
  private let steps: [FlowLocation: FlowStep]
  package let secrets: SecretMask

  package init(_ document: FlowDocument, manifest: Manifest?) {
    self.document = document
    screens = manifest.map { manifest in
      Dictionary(manifest.screens.map { ($0.name, $0) }) { first, _ in first }
    }
    inferred = InferredOutputs(document)
    var steps: [FlowLocation: FlowStep] = [:]
    for flow in document.flows {
      for step in flow.steps {
        let location = FlowLocation(flow: flow.id, step: step.id)
        if steps[location] == nil { steps[location] = step }
      }
    }
    self.steps = steps
    secrets = SecretMask(document, screens: screens)
  }

  /// The step that a session shows.
  package func step(_ presentation: Presentation) -> FlowStep? {
    steps[FlowLocation(flow: presentation.flow, step: presentation.step)]
  }

  /// The route at a location.
  package func route(_ location: FlowLocation) -> Route? {
    let step = steps[FlowLocation(flow: location.flow, step: location.step)]
    guard let port = step?.ports.first(where: { $0.name == location.port }),
      let index = location.route, port.routes.indices.contains(index)
    else { return nil }
    return port.routes[index]
  }

  /// The condition under which a step is shown.
  package func showWhen(_ location: FlowLocation) -> JSON? {
    steps[FlowLocation(flow: location.flow, step: location.step)]?.showWhen
  }

  /// The card of the step that a session shows.
  ///
  /// The first card does not show the presentation style.
  package func card(_ session: Session, isFirst: Bool = false) -> StepCard? {
    guard let presentation = session.current else { return nil }
    let ports = step(presentation)?.ports ?? []
    let choices = ports.map { port in
      StepCard.Choice(name: port.name.string, hint: DestinationText.hint(port))
    }
    let ordinal = "step \(session.path.count)"
    return StepCard(
      screen: presentation.screen.string, flow: presentation.flow.string,
      step: presentation.step.string,
      content: ContentSummary(session.content), choices: choices,
      defaultChoice: SimulationPresenter.defaultPort(session).flatMap { name in
        ports.firstIndex { $0.name == name }
      },
      note: (isFirst ? nil : StyleText.phrase(presentation.style)).map { "\(ordinal), \($0)" }
        ?? ordinal)
  }

  /// The default port: `next`, or else the first.
  package static func defaultPort(_ session: Session) -> Name? {
    session.ports.first { $0 == "next" } ?? session.ports.first
  }

  /// The fields to ask for when leaving the current step through a port.
  package func fields(_ session: Session, leavingBy port: Name) -> [OutputField] {
    guard let presentation = session.current else { return [] }
    let isSecret = secrets.isSecret(step: presentation.step, content: session.content)
    let options = ContentSummary(session.content).options
    if let screens {
      guard let screen = screens[presentation.screen] else { return [] }
      let fields = declaredFields(screen, port, isSecret)
      return fields.count == 1 && !options.isEmpty
        ? [OutputField(type: fields[0].type, isSecret: fields[0].isSecret, options: options)]
        : fields
    }
    let used = inferred.fields(of: presentation.step)
    if used.count > 1 || used.first?.key != nil {
      return used.map { field in
        var field = field
        field.isSecret = field.key.map { SecretMask.isSecret($0.string) } ?? isSecret
        return field
      }
    }
    guard !used.isEmpty || InputHeuristics.isInput(presentation.screen, session.content) else {
      return []
    }
    let type = InputHeuristics.type(session.content) ?? used.first?.type ?? .string
    return [OutputField(type: type, isSecret: isSecret, options: options)]
  }

  private func declaredFields(
    _ screen: ScreenDeclaration, _ port: Name, _ isSecret: Bool
  ) -> [OutputField] {
    let provided = screen.ports.first { $0.name == port }?.provides
    let keys = screen.provides.filter { provided?.contains($0.key) ?? true }
    // NB: the engine stores the whole output under the key only if the screen provides just one.
    if keys.count == 1, screen.provides.count == 1 {
      let isHidden = isSecret || SecretMask.isSecret(keys[0].key.string)
      return [OutputField(type: keys[0].type, isSecret: isHidden)]
    }
    return keys.map {
      OutputField(key: $0.key, type: $0.type, isSecret: SecretMask.isSecret($0.key.string))
    }
  }
}

/// Guesses whether a step without a declaration asks for input.
package enum InputHeuristics {
  private static let keys: [Name] = [
    "placeholder", "options", "choices", "answers", "keyboard", "keyboardType", "inputType",
    "secure",
  ]
  private static let nameParts = ["input", "question", "entry", "picker", "select", "form"]

  package static func isInput(_ screen: Name, _ content: JSON) -> Bool {
    if keys.contains(where: { content[$0] != nil }) { return true }
    let name = screen.string.lowercased()
    return nameParts.contains { name.contains($0) }
  }

  /// The type that the content asks for; nil if unspecified.
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
