import AccountsWeb
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(5))) struct BodyReaderTests {
  private struct ConnectionError: Error {}

  private func body(_ parts: [UInt8]..., failure: ConnectionError? = nil)
    -> AsyncThrowingStream<[UInt8], any Error>
  {
    AsyncThrowingStream { stream in
      for part in parts { stream.yield(part) }
      stream.finish(throwing: failure)
    }
  }

  @Test func `a body is read in parts up to its limit`() async throws {
    #expect(try await BodyReader().read(body([1, 2], [], [3]), atMost: 3) == [1, 2, 3])
    #expect(try await BodyReader().read(body(), atMost: 0).isEmpty)
    await #expect(throws: BodyReader.Failure.tooLarge) {
      try await BodyReader().read(body([1, 2], [3, 4]), atMost: 3)
    }
  }

  @Test func `a body whose declared length is too large is not read`() async throws {
    await #expect(throws: BodyReader.Failure.tooLarge) {
      try await BodyReader().read(
        body(failure: ConnectionError()), headers: [.contentLength: "4"], atMost: 3)
    }
    for headers: HTTPFields in [[:], [.contentLength: "3"]] {
      let read = try await BodyReader().read(body([1, 2], [3]), headers: headers, atMost: 3)
      #expect(read == [1, 2, 3])
    }
  }

  @Test func `a connection that breaks is an error, not the end of the body`() async throws {
    await #expect(throws: BodyReader.Failure.interrupted) {
      try await BodyReader().read(body([1, 2], failure: ConnectionError()), atMost: 3)
    }
  }

  @Test func `attack: a body that stalls is rejected`() async throws {
    let (body, source) = AsyncStream<[UInt8]>.makeStream()
    source.yield([1])
    // At this rate, one byte gives the body a time limit of a millisecond.
    let reader = BodyReader(grace: .zero, bytesPerSecond: 1_000)
    await #expect(throws: BodyReader.Failure.tooSlow) {
      try await reader.read(body, atMost: 2)
    }
    source.finish()
    #expect(BodyReader.Failure.tooSlow.status == .requestTimeout)
  }

  @Test func `attack: the largest picture is held for less than two minutes`() {
    let limit = BodyReader().timeLimit(after: (8 << 20) + (64 << 10))
    #expect(limit > .seconds(60) && limit < .seconds(120))
    #expect(BodyReader().timeLimit(after: 0) == .seconds(30))
  }

  @Test func `attack: bodies beyond the memory of their sender, or of all, are rejected`()
    async throws
  {
    let memory = BodyMemory(maximumBytes: 9, perSender: 3)
    let held = memory.share(of: "mira")
    #expect(try await BodyReader().read(body([1, 2]), atMost: 9, memory: held) == [1, 2])
    let second = memory.share(of: "mira")
    await #expect(throws: BodyReader.Failure.busy) {
      try await BodyReader().read(body([1], [2]), headers: [:], atMost: 9, memory: second)
    }
    second.release()
    let noor = memory.share(of: "noor")
    #expect(try await BodyReader().read(body([1, 2], [3]), atMost: 9, memory: noor).count == 3)
    // Four bytes are free: a sender may use two of them, so that another one can still send.
    let kim = memory.share(of: "kim")
    await #expect(throws: BodyReader.Failure.busy) {
      try await BodyReader().read(body([1, 2, 3]), atMost: 9, memory: kim)
    }
    #expect(try await BodyReader().read(body([1, 2]), atMost: 9, memory: kim) == [1, 2])
    let ida = memory.share(of: "ida")
    #expect(try await BodyReader().read(body([1]), atMost: 9, memory: ida) == [1])
    held.release()
    held.release()
    // Of nine bytes, six are held: by noor, by kim and by ida.
    let mira = memory.share(of: "mira")
    await #expect(throws: BodyReader.Failure.busy) {
      try await BodyReader().read(body([1], [2]), atMost: 9, memory: mira)
    }
    noor.release()
    #expect(try await BodyReader().read(body([1, 2]), atMost: 9, memory: mira).count == 2)
    #expect(BodyReader.Failure.busy.status == .serviceUnavailable)
  }

  @Test func `attack: the accounts of one network leave half of the memory to others`()
    async throws
  {
    let memory = BodyMemory(maximumBytes: 8, perSender: 2)
    let shares = ["mira", "noor"].map { memory.share(of: $0, from: "192.0.2.1") }
    for share in shares {
      #expect(try await BodyReader().read(body([1, 2]), atMost: 9, memory: share) == [1, 2])
    }
    await #expect(throws: BodyReader.Failure.busy) {
      try await BodyReader().read(
        body([1]), atMost: 9, memory: memory.share(of: "kim", from: "192.0.2.1"))
    }
    let other = memory.share(of: "kim", from: "192.0.2.2")
    #expect(try await BodyReader().read(body([1, 2]), atMost: 9, memory: other) == [1, 2])
    other.release()
    shares[0].release()
    let next = memory.share(of: "kim", from: "192.0.2.1")
    #expect(try await BodyReader().read(body([1, 2]), atMost: 9, memory: next) == [1, 2])
  }
}
