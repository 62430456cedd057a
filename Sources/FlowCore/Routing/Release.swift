/// A compiled document, ready to run: interned ids and flat arrays.
///
/// Compiling never rejects an invalid flow: a missing destination becomes an error when it is
/// reached, and the verifier finds it before. A release is immutable, so any number of sessions can
/// share one. Time and memory: linear in the size of the document.
public final class Release: Sendable {
  /// The application that the release belongs to.
  public let application: Name?
  /// The environment that the release is for.
  public let environment: Name?
  /// The number of the release.
  public let number: Int?

  package let flows: [CompiledFlow]
  package let steps: [CompiledStep]
  /// The distinct screens of the steps.
  package let stepScreens: [CompiledScreen]
  package let ports: [CompiledPort]
  package let routes: [CompiledRoute]
  package let splits: [CompiledSplit]
  package let variants: [CompiledVariant]
  package let destinations: [CompiledDestination]
  package let continuations: [CompiledContinuation]
  package let outcomes: [Name]
  package let conditions: ConditionTable
  #if !hasFeature(Embedded)
    /// A hash of all conditions and segments, with their constants.
    package let conditionsHash: UInt64
  #endif
  package let buckets: [CompiledBucket]
  package let strings: CompiledStrings
  /// The screens of the build that runs the release; if nil, every screen is assumed to exist.
  package let screens: NameMap<ScreenDeclaration>?
  /// The screens that the document draws; nil if the build shows none.
  package let drawnScreens: DrawnScreenTable?
  /// The slots to update when an output changes, by the output's key.
  package let slotsByOutput: NameMap<[Int32]>
  /// Whether any split assigns users by an output, so that outputs change bucket numbers.
  package let hasOutputBuckets: Bool

  /// Compiles a document for a build.
  ///
  /// - Parameters:
  ///   - document: The flows.
  ///   - manifest: The manifest of the build that runs the release. If nil, every screen is assumed
  ///     to exist, and a step's output is stored under the step's id only. A build whose manifest
  ///     has `blocks` also has the screens that the document draws.
  /// - Throws: `tooManyParts` for a document with 2³¹ − 1 or more steps, routes, destinations or
  ///   continuations.
  public convenience init(
    _ document: FlowDocument, manifest: Manifest? = nil
  ) throws(FlowError) {
    var manifest = manifest
    var drawnScreens: DrawnScreenTable?
    if var build = manifest {
      drawnScreens = DrawnScreenTable(document, &build)
      manifest = build
    }
    var compiler = ReleaseCompiler(document, manifest: manifest)
    try compiler.compile()
    self.init(compiler, drawnScreens)
  }

  /// Copies the compiled parts.
  init(_ compiler: ReleaseCompiler, _ drawnScreens: DrawnScreenTable? = nil) {
    let document = compiler.document
    application = document.application
    environment = document.environment
    number = document.number
    flows = compiler.flows
    steps = compiler.steps
    stepScreens = compiler.stepScreens
    ports = compiler.ports
    routes = compiler.routes
    splits = compiler.splits
    variants = compiler.variants
    destinations = compiler.destinations
    continuations = compiler.continuations
    outcomes = compiler.outcomes.names
    conditions = compiler.conditions.builder.finish()
    #if !hasFeature(Embedded)
      conditionsHash = document.segments.reduce(compiler.conditions.table.hash) { hash, segment in
        let values = JSON.array(segment.values).structuralHash
        return hash.mixed(segment.name.string.byteHash).mixed(values)
      }
    #endif
    buckets = compiler.buckets
    strings = CompiledStrings(document)
    screens = compiler.screens
    self.drawnScreens = drawnScreens
    slotsByOutput = Release.slotsByOutput(conditions)
    let paths = conditions.paths
    hasOutputBuckets = buckets.contains { bucket in
      paths[Int(bucket.slot)].outputKey != nil
        || (bucket.fallbackSlot >= 0 && paths[Int(bucket.fallbackSlot)].outputKey != nil)
    }
  }

  private static func slotsByOutput(_ conditions: ConditionTable) -> NameMap<[Int32]> {
    var slots = NameMap<[Int32]>()
    slots.reserveCapacity(conditions.paths.count { $0.outputKey != nil })
    for index in conditions.paths.indices {
      guard let key = conditions.paths[index].outputKey else { continue }
      let position = slots.index(of: key, adding: [])
      slots.values[position].append(Int32(index))
    }
    return slots
  }
}

extension Release {
  /// The ids of the flows, in the document's order.
  public var flowIDs: [Name] { flows.map { $0.id } }

  package func flowIndex(_ id: Name) -> Int? {
    flows.firstIndex { $0.id == id }
  }

  package func stepIndex(_ id: Name, flow: Int) -> Int? {
    flows[flow].stepsByID[id].map(Int.init)
  }

  /// The screen of a step.
  package func screen(of step: Int) -> CompiledScreen { stepScreens[Int(steps[step].screen)] }

  /// The index of a step's port; nil if it has no port with this name.
  ///
  /// Time: linear in the number of its ports.
  package func portIndex(_ name: Name, step: Int) -> Int? {
    let step = steps[step]
    var index = Int(step.firstPort)
    let end = index + Int(step.portCount)
    while index < end {
      if ports[index].name == name { return index }
      index += 1
    }
    return nil
  }
}
