/// Checks a screen for duplicate names, misplaced blocks, and bindings to values that do not exist.
public struct ScreenChecks {
  private let screen: BlockScreen
  private var issues: [ScreenIssue] = []
  private var ids: [Name] = []
  private var fields: [Name] = []

  /// The enclosing blocks that decide which bindings exist.
  private struct EnclosingBlocks {
    var isInItem = false
    var isInOffer = false
  }

  /// The issues of a screen, in the order of its blocks; those about footers and the number of
  /// fields come last.
  public static func issues(_ screen: BlockScreen) -> [ScreenIssue] {
    var checks = ScreenChecks(screen: screen)
    checks.visit(screen.root, EnclosingBlocks())
    checks.checkFooter()
    if checks.fields.count > BlockVocabulary.maximumFields {
      checks.issues.append(
        ScreenIssue(
          .screenTooLarge, at: "/root",
          ["limit": .number(JSONNumber(BlockVocabulary.maximumFields)), "what": "fields"]))
    }
    return checks.issues
  }

  private init(screen: BlockScreen) { self.screen = screen }

  private mutating func visit(_ block: Block, _ enclosing: EnclosingBlocks) {
    // An `else` replaces the block, so both may have the same names.
    let (idsBefore, fieldsBefore) = (ids, fields)
    if let id = block[.id]?.name {
      if ids.contains(id) {
        report(duplicate: id, at: block.pointer + "/id")
      } else {
        ids.append(id)
      }
    }
    if block.type.isField { checkField(block, enclosing) }
    if block.type == .carousel { checkCarousel(block) }
    var inner = enclosing
    inner.isInOffer = block.type == .offer
    for property in block.properties {
      check(property.value, inner, at: ScreenParser.pointer(block.pointer, property.key.name))
      var context = enclosing
      if property.key == .item { context.isInItem = true }
      guard property.key == .else else {
        for child in property.value.blocks { visit(child, context) }
        continue
      }
      let (ownIDs, ownFields) = (ids, fields)
      (ids, fields) = (idsBefore, fieldsBefore)
      for child in property.value.blocks { visit(child, context) }
      (ids, fields) = (ownIDs, ownFields)
    }
  }

  private mutating func report(duplicate name: Name, at pointer: String) {
    issues.append(ScreenIssue(.duplicateBlock, at: pointer, ["name": .string(name.string)]))
  }

  private mutating func checkField(_ block: Block, _ enclosing: EnclosingBlocks) {
    guard let name = block.name else { return }
    if enclosing.isInItem {
      // A list repeats its item, so several fields would have the same name.
      issues.append(
        ScreenIssue(.misplacedBlock, at: block.pointer, ["why": "fieldInList"]))
    }
    if fields.contains(name) {
      report(duplicate: name, at: block.pointer + "/name")
    } else {
      fields.append(name)
    }
  }

  /// A carousel has either explicit slides or one for each element.
  private mutating func checkCarousel(_ block: Block) {
    let isBound = block[.from] != nil && block[.item] != nil
    guard isBound == (block[.children] != nil) else { return }
    issues.append(
      ScreenIssue(.misplacedBlock, at: block.pointer, ["why": "carousel"]))
  }

  /// A screen has at most one footer, as the last child of its root block.
  private mutating func checkFooter() {
    let last = screen.root.type == .column ? screen.root.children.last?.pointer : nil
    var blocks = [screen.root]
    while let block = blocks.popLast() {
      if block.type == .footer, Name(block.pointer) != last.map({ Name($0) }) {
        issues.append(ScreenIssue(.misplacedBlock, at: block.pointer, ["why": "footer"]))
      }
      blocks += block.properties.flatMap { $0.value.blocks }
    }
  }

  // MARK: Bindings

  private mutating func check(_ value: BlockValue, _ enclosing: EnclosingBlocks, at pointer: String)
  {
    switch value {
    case .binding(let binding): check(binding.path, enclosing, at: pointer)
    case .path(let path) where path.scope == .data || path.scope == .content:
      check(path, enclosing, at: pointer)
    case .text(.key(_, let count?)): check(count, enclosing, at: pointer)
    case .name(let name): checkState(name, at: pointer)
    case .actions(let actions): for action in actions { check(action, enclosing, at: pointer) }
    case .objects(let objects):
      for object in objects {
        for property in object { check(property.value, enclosing, at: pointer) }
      }
    default: break
    }
  }

  private mutating func check(
    _ action: BlockAction, _ enclosing: EnclosingBlocks, at pointer: String
  ) {
    switch action {
    case .set(let key, _):
      if !isDeclared(key) { report(unknown: key, at: pointer) }
    case .call(_, let arguments, let outcomes):
      for argument in arguments { check(argument.value, enclosing, at: pointer) }
      for outcome in outcomes { check(outcome.action, enclosing, at: pointer) }
    case .fire, .back, .open: break
    }
  }

  private mutating func check(_ path: BindingPath, _ enclosing: EnclosingBlocks, at pointer: String)
  {
    let exists =
      switch path.scope {
      case .state: isDeclared(path.key)
      case .item: enclosing.isInItem
      case .product: enclosing.isInOffer
      case .content: isParameter(path.key)
      case .output, .data, .attribute: true
      }
    if !exists { report(unknown: path.name, at: pointer) }
  }

  /// Checks a name that refers to a state value: one in a property `state` or `resume`.
  private mutating func checkState(_ name: Name, at pointer: String) {
    let suffix = Name(String(decoding: Array(pointer.utf8.suffix(6)), as: UTF8.self))
    guard suffix == "/state" || suffix == "resume" else { return }
    if !isDeclared(name) { report(unknown: name, at: pointer) }
  }

  private func isDeclared(_ key: Name) -> Bool { screen.state.contains { $0.key == key } }

  /// Whether a step can pass a parameter with this name; true for any name if the screen has no
  /// schema.
  private func isParameter(_ key: Name) -> Bool {
    guard let properties = screen.parameters?["properties"]?.object else { return true }
    return properties[key] != nil
  }

  private mutating func report(unknown name: Name, at pointer: String) {
    issues.append(ScreenIssue(.unknownBinding, at: pointer, ["name": .string(name.string)]))
  }
}
