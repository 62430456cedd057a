extension Manifest {
  /// Reads a manifest, schema 1.
  ///
  /// - Throws: `unknownSchema`, `missingKey`, `wrongType`, `invalidValue` or `jsonNumberRange`,
  ///   with the position.
  ///
  /// Time: linear in the text.
  public init(_ json: JSONView) throws(FlowError) {
    var reader = try ObjectReader(json)
    try NativeReader.checkSchema(
      reader.required("schema"), reads: Manifest.schema, what: "manifests")
    self.init()
    application = try reader.name("application")
    platform = try reader.name("platform")
    version = try reader.name("version")
    build = try reader.name("build")
    share = try ManifestKeys.share(reader.optional("share"))
    if let view = reader.optional("screens") {
      screens.reserveCapacity(view.count)
      for element in try view.requireArray() { screens.append(try ScreenDeclaration(element)) }
    }
    attributes = try NativeReader.readAttributes(reader.optional("attributes"))
    if let view = reader.optional("flows") { flows = try NativeReader.readFlows(view) }
    unknown = reader.unknown(except: ManifestKeys.manifest)
  }

  /// Reads a manifest from a JSON text.
  ///
  /// - Throws: the errors of ``ParsedJSON`` and ``init(_:)``.
  public init(parsing text: String, limits: JSONLimits = .standard) throws(FlowError) {
    try self.init(ParsedJSON(text, limits: limits).root)
  }

  /// The manifest as JSON, schema 1.
  ///
  /// Time: linear in the manifest.
  public var json: JSON {
    var writer = NativeWriter()
    var members = JSONMembers()
    members.add("schema", JSONNumber(Manifest.schema))
    members.add("application", application)
    members.add("platform", platform)
    members.add("version", version)
    members.add("build", build)
    members.add("share", share)
    members.add("screens", JSON.array(screens.map { $0.json }))
    members.add("attributes", writer.writeAttributes(attributes))
    members.add("flows", nonEmpty: writer.writeFlows(flows))
    members.add(unknown: unknown, except: ManifestKeys.manifest)
    return members.json
  }
}

/// The keys that have a meaning in a manifest, schema 1.
private enum ManifestKeys {
  static let manifest: [Name] = [
    "schema", "application", "platform", "version", "build", "share", "screens", "attributes",
    "flows",
  ]
  static let screen: [Name] = ["name", "ports", "needs", "provides", "content"]
  static let port: [Name] = ["name", "provides"]

  static func share(_ view: JSONView?) throws(FlowError) -> JSONNumber? {
    guard let view else { return nil }
    let number = try view.requireNumber()
    guard number.double >= 0, number.double <= 1 else {
      throw view.invalidValue(expected: "from 0 to 1")
    }
    return number
  }
}

extension ScreenDeclaration {
  fileprivate init(_ view: JSONView) throws(FlowError) {
    var reader = try ObjectReader(view)
    self.init(name: try reader.requiredName("name"))
    if let view = reader.optional("ports") {
      for element in try view.requireArray() { ports.append(try PortDeclaration(element)) }
    }
    needs = try KeyDeclaration.list(reader.optional("needs"))
    provides = try KeyDeclaration.list(reader.optional("provides"))
    content = reader.json("content")
    unknown = reader.unknown(except: ManifestKeys.screen)
  }

  var json: JSON {
    var members = JSONMembers()
    members.add("name", name)
    members.add("ports", nonEmpty: ports.map { $0.json })
    members.add("needs", KeyDeclaration.json(needs))
    members.add("provides", KeyDeclaration.json(provides))
    members.add("content", content)
    members.add(unknown: unknown, except: ManifestKeys.screen)
    return members.json
  }
}

extension PortDeclaration {
  fileprivate init(_ view: JSONView) throws(FlowError) {
    if let name = view.name {
      self.init(name: name)
      return
    }
    var reader = try ObjectReader(view)
    self.init(name: try reader.requiredName("name"))
    if let view = reader.optional("provides") { provides = try NativeReader.readNames(view) }
    unknown = reader.unknown(except: ManifestKeys.port)
  }

  fileprivate var json: JSON {
    if provides == nil, unknown.isEmpty { return .string(name.string) }
    var members = JSONMembers()
    members.add("name", name)
    if let provides { members.add("provides", JSON.array(provides.map { .string($0.string) })) }
    members.add(unknown: unknown, except: ManifestKeys.port)
    return members.json
  }
}

extension KeyDeclaration {
  fileprivate static func list(_ view: JSONView?) throws(FlowError) -> [KeyDeclaration] {
    guard let view else { return [] }
    try view.requireObject()
    var list: [KeyDeclaration] = []
    for member in view.members {
      list.append(KeyDeclaration(key: member.key, type: try NativeReader.valueType(member.value)))
    }
    return list
  }

  fileprivate static func json(_ list: [KeyDeclaration]) -> JSON? {
    if list.isEmpty { return nil }
    var members = JSONMembers()
    var keys = NameIndex()
    for declaration in list where keys.insertIfNew(declaration.key) {
      members.add(declaration.key, JSON.string(declaration.type.rawValue))
    }
    return members.json
  }
}
