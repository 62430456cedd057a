import FlowCore

/// Limits for the names, keys and languages in documents and manifests.
///
/// Findings and changes contain their location. Without limits, a name of a few megabytes could be
/// repeated in a thousand of them, which would exhaust the server's memory.
enum DocumentLimits {
  /// The maximum size of a name and of an object's key, in bytes.
  static let maximumNameBytes = 500

  /// Parses a document and checks its names and keys.
  static func parse(_ root: JSONView) throws -> FlowDocument {
    try checkKeys(of: root)
    let document = try FlowDocument(root)
    try checkNames(of: document)
    try AssetReferences.checkDigests(of: document)
    return document
  }

  /// Checks the keys of all objects in a value.
  static func checkKeys(of root: JSONView) throws(Problem) {
    var values = [root]
    while let value = values.popLast() {
      if value.isArray {
        for element in value.elements where element.isArray || element.isObject {
          values.append(element)
        }
      } else if value.isObject {
        for member in value.members {
          try check(member.key)
          if member.value.isArray || member.value.isObject { values.append(member.value) }
        }
      }
    }
  }

  /// Checks a name.
  static func check(_ name: Name) throws(Problem) {
    guard name.string.utf8.count > maximumNameBytes else { return }
    throw Problem.malformedBody(
      "\"\(name.string.prefix(40))…\" is too long: names of flows, steps, screens, ports and so "
        + "on, and keys of objects, may have at most \(maximumNameBytes) bytes.")
  }

  private static func checkNames(of document: FlowDocument) throws(Problem) {
    for flow in document.flows {
      try check(flow.id)
      try check(flow.start)
      for step in flow.steps { try checkNames(of: step) }
    }
    for segment in document.segments { try check(segment.name) }
    for attribute in document.attributes { try check(attribute.name) }
    for screen in document.drawnScreens {
      if let name = screen["name"]?.string { try check(Name(name)) }
    }
    try checkLanguages(of: document)
  }

  /// The maximum number of languages, and the maximum size of a language tag in bytes.
  private static let languageLimits = (languages: 200, tag: 100)

  /// Checks the languages: a finding about a text lists all languages that lack it, for each text.
  private static func checkLanguages(of document: FlowDocument) throws(Problem) {
    let tags = document.locales + document.strings.map(\.locale)
    guard max(document.locales.count, document.strings.count) <= languageLimits.languages,
      (tags + [document.defaultLocale ?? ""]).allSatisfy({
        $0.string.utf8.count <= languageLimits.tag
      })
    else {
      throw Problem.malformedBody(
        "A document may have at most \(languageLimits.languages) languages, with tags of at most "
          + "\(languageLimits.tag) bytes.")
    }
  }

  private static func checkNames(of step: FlowStep) throws(Problem) {
    try check(step.id)
    try check(step.screen)
    for port in step.ports {
      try check(port.name)
      for route in port.routes {
        switch route.target {
        case .destination(let destination): try checkNames(of: destination)
        case .split(let split): try checkNames(of: split)
        }
      }
    }
  }

  private static func checkNames(of split: Split) throws(Problem) {
    for name in [split.experiment, split.by, split.fallbackBy, split.seed, split.namespace?.name] {
      if let name { try check(name) }
    }
    for variant in split.variants {
      if let key = variant.key { try check(key) }
      try checkNames(of: variant.destination)
    }
  }

  private static func checkNames(of destination: Destination) throws(Problem) {
    switch destination.kind {
    case .step(let name), .finish(let name): try check(name)
    case .flow(let name, let continuations):
      try check(name)
      for continuation in continuations { try checkNames(of: continuation.destination) }
    }
  }
}

extension DocumentLimits {
  /// The maximum number of a screen's ports, of its needs, and of its provides.
  private static let maximumPerScreen = 1_000
  /// The maximum size of the names of a screen's ports, in bytes: a finding about a port lists all
  /// others.
  private static let maximumPortBytes = 32 << 10

  /// Checks the names in a manifest, and the number of declarations of each screen.
  static func check(_ screens: [ScreenDeclaration]) throws(Problem) {
    for screen in screens {
      try check(screen.name)
      let count = max(screen.ports.count, screen.needs.count, screen.provides.count)
      guard count <= maximumPerScreen else {
        throw Problem.malformedBody(
          "The screen \"\(screen.name)\" may have at most \(maximumPerScreen) each of ports, "
            + "`needs` and `provides`.")
      }
      let bytes = screen.ports.reduce(0) { $0 + $1.name.string.utf8.count }
      guard bytes <= maximumPortBytes else {
        throw Problem.malformedBody(
          "The names of the ports of the screen \"\(screen.name)\" may have at most "
            + "\(maximumPortBytes) bytes in total.")
      }
      for port in screen.ports {
        try check(port.name)
        for key in port.provides ?? [] { try check(key) }
      }
      for key in screen.needs + screen.provides { try check(key.key) }
    }
  }
}
