import FlowCore

extension SeededRandom {
  static let names: [Name] = [
    "welcome", "email", "done", "legal", "Info", "a.b", "é", "e\u{301}", "", "to", "finish", "flow",
    "*x", "\"quoted\"", "new\nline", "output.email", "🎬", "flowkit", "flowmagic", "portName",
  ]

  mutating func name() -> Name { pick(Self.names) }

  /// Distinct names.
  mutating func names(_ maximum: Int) -> [Name] {
    Array(Self.names.shuffled(using: &self).prefix(below(maximum + 1)))
  }

  mutating func number() -> JSONNumber {
    let texts = ["0", "1", "0.5", "1e0", "-0.0", "12345678901234567890", "0.10", "2.50e-3"]
    guard case .number(let number)? = try? JSON(parsing: pick(texts)) else { return JSONNumber(0) }
    return number
  }

  mutating func json(_ depth: Int = 2) -> JSON {
    switch below(depth > 0 ? 6 : 4) {
    case 0: return .null
    case 1: return .bool(chance(50))
    case 2: return .number(number())
    case 3: return .string(name().string)
    case 4: return .array(list(3) { $0.json(depth - 1) })
    default: return .object(members(besides: [], depth - 1))
    }
  }

  mutating func members(besides known: [Name], _ depth: Int = 1) -> JSONObject {
    let keys = names(3).filter { !known.contains($0) }
    return JSONObject(keys.map { .init(key: $0, value: json(depth)) })
  }

  mutating func unknown(besides known: [Name] = []) -> JSONObject {
    chance(80) ? JSONObject() : sorted(members(besides: known))
  }

  private func sorted(_ object: JSONObject) -> JSONObject {
    JSONObject(object.members.sorted { $0.key < $1.key })
  }

  mutating func destination(_ depth: Int = 2) -> Destination {
    let style = chance(70) ? .push : pick(Destination.Style.allCases)
    switch below(depth > 0 ? 4 : 3) {
    case 0: return Destination(.finish(name()), style: style)
    case 3:
      let outcomes: [Name?] = names(3).map { $0 } + (chance(50) ? [nil] : [])
      let then = outcomes.map { outcome in
        Continuation(
          outcome: outcome, destination: destination(depth - 1),
          unknown: unknown(besides: targetKeys))
      }
      return Destination(.flow(name(), then: then), style: style)
    default: return Destination(.step(name()), style: style)
    }
  }

  private var targetKeys: [Name] { ["to", "finish", "flow"] }

  mutating func split() -> Split {
    Split(
      experiment: name(), by: maybe(50) { $0.name() }, fallbackBy: maybe(20) { $0.name() },
      seed: maybe(20) { $0.name() }, hashVersion: maybe(30) { $0.pick([1, 2]) },
      coverage: maybe(30) { $0.number() },
      namespace: maybe(30) { random in
        Split.Namespace(name: random.name(), from: random.number(), to: random.number())
      },
      variants: list(3) { random in
        Split.Variant(
          key: random.maybe(50) { $0.name() }, weight: random.maybe(50) { $0.number() },
          range: random.maybe(20) { Split.Range(from: $0.number(), to: $0.number()) },
          destination: random.destination(), unknown: random.unknown(besides: random.targetKeys))
      },
      unknown: unknown())
  }

  mutating func route() -> Route {
    let target: Route.Target = chance(25) ? .split(split()) : .destination(destination())
    return Route(
      when: maybe(40) { $0.json() }, target: target, unknown: unknown(besides: targetKeys))
  }

  mutating func step() -> FlowStep {
    let ports = names(3).map { name in FlowPort(name: name, routes: list(4) { $0.route() }) }
    return FlowStep(
      id: name(), screen: name(), content: maybe(50) { $0.json() },
      showWhen: maybe(30) { $0.json() }, ports: ports, unknown: unknown())
  }

  mutating func document() -> FlowDocument {
    FlowDocument(
      application: maybe(50) { $0.name() }, environment: maybe(50) { $0.name() },
      number: maybe(50) { $0.below(1000) },
      origin: maybe(30) { $0.pick(DocumentFormat.allCases) },
      flows: list(3) { random in
        Flow(
          id: random.name(), start: random.name(), steps: random.list(5) { $0.step() },
          unknown: random.unknown())
      },
      strings: names(2).map { locale in
        StringTable(
          locale: locale,
          entries: names(4).map { StringTable.Translation(key: $0, text: name().string) })
      },
      defaultLocale: maybe(50) { $0.name() }, locales: names(2),
      segments: names(2).map { Segment(name: $0, values: list(3) { $0.json() }) },
      attributes: names(2).map { AttributeDeclaration(name: $0, type: pick(ValueType.allCases)) },
      unknown: unknown())
  }
}
