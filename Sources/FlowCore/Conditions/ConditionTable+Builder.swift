extension ConditionTable {
  /// Compiles conditions one after the other into a table.
  ///
  /// A condition with a part that cannot be evaluated never applies, and ``issues`` has the reason.
  /// Parts that can be evaluated but are probably a mistake have issues, too.
  package struct Builder {
    /// The maximum nesting of arrays and objects in one condition.
    package static let maximumDepth = 64
    /// The maximum number of reported issues of one condition.
    package static let issueLimit = 100

    /// The issues of the conditions added so far.
    package private(set) var issues: [ConditionIssue] = []

    var instructions: [ConditionInstruction] = []
    var literals = ConditionLiterals()
    var pointer = JSONPointerStack()

    private var paths: [AttributePath] = []
    private var pathIndex: [Name: Int32] = [:]
    private var elementPaths: [AttributePath] = []
    private var elementPathIndex: [Name: Int32] = [:]
    private var segments = NameMap<[JSON]>()
    private var segmentNames: [Name] = []
    private var segmentSets: [Name: Int32] = [:]
    /// The number of searches so far for a segment that a misspelled name may have meant.
    private var segmentSearchCount = 0
    private var patternIndex: [[Name: Int32]] = [[:], [:]]
    private var maximumIssueCount = 0
    /// Whether the condition being compiled has a part that cannot be evaluated.
    private var isRejected = false

    /// Creates an empty builder; of segments with the same name, the first one is used.
    package init(segments: [Segment] = []) {
      for segment in segments where self.segments[segment.name] == nil {
        self.segments[segment.name] = segment.values
        segmentNames.append(segment.name)
      }
    }

    /// Compiles a condition.
    package mutating func add(_ condition: JSON) -> ConditionID {
      let start = instructions.count
      maximumIssueCount = issues.count + Self.issueLimit
      isRejected = false
      compileCondition(condition, of: .context)
      // NB: it is not enough to make that part false: with a `$not` around it, the condition would
      // be true for everyone, for example in an old app that does not know a new operator.
      if isRejected {
        instructions.removeLast(instructions.count - start)
        emit(.never)
      }
      return ConditionID(start: Int32(clamping: start))
    }

    /// Returns the slot of an attribute, adding one if no condition reads the attribute.
    package mutating func intern(path: Name) -> Int {
      Int(Self.intern(path, in: &paths, &pathIndex))
    }

    /// Returns the finished table.
    package consuming func finish() -> ConditionTable {
      ConditionTable(
        paths: paths, instructions: instructions, literals: literals, elementPaths: elementPaths)
    }

    mutating func intern(elementPath: Name) -> Int32 {
      Self.intern(elementPath, in: &elementPaths, &elementPathIndex)
    }

    /// The set of a segment's values, created when a condition first names it; nil if there is no
    /// such segment.
    mutating func set(ofSegment name: Name) -> Int32? {
      if let set = segmentSets[name] { return set }
      guard let values = segments[name] else { return nil }
      let set = literals.sets.append(values, ignoringCase: false)
      segmentSets[name] = set
      return set
    }

    /// The name of the segment most similar to the given one.
    mutating func nearestSegment(to name: Name) -> Name? {
      // Searching very many names, or for many misspellings, would make compiling quadratic.
      segmentSearchCount += 1
      guard segmentNames.count <= 1000, segmentSearchCount <= 1000 else { return nil }
      return ConditionOperator.closest(to: name, among: segmentNames)
    }

    /// A pattern's index; the same pattern is compiled once.
    mutating func internPattern(_ source: Name, ignoringCase: Bool) throws(PatternError) -> Int32 {
      let kind = ignoringCase ? 1 : 0
      if let index = patternIndex[kind][source] { return index }
      literals.patterns.append(try Pattern(source.string, ignoringCase: ignoringCase))
      let index = Int32(clamping: literals.patterns.count - 1)
      patternIndex[kind][source] = index
      return index
    }

    /// Records a part that cannot be evaluated, so that the whole condition does not apply.
    mutating func reject(
      _ kind: ConditionIssueKind, _ id: FindingMessageID, _ arguments: JSONObject
    ) {
      isRejected = true
      report(kind, id, arguments)
      emit(.never)
    }

    /// Records an issue at the current location.
    mutating func report(
      _ kind: ConditionIssueKind, _ id: FindingMessageID, _ arguments: JSONObject
    ) {
      guard issues.count < maximumIssueCount else { return }
      issues.append(
        ConditionIssue(kind: kind, pointer: pointer.description, id, arguments))
    }

    private static func intern(
      _ name: Name, in paths: inout [AttributePath], _ index: inout [Name: Int32]
    ) -> Int32 {
      let path = index[name, default: -1].setIfNegative(Int32(clamping: paths.count))
      if path == paths.count { paths.append(AttributePath(name)) }
      return path
    }
  }
}

extension Int32 {
  /// Sets the number to an index if it is negative, and returns it.
  ///
  /// With a subscript of a dictionary and a default of -1, this inserts an index in one look-up.
  mutating func setIfNegative(_ index: Int32) -> Int32 {
    if self < 0 { self = index }
    return self
  }
}

/// The path from a JSON value's root to a location in it.
struct JSONPointerStack {
  /// A reference token: a member's key or an element's index.
  enum Token {
    case key(Name)
    case index(Int)
  }

  private var tokens: [Token] = []

  var depth: Int { tokens.count }

  mutating func push(_ token: Token) { tokens.append(token) }

  mutating func pop() { tokens.removeLast() }

  /// The location as a JSON Pointer (RFC 6901).
  var description: String {
    var bytes: [UInt8] = []
    for token in tokens {
      bytes.append(UInt8(ascii: "/"))
      switch token {
      case .index(let index): bytes.append(contentsOf: index.description.utf8)
      case .key(let key):
        for byte in key.string.utf8 {
          switch byte {
          case UInt8(ascii: "~"): bytes.append(contentsOf: [byte, UInt8(ascii: "0")])
          case UInt8(ascii: "/"):
            bytes.append(contentsOf: [UInt8(ascii: "~"), UInt8(ascii: "1")])
          default: bytes.append(byte)
          }
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
