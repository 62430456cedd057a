public import FlowCore

/// A screen prepared for repeated rendering: its conditions are compiled once, and each call of
/// ``resolve(_:)`` takes a session's outputs and attributes.
public struct ScreenProgram: Sendable {
  let screen: BlockScreen
  let strings: CompiledStrings
  let formats: [(locale: [UInt8], format: LocaleFormat)]
  /// The outputs that leaving the screen may write.
  let provides: [Name]
  private var conditions = NameMap<Condition>()

  /// Prepares a screen of a document, with all its blocks.
  ///
  /// - Parameters:
  ///   - screen: The screen, as the build shows it.
  ///   - document: The document with its texts, formats and segments.
  public init(_ screen: BlockScreen, document: FlowDocument) {
    self.init(screen, document, provides: screen.root.fields.compactMap { $0.name })
  }

  /// Prepares a screen of a document, with the blocks that a build shows; nil if the build shows
  /// none of them.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - build: The blocks that the build shows.
  ///   - previews: The placeholders for the build's custom blocks, which only the app can draw.
  ///   - document: The document with its texts, formats and segments.
  public init?(
    _ screen: BlockScreen, in build: BlockSupport, previews: CustomPreviews = CustomPreviews(),
    document: FlowDocument
  ) {
    guard let declaration = screen.declaration(in: build),
      let root = screen.root.adapted(to: build, missing: { _ in })
    else { return nil }
    var adapted = screen
    adapted.root = previews.filling(root)
    self.init(adapted, document, provides: declaration.provides.map { $0.key })
  }

  /// Prepares a drawn screen of a release, as the release's build shows it; nil if it shows no
  /// screen with this name.
  public init?(_ name: Name, of release: Release) {
    guard let drawn = release.drawnScreens, let screen = drawn.screen(name) else { return nil }
    let provides = release.screens?[name]?.provides ?? []
    self.init(
      screen, release.strings, drawn.segments, drawn.formats, provides: provides.map { $0.key })
  }

  /// Prepares a screen that a build has in code, with the texts of a release.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - release: The release with its texts and formats.
  ///   - provides: The outputs that leaving the screen may write.
  package init(_ screen: BlockScreen, in release: Release, provides: [Name]) {
    self.init(screen, release.strings, [], release.drawnScreens?.formats, provides: provides)
  }

  private init(_ screen: BlockScreen, _ document: FlowDocument, provides: [Name]) {
    self.init(
      screen, CompiledStrings(document), document.segments, document.unknown["formats"],
      provides: provides)
  }

  private init(
    _ screen: BlockScreen, _ strings: CompiledStrings, _ segments: [Segment], _ formats: JSON?,
    provides: [Name]
  ) {
    self.screen = screen
    self.provides = provides
    self.strings = strings
    self.formats = (formats?.object?.members ?? []).map {
      (locale: LocaleTag.normalized($0.key.string), format: LocaleFormat($0.value))
    }
    compile(screen.root, segments)
  }

  private mutating func compile(_ block: Block, _ segments: [Segment]) {
    for property in block.properties {
      if case .condition(let json) = property.value {
        let pointer = ScreenParser.pointer(block.pointer, property.key.name)
        conditions[Name(pointer)] = Condition(json, segments: segments)
      }
      for child in property.value.blocks { compile(child, segments) }
    }
  }

  /// Returns whether a property's condition is true; true for a property without one.
  func holds(_ key: BlockKey, of block: Block, _ scope: BindingScope) -> Bool {
    conditions[Name(ScreenParser.pointer(block.pointer, key.name))]?.matches(scope.context) ?? true
  }

  /// Returns the number and date formats of the user's language, or else the document's first ones.
  func format(_ locale: String?) -> LocaleFormat {
    var tag = LocaleTag.normalized(locale ?? "")
    while !tag.isEmpty {
      if let match = formats.first(where: { $0.locale == tag }) { return match.format }
      LocaleTag.shorten(&tag)
    }
    return formats.first?.format ?? LocaleFormat()
  }

  /// Returns the screen as it is shown with these values; equal values give an equal screen on
  /// every platform.
  public func resolve(_ values: ScreenValues) -> ResolvedScreen {
    var resolver = ScreenResolver(self, values)
    return resolver.resolveScreen()
  }

  /// Returns the outputs of leaving the screen: the values of the fields that are shown, by name.
  ///
  /// A field that is hidden, empty or invalid writes nothing.
  public func outputs(_ values: ScreenValues) -> JSONObject {
    var resolver = ScreenResolver(self, values)
    _ = resolver.resolveScreen()
    return resolver.outputs
  }
}

/// Resolves a screen for one set of values.
struct ScreenResolver {
  let program: ScreenProgram
  let values: ScreenValues
  let formatter: ValueFormatter
  let today: CalendarDay?
  var errors: [FieldError] = []
  var outputs = JSONObject()

  init(_ program: ScreenProgram, _ values: ScreenValues) {
    self.program = program
    var values = values
    // The default from the content schema replaces a step's missing content.
    if values.content.isNull { values.content = program.screen.parameters?["default"] ?? .null }
    self.values = values
    formatter = ValueFormatter(format: program.format(values.attributes["locale"]?.string))
    today = values.today.flatMap { CalendarDay($0) }
  }

  mutating func resolveScreen() -> ResolvedScreen {
    let scope = BindingScope(values: values, declarations: program.screen.state)
    let title = program.screen.title.map { text($0, scope) }
    let root = resolveBlock(program.screen.root, scope, prefix: "")
    return ResolvedScreen(name: program.screen.name, title: title, root: root, errors: errors)
  }

  // MARK: Blocks

  mutating func resolveBlock(
    _ block: Block, _ scope: BindingScope, prefix: String
  ) -> ResolvedBlock? {
    if block[.showIf] != nil, !program.holds(.showIf, of: block, scope) { return nil }
    let key = block[.id]?.name.map { $0.string } ?? block.pointer
    let ownKey = Name(prefix + key)
    if block.type == .list || block[.from] != nil && block[.item] != nil {
      return resolveList(block, ownKey, scope, prefix: prefix)
    }
    var properties: [ResolvedBlock.Property] = []
    for property in block.properties where !Self.isHandledElsewhere(property.key) {
      if let value = resolveValue(property.value, scope, prefix: prefix) {
        properties.append(.init(property.key, value))
      }
    }
    switch block.type {
    case .offer: properties += offerOptions(block, scope)
    case .countdown: properties.append(.init(.text, .text(end(of: block, scope))))
    case .chart: resolvePoints(block, scope, &properties, prefix: prefix)
    case .choice: resolveOptions(block, scope, &properties)
    case .tabs, .carousel: properties += selectedIndex(block, scope)
    case .custom: insertPreview(block, scope, &properties, prefix: prefix)
    default: break
    }
    if block.type.isField { resolveField(block, scope, &properties) }
    return ResolvedBlock(type: block.type, key: ownKey, properties: properties)
  }

  /// Whether a property is not copied into the resolved block.
  ///
  /// Conditions and the id are evaluated separately; whether a build shows `else` was decided when
  /// the program was created.
  private static func isHandledElsewhere(_ key: BlockKey) -> Bool {
    switch key {
    case .showIf, .else, .id, .required: true
    default: false
    }
  }

  mutating func resolveValue(
    _ value: BlockValue, _ scope: BindingScope, prefix: String
  ) -> ResolvedValue? {
    switch value {
    case .flag(let flag): .json(.bool(flag))
    case .number(let number): .json(.number(number))
    case .name(let name): .name(name)
    case .names(let names): .names(names)
    case .text(let text): .text(self.text(text, scope))
    case .binding(let binding): boundValue(binding, scope)
    case .path(let path): .json(scope.value(path))
    case .condition, .options: nil
    case .actions(let actions): .actions(actions.map { filled($0, scope) })
    case .block(let child): .blocks([resolveBlock(child, scope, prefix: prefix)].compactMap { $0 })
    case .blocks(let children):
      .blocks(children.compactMap { resolveBlock($0, scope, prefix: prefix) })
    case .objects(let objects): .items(resolveItems(objects, scope, prefix: prefix))
    case .noTextAlternative: .noTextAlternative
    case .json(let json): .json(json)
    }
  }

  private mutating func resolveItems(
    _ objects: [[Block.Property]], _ scope: BindingScope, prefix: String
  ) -> [[ResolvedBlock.Property]] {
    objects.map { object in
      object.compactMap { property in
        resolveValue(property.value, scope, prefix: prefix).map { .init(property.key, $0) }
      }
    }
  }

  /// Returns a bound value: as text if the binding has a format, otherwise unchanged, except that a
  /// reference to a text key becomes its text.
  private func boundValue(_ binding: BlockBinding, _ scope: BindingScope) -> ResolvedValue {
    let value = scope.value(binding)
    guard binding.format == nil else { return .text(formatter.text(value, as: binding.format)) }
    if let key = value["$text"]?.string { return .text(text(.key(Name(key), count: nil), scope)) }
    return value.string.map { .text($0) } ?? .json(value)
  }

  /// Returns a list with a block for each element of an array, or with the fallback if it shows
  /// none.
  private mutating func resolveList(
    _ block: Block, _ key: Name, _ scope: BindingScope, prefix: String
  ) -> ResolvedBlock? {
    guard case .path(let from)? = block[.from], case .block(let item)? = block[.item] else {
      return nil
    }
    let maximum = Int64(BlockVocabulary.maximumListItems)
    // NB: a screen composed in code can have any limit.
    let limit = min(max(block[.limit]?.number?.int ?? maximum, 0), maximum)
    let elements = (scope.value(from).array ?? []).prefix(Int(limit))
    var children: [ResolvedBlock] = []
    var index = 0
    for element in elements {
      var inner = scope
      inner.item = element
      let name = elementKey(block, inner, index)
      index += 1
      let itemPrefix = prefix + key.string + "[" + name + "]"
      if let child = resolveBlock(item, inner, prefix: itemPrefix) { children.append(child) }
    }
    if children.isEmpty, case .block(let empty)? = block[.empty] {
      children = [resolveBlock(empty, scope, prefix: prefix)].compactMap { $0 }
    }
    var properties: [ResolvedBlock.Property] = []
    for property in block.properties {
      switch property.key {
      case .from, .item, .empty, .key, .limit: continue
      default:
        guard !Self.isHandledElsewhere(property.key),
          let value = resolveValue(property.value, scope, prefix: prefix)
        else { continue }
        properties.append(.init(property.key, value))
      }
    }
    properties.append(.init(.children, .blocks(children)))
    return ResolvedBlock(type: block.type, key: key, properties: properties)
  }

  /// Returns the key of an element: the value at the list's `key` path, or else its index.
  private func elementKey(_ block: Block, _ scope: BindingScope, _ index: Int) -> String {
    guard case .path(let path)? = block[.key] else { return index.description }
    let text = formatter.unformatted(scope.value(path))
    return text.isEmpty ? index.description : text
  }

  /// Returns the action with its arguments' bindings replaced by their values.
  private func filled(_ action: BlockAction, _ scope: BindingScope) -> BlockAction {
    guard case .call(let name, let arguments, let outcomes) = action else { return action }
    let values = arguments.map { argument in
      guard case .binding(let binding) = argument.value else { return argument }
      return BlockAction.Argument(name: argument.name, value: .json(scope.value(binding)))
    }
    return .call(
      name, with: values,
      then: outcomes.map { .init(name: $0.name, action: filled($0.action, scope)) })
  }
}
