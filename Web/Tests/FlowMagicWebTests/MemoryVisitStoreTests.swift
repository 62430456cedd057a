import FlowMagicWeb
import Testing

/// The store of one process, which evicts the oldest entries by number and by size.
@Suite struct MemoryVisitStoreTests {
  @Test func `the oldest press is evicted when there are too many`() {
    let store = MemoryVisitStore(limit: 2)
    #expect(store.claim("a", until: 0) == .claimed)
    store.complete("a", with: "response")
    #expect(store.claim("a", until: 0) == .completed("response"))
    #expect(store.claim("b", until: 0) == .claimed)
    #expect(store.claim("b", until: 0) == .inProgress)
    #expect(store.claim("c", until: 0) == .claimed)
    #expect(store.claim("b", until: 0) == .inProgress)
    #expect(store.claim("a", until: 0) == .claimed)
  }

  @Test func `the oldest states are evicted when they exceed the size limit`() {
    let store = MemoryVisitStore(bytes: 10_000)
    let large = String(repeating: "x", count: 4_000)
    for key in ["a", "b", "c"] { store.store(large, at: key, until: 0) }
    #expect(store.state(at: "a") == nil)
    #expect(store.state(at: "b") == large)
    #expect(store.state(at: "c") == large)
    // An entry larger than the whole store is not stored.
    store.store(String(repeating: "x", count: 20_000), at: "d", until: 0)
    #expect(store.state(at: "d") == nil)
  }

  @Test func `a released claim no longer counts toward the limit`() {
    let store = MemoryVisitStore(limit: 3)
    #expect(store.claim("kept", until: 0) == .claimed)
    for number in 0..<100 {
      #expect(store.claim("\(number)", until: 0) == .claimed)
      store.release("\(number)")
    }
    #expect(store.claim("kept", until: 0) == .inProgress)
    #expect(store.claim("0", until: 0) == .claimed)
  }

  @Test func `a stored response counts toward the size limit`() {
    let store = MemoryVisitStore(bytes: 5_000)
    for key in ["a", "b"] {
      _ = store.claim(key, until: 0)
      store.complete(key, with: String(repeating: "x", count: 3_000))
    }
    #expect(store.claim("b", until: 0) == .completed(String(repeating: "x", count: 3_000)))
    #expect(store.claim("a", until: 0) == .claimed)
  }
}
