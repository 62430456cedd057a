import FlowCore

extension ScreenResolver {
  /// Resolves a field: the properties that drawing it needs, and its output or its error.
  ///
  /// The properties are whether the field is required, its value, and, once it is touched, its
  /// error message; the block's own message is removed.
  mutating func resolveField(
    _ block: Block, _ scope: BindingScope, _ properties: inout [ResolvedBlock.Property]
  ) {
    guard let name = block.name else { return }
    properties.removeAll { $0.key == .message }
    let isRequired = isRequired(block, scope)
    if isRequired { properties.append(.init(.required, .json(true))) }
    let enteredValue = currentValue(of: name)
    let validator = FieldValidator(
      block: block, isRequired: isRequired, options: options(block, scope),
      format: formatter.format, today: today)
    var result = validator.validate(enteredValue)
    if let other = block[.same]?.name, result.error == nil {
      if currentValue(of: other) != enteredValue { result.error = .valuesDiffer }
    }
    properties.append(.init(.value, .json(enteredValue.isNull ? result.value : enteredValue)))
    guard let kind = result.error else {
      if !result.value.isNull { outputs[name] = result.value }
      return
    }
    let error = FieldError(
      field: name, kind: kind, message: message(block, kind, result.limit, scope))
    errors.append(error)
    if values.touchedFields.contains(name) {
      properties.append(.init(.message, .text(error.message)))
    }
  }

  /// The current value of a field: the one entered on this screen, or else the flow's stored output
  /// under the field's key in this step; null if there is neither.
  private func currentValue(of name: Name) -> JSON {
    let output = values.step.map { program.outputKey(of: name, at: $0) } ?? name
    return values.enteredValues[name] ?? values.outputs[output] ?? .null
  }

  private func isRequired(_ block: Block, _ scope: BindingScope) -> Bool {
    switch block[.required] {
    case .flag(let flag)?: flag
    case .condition?: program.holds(.required, of: block, scope)
    default: block.type == .offer
    }
  }

  /// The block's own message, the document's string for the error, or the built-in one.
  private func message(
    _ block: Block, _ kind: FieldError.Kind, _ limit: JSON, _ scope: BindingScope
  ) -> String {
    if let message = block[.message]?.text { return text(message, scope) }
    let template =
      program.strings.text(kind.textKey, locale: locale)
      ?? FieldErrorTexts.text(kind, isGerman: isGerman)
    let limitText = formatter.text(limit, as: limit.string == nil ? .number : .date)
    return TextTemplate.fill(template) { $0 == "limit" ? limitText : "" }
  }

  /// Returns the index of the selected tab or slide as a property; none if the screen's state does
  /// not contain it.
  func selectedIndex(_ block: Block, _ scope: BindingScope) -> [ResolvedBlock.Property] {
    guard let state = block[.state]?.name else { return [] }
    let value = scope.value(BindingPath(.state, [state]))
    return value.number == nil ? [] : [.init(.value, .json(value))]
  }

  // MARK: Charts

  /// Replaces the paths of a chart with its points; without any, adds its empty state.
  mutating func resolvePoints(
    _ block: Block, _ scope: BindingScope, _ properties: inout [ResolvedBlock.Property],
    prefix: String
  ) {
    properties.removeAll { [.from, .x, .y, .empty].contains($0.key) }
    guard case .path(let from)? = block[.from], case .path(let x)? = block[.x],
      case .path(let y)? = block[.y]
    else { return }
    let points = (scope.value(from).array ?? []).compactMap {
      element -> [ResolvedBlock.Property]? in
      var inner = scope
      inner.item = element
      guard let number = inner.value(y).number else { return nil }
      return [.init(.x, .json(inner.value(x))), .init(.y, .json(.number(number)))]
    }
    properties.append(.init(.items, .items(points)))
    if points.isEmpty, case .block(let empty)? = block[.empty] {
      let child = resolveBlock(empty, scope, prefix: prefix)
      properties.append(.init(.children, .blocks([child].compactMap { $0 })))
    }
  }

  // MARK: Choices and offers

  /// The allowed values; nil for a field without options.
  private func options(_ block: Block, _ scope: BindingScope) -> [JSON]? {
    switch block[.options] {
    case .objects(let options)?:
      return options.compactMap { option in
        if case .json(let value)? = option.value(.value) { value } else { nil }
      }
    case .options(let bound)?:
      return elementScopes(bound, scope).map { $0.value(bound.value) }
    default: return nil
    }
  }

  /// Returns a scope for each of the first 250 elements of the array that contains the options.
  private func elementScopes(_ bound: BoundOptions, _ scope: BindingScope) -> [BindingScope] {
    (scope.value(bound.from).array ?? []).prefix(250).map { element in
      var inner = scope
      inner.item = element
      return inner
    }
  }

  /// Adds the options that are in an array of data, if the block refers to one.
  func resolveOptions(
    _ block: Block, _ scope: BindingScope, _ properties: inout [ResolvedBlock.Property]
  ) {
    guard case .options(let bound)? = block[.options] else { return }
    let items = elementScopes(bound, scope).map { inner -> [ResolvedBlock.Property] in
      [
        .init(.value, .json(inner.value(bound.value))),
        .init(.title, .text(formatter.unformatted(inner.value(bound.title)))),
      ]
    }
    properties.append(.init(.options, .items(items)))
  }

  /// Returns the options of an offer: those of its products that the app store has, each with its
  /// title, price and badge as texts.
  func offerOptions(_ block: Block, _ scope: BindingScope) -> [ResolvedBlock.Property] {
    guard case .names(let names)? = block[.products] else { return [] }
    let items = names.compactMap { name -> [ResolvedBlock.Property]? in
      guard let product = values.products[name] else { return nil }
      var inner = scope
      inner.product = product
      var item: [ResolvedBlock.Property] = [.init(.value, .json(.string(name.string)))]
      if let title = block[.title]?.text { item.append(.init(.title, .text(text(title, inner)))) }
      if let price = block[.price]?.text { item.append(.init(.price, .text(text(price, inner)))) }
      if case .json(let badges)? = block[.badge], let badge = badges[name]?.string {
        item.append(.init(.badge, .text(filled(badge, inner))))
      }
      return item
    }
    return [.init(.options, .items(items))]
  }
}
