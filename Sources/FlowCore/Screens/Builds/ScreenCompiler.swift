/// Compiles a drawn screen into a declaration like the one that a screen in code has, for the
/// verifier.
///
/// A screen is compiled for each build separately, because a build shows an `else` in place of what
/// it does not support. A port always provides a field if the field is required or always has a
/// value, if each button that fires the port validates the form, and if every condition around the
/// field is also around each of these buttons.
struct ScreenCompiler {
  let build: BlockSupport
  private var ports: [Name] = []
  private var presses: [Press] = []
  private var fields: [Field] = []
  private var needs: [KeyDeclaration] = []
  /// The distinct reasons why a block may not be shown: conditions, and others as strings.
  private var reasons = JSONTable()
  /// For each reason, the outputs that exist whenever the block is shown.
  private var implied: [[Name]] = []

  /// A button, or another block, that leaves the screen.
  private struct Press {
    let port: Name
    let conditions: [Int32]
    /// Whether the form is validated first.
    let submits: Bool
    /// The keys written by calls before it.
    let provided: [Name]
  }

  private struct Field {
    let key: KeyDeclaration
    let conditions: [Int32]
    /// Whether the field has a value whenever the form is valid.
    let isGuaranteed: Bool
  }

  init(_ build: BlockSupport) { self.build = build }

  /// The declaration of the screen; nil if the build shows nothing of it.
  mutating func declaration(_ screen: BlockScreen, missing: (Block) -> Void) -> ScreenDeclaration? {
    guard build.level >= BlockVocabulary.level,
      let root = screen.root.adapted(to: build, missing: missing)
    else { return nil }
    visit(root, [])
    return ScreenDeclaration(
      name: screen.name,
      ports: ports.map { PortDeclaration(name: $0, provides: provided(by: $0)) },
      needs: needs, provides: provides, content: screen.parameters)
  }

  // MARK: Fields and buttons

  private mutating func visit(_ block: Block, _ outer: [Int32]) {
    var conditions = outer
    if case .condition(let condition)? = block[.showIf] { conditions.append(reason(condition)) }
    if block.type.isField { add(field: block, conditions) }
    for property in block.properties where property.key != .showIf {
      for action in property.value.actions {
        add(action, of: block, conditions, provided: [])
      }
      add(needsOf: property.value, conditions)
      for child in property.value.blocks {
        visit(child, nestingReason(property.key, block).map { conditions + [$0] } ?? conditions)
      }
    }
  }

  /// Returns the index of a reason; equal reasons have the same index.
  private mutating func reason(_ condition: JSON) -> Int32 {
    let index = reasons.index(of: condition)
    if Int(index) == implied.count { implied.append(OutputPresence.implied(by: condition)) }
    return index
  }

  /// Returns a reason for nested blocks that are shown only sometimes although they have no
  /// condition: those of lists, carousels, charts and countdowns.
  private mutating func nestingReason(_ key: BlockKey, _ block: Block) -> Int32? {
    switch key {
    case .item, .empty, .ended: reason(.string(block.pointer + "/" + key.name.string))
    default: nil
    }
  }

  private mutating func add(
    _ action: BlockAction, of block: Block, _ conditions: [Int32], provided: [Name]
  ) {
    switch action {
    case .fire(let port):
      if !ports.contains(port) { ports.append(port) }
      presses.append(
        Press(
          port: port, conditions: conditions, submits: block[.submits]?.flag ?? true,
          provided: provided))
    case .call(let name, let arguments, let outcomes):
      for argument in arguments { add(needsOf: argument.value, conditions) }
      for outcome in outcomes {
        let written = build.action(name)?.keys(outcome.name) ?? []
        add(outcome.action, of: block, conditions, provided: provided + written)
      }
    case .back, .set, .open: break
    }
  }

  private mutating func add(field block: Block, _ conditions: [Int32]) {
    guard let name = block.name, !fields.contains(where: { $0.key.key == name }) else { return }
    fields.append(
      Field(
        key: KeyDeclaration(key: name, type: block.fieldType), conditions: conditions,
        isGuaranteed: block.isFilled))
  }

  private mutating func add(needsOf value: BlockValue, _ conditions: [Int32]) {
    if case .objects(let objects) = value {
      for object in objects { for property in object { add(needsOf: property.value, conditions) } }
    }
    guard let binding = value.binding, binding.path.scope == .output, binding.fallback == nil,
      !conditions.contains(where: { implied[Int($0)].contains(binding.path.key) }),
      !needs.contains(where: { $0.key == binding.path.key })
    else { return }
    needs.append(KeyDeclaration(key: binding.path.key, type: binding.neededType))
  }

  // MARK: Outputs by port

  private var provides: [KeyDeclaration] {
    var all = fields.map { $0.key }
    for press in presses {
      for key in press.provided where !all.contains(where: { $0.key == key }) {
        all.append(KeyDeclaration(key: key, type: .any))
      }
    }
    return all
  }

  /// Returns the keys that are always written when the screen is left through the port.
  private func provided(by port: Name) -> [Name] {
    var guaranteed: [Name]?
    for press in presses where press.port == port {
      var keys = press.provided
      if press.submits {
        for field in fields where field.isGuaranteed {
          if field.conditions.allSatisfy({ press.conditions.contains($0) }) {
            keys.append(field.key.key)
          }
        }
      }
      guaranteed = guaranteed?.filter { keys.contains($0) } ?? keys
    }
    return guaranteed ?? []
  }
}

extension BlockBinding {
  /// The type that a value must have to be formatted this way.
  fileprivate var neededType: ValueType {
    guard path.components.count == 1 else { return .object }
    switch format {
    case .number, .percent, .duration, .count, .currency: return .number
    case .date, .time: return .date
    case nil: return .any
    }
  }
}

extension Block {
  /// The type of the value that a field writes.
  var fieldType: ValueType {
    switch type {
    case .number, .slider: .number
    case .date: .date
    case .toggle: .boolean
    case .choice:
      if self[.many]?.flag == true { .array } else { hasTextOptions ? .string : .any }
    default: .string
    }
  }

  private var hasTextOptions: Bool {
    guard case .objects(let options)? = self[.options] else { return false }
    return options.allSatisfy { option in
      if case .json(let value)? = option.value(.value) { value.string != nil } else { false }
    }
  }

  /// Whether the field has a value whenever the form is valid.
  fileprivate var isFilled: Bool {
    switch type {
    case .toggle, .slider, .offer: true
    case .choice where self[.default] != nil: true
    default: self[.required]?.flag == true
    }
  }
}

extension BlockScreen {
  /// Returns the declaration of the screen for the verifier in a build that shows blocks.
  ///
  /// - Parameters:
  ///   - build: The blocks that the build can show.
  ///   - missing: Called with each block that the build leaves out.
  /// - Returns: The declaration; nil if the build does not have the screen.
  public func declaration(
    in build: BlockSupport, missing: (Block) -> Void = { _ in }
  ) -> ScreenDeclaration? {
    var compiler = ScreenCompiler(build)
    return compiler.declaration(self, missing: missing)
  }
}
