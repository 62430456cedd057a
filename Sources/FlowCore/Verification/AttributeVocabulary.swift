/// The attributes and outputs that conditions and texts can name, with their types.
struct AttributeVocabulary {
  /// Whether the document or a build declares attributes; if not, every name counts as one.
  let hasDeclarations: Bool
  /// The types of each attribute by path, as raw values of ``TypeSet``; 0 for well-known attributes
  /// except `appVersion`, and for a path that is only a prefix of declared ones.
  private var attributes: [Name: Int32] = [:]
  /// The types of each output by key, as raw values of ``TypeSet``; 0 if unknown.
  private var outputs: [Name: Int32] = [:]

  init(_ document: FlowDocument, _ manifests: [Manifest]) {
    var declarations = document.attributes
    for manifest in manifests { declarations += manifest.attributes }
    hasDeclarations = !declarations.isEmpty
    for name in AttributeVocabulary.wellKnown { attributes[name] = 0 }
    attributes["appVersion"] = TypeSet(.version).rawValue
    for declaration in declarations {
      attributes[declaration.name, default: 0] |= TypeSet(declaration.type).rawValue
      var parent = declaration.name.parent
      while let path = parent {
        if attributes[path] == nil { attributes[path] = 0 }
        parent = path.parent
      }
    }
    outputs.reserveCapacity(document.flows.reduce(0) { $0 + $1.steps.count })
    for flow in document.flows.indices {
      for step in document.flows[flow].steps.indices {
        let id = document.flows[flow].steps[step].id
        outputs[id] = 0
        var parent = id.parent
        while let path = parent {
          if outputs[path] == nil { outputs[path] = 0 }
          parent = path.parent
        }
      }
    }
    for manifest in manifests {
      for screen in manifest.screens {
        for key in screen.provides { outputs[key.key, default: 0] |= TypeSet(key.type).rawValue }
      }
    }
  }

  private static let wellKnown: [Name] = ["userId", "country", "locale", "platform", "build"]

  /// Whether the application has the attribute, as far as the document or a build declares it.
  func has(attribute path: Name) -> Bool {
    if !hasDeclarations || attributes[path] != nil { return true }
    var parent = path.parent
    while let ancestor = parent {
      // A declared attribute may have any members; a prefix of declared paths has only those.
      if let types = attributes[ancestor] { return types != 0 }
      parent = ancestor.parent
    }
    return false
  }

  /// Whether all users can be expected to have the attribute, with a value that identifies them.
  ///
  /// It is true for `userId` and, if attributes are declared, for the other well-known ones and for
  /// each declared one of a type that can identify a user.
  func allUsersHave(_ attribute: Name) -> Bool {
    if attribute == "userId" { return true }
    guard hasDeclarations, let types = attributes[attribute] else { return false }
    if types == 0 { return AttributeVocabulary.wellKnown.contains(attribute) }
    return TypeSet(rawValue: types).intersects(.identifiers)
  }

  /// Whether a step or screen writes the output, or one whose key continues after a dot.
  func has(output key: Name) -> Bool { outputs[key] != nil }

  /// The types that an attribute or output can have; empty if unknown.
  func types(of path: AttributePath) -> TypeSet {
    if path.isOutput {
      guard path.components.count == 2, let key = path.outputKey else { return TypeSet() }
      return TypeSet(rawValue: outputs[key] ?? 0)
    }
    return TypeSet(rawValue: attributes[path.name] ?? 0)
  }
}

/// A set of value types.
struct TypeSet {
  var rawValue: Int32 = 0

  init(rawValue: Int32 = 0) { self.rawValue = rawValue }

  init(_ type: ValueType) {
    switch type {
    case .string: rawValue = 1
    case .number: rawValue = 2
    case .integer: rawValue = 4
    case .boolean: rawValue = 8
    case .date: rawValue = 16
    case .version: rawValue = 32
    case .array: rawValue = 64
    case .object: rawValue = 128
    case .any: rawValue = 256
    }
  }

  static let texts = TypeSet(rawValue: 1 | 16 | 32)
  static let numbers = TypeSet(rawValue: 2 | 4)
  /// The types whose values can identify a user, for a split.
  static let identifiers = TypeSet(rawValue: texts.rawValue | numbers.rawValue)
  static let booleans = TypeSet(.boolean)
  static let arrays = TypeSet(.array)
  static let objects = TypeSet(.object)

  var isEmpty: Bool { rawValue == 0 }

  /// Whether both have a type in common, or one of them is empty or contains `any`.
  func intersects(_ other: TypeSet) -> Bool {
    let any = TypeSet(.any).rawValue
    return rawValue == 0 || other.rawValue == 0 || (rawValue | other.rawValue) & any != 0
      || rawValue & other.rawValue != 0
  }

  /// The names of the types, as an argument of a finding.
  var json: JSON {
    let types = ValueType.allCases.filter { TypeSet($0).rawValue & rawValue != 0 }
    return .array(types.map { .string($0.rawValue) })
  }
}

extension Name {
  /// The path without its last component; nil if it has only one.
  fileprivate var parent: Name? {
    guard let dot = string.utf8.lastIndex(of: 0x2E) else { return nil }
    return Name(String(decoding: Array(string.utf8[..<dot]), as: UTF8.self))
  }
}
