import FlowStore
import Testing

@Suite(.serialized, .timeLimit(.minutes(10))) struct KillTests {
  /// Kills a process, and continues with its file: twelve times in a row.
  @Test func `all data acknowledged before kill -9 is stored`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("flowmagic.db")
    var random = SeededGenerator(seed: 20_261_121)
    var writes = AcknowledgedWrites()
    for round in 0..<12 {
      let process = try LoadProcess(store: "sqlite:\(path)")
      // The first two are killed before or while the file is created, the others while writing.
      process.read(lines: round < 2 ? round : 2 + Int(random.next() % 250))
      process.kill()
      writes.add(process)
      try await writes.verify(in: path)
    }
    #expect(writes.published.count > 50)
    #expect(writes.storedBatches.count > 200)
  }

  @Test func `two hundred publishes during appends leave no gap`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("flowmagic.db")
    let process = try LoadProcess(store: "sqlite:\(path)")
    #expect(process.finish() == 0)
    var writes = AcknowledgedWrites()
    writes.add(process)
    #expect(process.published == Array(1...200))
    #expect(writes.storedBatches.count == 800)
    try await writes.verify(in: path)
  }
}

/// A pseudorandom number generator, so that a failed run can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
