public import FlowCore

/// The state of a drawn screen on display: its state values, its entered values, and the effects of
/// presses.
///
/// It uses neither clocks nor concurrency. A host keeps one for each step on display, draws
/// ``screen`` after each change, and performs the effects.
///
/// ```swift
/// var model = ScreenModel(program, ScreenValues(outputs: session.outputs))
/// model.enter("mira@example.com", in: "email")
/// for effect in model.press("next") { perform(effect) }
/// ```
public struct ScreenModel: Sendable {
  /// The screen, ready to be resolved.
  public private(set) var program: ScreenProgram
  /// The values that the screen is filled with.
  public private(set) var values: ScreenValues
  /// The screen as it is to be drawn now.
  public private(set) var screen: ResolvedScreen
  /// The outputs of the visible fields that are filled and valid.
  var formOutputs: JSONObject

  /// Creates the state of a screen.
  ///
  /// - Parameters:
  ///   - program: The screen.
  ///   - values: The values to fill it with; `enteredValues` are those of its fields.
  public init(_ program: ScreenProgram, _ values: ScreenValues) {
    self.program = program
    self.values = values
    (screen, formOutputs) = program.resolveWithOutputs(values)
  }

  /// Changes the values that come from outside of the screen: content, outputs, attributes, data,
  /// products.
  public mutating func update(_ change: (inout ScreenValues) -> Void) {
    change(&values)
    refresh()
  }

  /// Adopts a new version of the screen's definition, keeping the entered values and its state.
  public mutating func adopt(_ program: ScreenProgram) {
    self.program = program
    values.state = JSONObject(
      values.state.members.filter { program.accepts($0.value, in: $0.key) })
    refresh()
  }

  // MARK: Entering

  /// Sets the value of a field that is shown; this alone does not show the field's error.
  ///
  /// - Parameters:
  ///   - value: The text as typed, the chosen value, or an array of chosen values; null resets the
  ///     field to its default.
  ///   - field: The field's name. One that is not shown is ignored.
  public mutating func enter(_ value: JSON, in field: Name) {
    enter([JSONObject.Member(key: field, value: value)])
  }

  /// Sets the values of several fields at once.
  public mutating func enter(_ enteredValues: [JSONObject.Member]) {
    let visibleFields = screen.fields
    for member in enteredValues where visibleFields.contains(member.key) {
      values.enteredValues[member.key] = member.value.isNull ? nil : member.value
    }
    refresh()
  }

  /// Marks a field that has lost focus as touched: from now on, its error is shown.
  public mutating func endEditing(_ field: Name) {
    guard !values.touchedFields.contains(field), screen.fields.contains(field) else { return }
    values.touchedFields.append(field)
    refresh()
  }

  // MARK: Pressing

  /// Presses a button, a card or a link.
  ///
  /// - Parameter key: The ``ResolvedBlock/key`` of the block. One that is not shown does nothing.
  /// - Returns: The effects, to be performed in this order.
  public mutating func press(_ key: Name) -> [ScreenEffect] {
    guard let block = screen.block(key) else { return [] }
    if block.type == .link {
      guard let target = block.name(.to) else { return [] }
      let isWeb = UTF8Bytes.has(prefix: "https://", target.string)
      return [isWeb ? .open(target.string, inBrowser: true) : .step(target)]
    }
    guard block.type == .button || block.type == .card else { return [] }
    return perform(block.actions(.do), of: block, event: .null)
  }

  /// Chooses an option, a tab, a slide or the position of a video, and performs the actions
  /// attached to an option.
  ///
  /// - Parameters:
  ///   - value: The chosen value, an array of several, the index of a tab or slide, or the position
  ///     of a video.
  ///   - key: The ``ResolvedBlock/key`` of the block.
  /// - Returns: The effects, to be performed in this order.
  public mutating func choose(_ value: JSON, in key: Name) -> [ScreenEffect] {
    guard let block = screen.block(key) else { return [] }
    if let state = block.name(block.type == .video ? .resume : .state) {
      set(state, to: value)
    }
    guard block.type.isField, let field = block.name(.name) else { return [] }
    enter(value, in: field)
    return perform(block.actions(.do), of: block, event: value)
  }

  /// Performs the actions attached to the end of a video.
  ///
  /// - Parameter key: The ``ResolvedBlock/key`` of the block.
  /// - Returns: The effects, to be performed in this order.
  public mutating func endVideo(_ key: Name) -> [ScreenEffect] {
    guard let block = screen.block(key), block.type == .video else { return [] }
    return perform(block.actions(.ended), of: block, event: .null)
  }

  /// Performs the action attached to the outcome of a call.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - outcome: The outcome.
  ///   - outputs: The outputs that the call has produced, by name.
  /// - Returns: The effects, to be performed in this order; none if nothing follows this outcome.
  public mutating func finish(
    _ call: ScreenCall, _ outcome: Name, outputs: JSONObject = JSONObject()
  ) -> [ScreenEffect] {
    guard let action = call.outcomes.first(where: { $0.name == outcome })?.action else { return [] }
    var allOutputs = call.formOutputs ?? JSONObject()
    for member in outputs.members { allOutputs[member.key] = member.value }
    switch action {
    case .fire(let port): return [.fire(port, output: program.output(allOutputs))]
    case .back: return [.back]
    case .set(let key, let value):
      if case .literal(let literal) = value { set(key, to: literal) }
      return []
    case .open(let url, let inBrowser): return [.open(url, inBrowser: inBrowser)]
    case .call(let name, let arguments, let outcomes):
      return [
        .call(
          ScreenCall(
            block: call.block, name: name, arguments: JSONObject(arguments), outcomes: outcomes,
            formOutputs: allOutputs))
      ]
    }
  }

  private mutating func perform(
    _ actions: [BlockAction], of block: ResolvedBlock, event: JSON
  ) -> [ScreenEffect] {
    let submits = block[.submits] == nil || block.flag(.submits)
    let leaves = actions.contains { !$0.ports.isEmpty }
    if submits && leaves && !screen.errors.isEmpty { return reject() }
    var effects: [ScreenEffect] = []
    for action in actions {
      switch action {
      case .set(let key, let value):
        if case .literal(let literal) = value { set(key, to: literal) } else { set(key, to: event) }
      case .open(let url, let inBrowser): effects.append(.open(url, inBrowser: inBrowser))
      case .back: effects.append(.back)
      case .fire(let port):
        // Setting a state value may have made another field visible.
        guard !submits || screen.errors.isEmpty else { return effects + reject() }
        effects.append(.fire(port, output: submits ? program.output(formOutputs) : nil))
      case .call(let name, let arguments, let outcomes):
        effects.append(
          .call(
            ScreenCall(
              block: block.key, name: name, arguments: JSONObject(arguments), outcomes: outcomes,
              formOutputs: submits && leaves ? formOutputs : nil)))
      }
    }
    return effects
  }

  private mutating func reject() -> [ScreenEffect] {
    for error in screen.errors where !values.touchedFields.contains(error.field) {
      values.touchedFields.append(error.field)
    }
    refresh()
    return [.reject(screen.errors)]
  }

  private mutating func set(_ key: Name, to value: JSON) {
    guard program.accepts(value, in: key) else { return }
    values.state[key] = value
    refresh()
  }

  private mutating func refresh() { (screen, formOutputs) = program.resolveWithOutputs(values) }
}

// MARK: - Saving

extension ScreenModel {
  /// The entered values and the screen's state without secrets, to be restored after a relaunch.
  public var saved: JSON {
    let secrets = program.secrets
    var enteredValues = JSONObject()
    for member in values.enteredValues.members where !secrets.contains(member.key) {
      enteredValues[member.key] = member.value
    }
    return [
      "state": .object(values.state), "enteredValues": .object(enteredValues),
      "touchedFields": .array(values.touchedFields.map { .string($0.string) }),
    ]
  }

  /// Restores a value of ``saved``; state and entries that the screen does not have are ignored.
  public mutating func restore(_ saved: JSON) {
    for member in saved["state"]?.object?.members ?? []
    where program.accepts(member.value, in: member.key) {
      values.state[member.key] = member.value
    }
    let fields = program.fields
    for member in saved["enteredValues"]?.object?.members ?? [] where fields.contains(member.key) {
      values.enteredValues[member.key] = member.value
    }
    values.touchedFields = (saved["touchedFields"]?.array ?? []).compactMap { name in
      name.string.map { Name($0) }
    }.filter { fields.contains($0) }
    refresh()
  }
}

extension JSONObject {
  /// The parameters of a call, with bindings resolved.
  fileprivate init(_ arguments: [BlockAction.Argument]) {
    self.init()
    for argument in arguments {
      if case .json(let json) = argument.value { self[argument.name] = json }
    }
  }
}
