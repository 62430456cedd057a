import FlowCore
import FlowMagic
import FlowTesting
import Foundation
import Testing

@Suite struct EventJournalTests {
  private func journal(
    _ folder: TemporaryFolder, seed: UInt64 = 1
  ) throws -> EventJournal {
    EventJournal(
      try QueueFixture(folder: folder).configuration,
      makeID: ManualClock(seed: seed).dependencies.uuid)
  }

  private func line(_ number: Int) -> [UInt8] { Array("{\"n\":\(number),\"t\":\"ü\"}".utf8) }

  /// The numbers of all events that a new journal finds in a folder.
  private func recovered(
    _ folder: TemporaryFolder
  ) throws -> (numbers: [Int64], corruptLineCount: Int) {
    let journal = try journal(folder, seed: 99)
    journal.recover()
    var numbers: [Int64] = []
    var corruptLineCount = 0
    for file in journal.list() {
      #expect(file.state == .batch)
      let batch = try #require(journal.read(file))
      corruptLineCount += batch.corruptLineCount
      let events = try #require(JSON(parsing: batch.body)["events"]?.array)
      numbers += events.compactMap { $0["n"]?.number?.int }
    }
    return (numbers, corruptLineCount)
  }

  @Test func `a crash at any byte loses at most the event being written`() throws {
    let folder = try TemporaryFolder()
    let writing = try journal(folder)
    for number in 0..<5 { _ = writing.append(line(number)) }
    let name = try #require(folder.names.first)
    let bytes = try folder.bytes(name)
    let header = try #require(bytes.firstIndex(of: 0x0A)) + 1
    let length = line(0).count + 1

    for cut in 0...bytes.count {
      let crashed = try TemporaryFolder()
      try crashed.write(Array(bytes.prefix(cut)), name)

      let recovery = try recovered(crashed)

      // A line without its line feed is still complete.
      let completeLines = max(0, cut - header + 1) / length
      #expect(recovery.numbers == (0..<completeLines).map { Int64($0) }, "cut at \(cut)")
    }
  }

  @Test func `a flipped byte loses at most two lines, and a lost line is counted`() throws {
    let folder = try TemporaryFolder()
    let writing = try journal(folder)
    for number in 0..<5 { _ = writing.append(line(number)) }
    let name = try #require(folder.names.first)
    let bytes = try folder.bytes(name)

    for index in bytes.indices {
      var corrupted = bytes
      corrupted[index] ^= 0xFF  // never valid UTF-8 next to ASCII
      let crashed = try TemporaryFolder()
      try crashed.write(corrupted, name)

      let recovery = try recovered(crashed)

      // A lost line feed joins two lines.
      #expect(recovery.numbers.count >= 3, "flipped at \(index)")
      #expect(recovery.numbers.count == 5 || recovery.corruptLineCount > 0)
    }
  }

  @Test func `a file in use by another process is not touched`() throws {
    let folder = try TemporaryFolder()
    let running = try journal(folder)
    _ = running.append(line(1))

    let other = try journal(folder, seed: 5)
    other.recover()

    #expect(other.list().map { $0.state } == [.open])
    _ = running.append(line(2))
    running.finishFile()
    #expect(other.list().map { $0.state } == [.batch])
    #expect(other.list().first.flatMap { other.read($0) }?.events.count == 2)
  }

  @Test func `an idle journal keeps no file open`() throws {
    let folder = try TemporaryFolder()
    let journal = try journal(folder)
    _ = journal.append(line(1))
    journal.releaseLocks()
    _ = journal.append(line(2))
    #expect(journal.list().map { $0.state } == [.batch, .batch])
    journal.keepFilesOpen()
    _ = journal.append(line(3))
    _ = journal.append(line(4))
    #expect(journal.list().map { $0.state } == [.batch, .batch, .open])
    journal.finishFile()
    #expect(try recovered(folder).numbers == [1, 2, 3, 4])
  }

  @Test func `a full file is finished and never changes`() throws {
    let folder = try TemporaryFolder()
    let journal = try journal(folder)
    var result: EventJournal.AppendResult?

    for number in 0..<100 { result = journal.append(line(number)) }
    let finished = try folder.bytes(try #require(folder.names.first))
    #expect(result?.isFull == true)
    _ = journal.append(line(100))

    #expect(journal.list().map { $0.state } == [.batch, .open])
    #expect(try folder.bytes(try #require(folder.names.first)) == finished)
  }
}
