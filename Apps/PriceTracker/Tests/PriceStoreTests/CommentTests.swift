import GRDB
import PriceDomain
import PriceStore
import Testing

@Suite struct CommentTests {
  private let start = StoreFixture.start

  @Test func `only its author can change or delete a comment`() async throws {
    let fixture = try await StoreFixture()
    let product = try await fixture.addProduct("lamp")
    let text = "<script>alert(1)</script>"
    let comment = try await fixture.store.addComment(text, on: product, by: "ada", at: start)
    await #expect(throws: StoreError.self) {
      _ = try await fixture.store.editComment(comment.id, to: "x", by: "bob", at: start)
    }
    await #expect(throws: StoreError.self) {
      try await fixture.store.deleteComment(comment.id, by: "bob")
    }
    #expect(try await fixture.store.comments(on: product).values.map(\.text) == [text])
    let edited = try await fixture.store.editComment(
      comment.id, to: "Good", by: "ada", at: start + 5)
    #expect(edited.text == "Good")
    #expect(edited.edited == start + 5)
    try await fixture.store.deleteComment(comment.id, by: "ada")
    #expect(try await fixture.store.comments(on: product).values.isEmpty)
  }

  @Test func `a comment is sent to subscribers, but not to its author or in quiet hours`()
    async throws
  {
    let fixture = try await StoreFixture(users: ["ada", "bob", "eve", "joe"])
    let product = try await fixture.addProduct("lamp")
    for user in ["ada", "bob", "eve", "joe"] {
      _ = try await fixture.store.track(product, by: user, at: start)
    }
    for user in ["ada", "bob", "eve"] {
      try await fixture.store.setNotifiesOfComments(true, of: product, by: user)
    }
    _ = try await fixture.store.updateProfile("eve", at: start) {
      $0.preferences.quietHours = QuietHours(begin: 22 * 60, end: 6 * 60)
    }
    _ = try await fixture.store.addComment("Good", on: product, by: "ada", at: start)
    #expect(try await fixture.store.notices(of: "bob").values.map(\.body) == ["ada: Good"])
    for user in ["ada", "eve", "joe"] {
      #expect(try await fixture.store.notices(of: user).values.isEmpty)
    }
  }

  @Test func `all subscribers are notified of a comment once, in batches`() async throws {
    let users = (0..<1_203).map { "u\($0)" }
    let fixture = try await StoreFixture(users: ["ada"] + users)
    let store = fixture.store
    let product = try await fixture.addProduct("lamp")
    for user in users {
      _ = try await store.track(product, by: user, at: start)
      try await store.setNotifiesOfComments(true, of: product, by: user)
    }
    _ = try await store.addComment("Good", on: product, by: "ada", at: start)
    #expect(try await fixture.count("notice") == 1_000)
    #expect(try await store.notifyOfNextComment(at: start + 1))
    #expect(try await fixture.count("notice") == 1_203)
    #expect(try await !store.notifyOfNextComment(at: start + 1))
    #expect(try await store.notices(of: "u1202").values.map(\.body) == ["ada: Good"])
    // Within an hour, nobody is notified again.
    _ = try await store.addComment("Bad", on: product, by: "ada", at: start + 2)
    while try await store.notifyOfNextComment(at: start + 3) {}
    #expect(try await fixture.count("notice") == 1_203)
  }

  @Test func `a deleted comment notifies no one, and does not delay later ones`()
    async throws
  {
    let users = ["ada", "bob", "eve", "joe"]
    let fixture = try await StoreFixture(users: users)
    let store = fixture.store
    let product = try await fixture.addProduct("lamp")
    for user in users {
      _ = try await store.track(product, by: user, at: start)
      try await store.setNotifiesOfComments(true, of: product, by: user)
    }
    // The batches are: the author and Bob; Eve and Joe.
    let first = try await store.addComment("1", on: product, by: "ada", at: start, limit: 2)
    try await store.deleteComment(first.id, by: "ada")
    _ = try await store.addComment("2", on: product, by: "ada", at: start + 1, limit: 2)
    #expect(try await store.notifyOfNextComment(at: start + 2, limit: 2))
    while try await store.notifyOfNextComment(at: start + 2, limit: 2) {}
    #expect(try await store.notices(of: "ada").values.isEmpty)
    #expect(try await store.notices(of: "bob").values.map(\.body) == ["ada: 1"])
    for user in ["eve", "joe"] {
      #expect(try await store.notices(of: user).values.map(\.body) == ["ada: 2"])
    }
  }

  @Test func `a comment is found among any number of newer ones, but only of its product`()
    async throws
  {
    let fixture = try await StoreFixture()
    let store = fixture.store
    let lamp = try await fixture.addProduct("lamp")
    let chair = try await fixture.addProduct("chair")
    let oldest = try await store.addComment("Oldest", on: lamp, by: "ada", at: start)
    for number in 0..<100 {
      _ = try await store.addComment("\(number)", on: lamp, by: "bob", at: start + 1)
    }
    #expect(try await store.comment(oldest.id, on: lamp) == oldest)
    #expect(try await store.comment(oldest.id, on: chair) == nil)
    #expect(try await store.comment(oldest.id + 1_000, on: lamp) == nil)
  }

  @Test func `comments are paged, newest first, with the author's current name`() async throws {
    let fixture = try await StoreFixture()
    let product = try await fixture.addProduct("lamp")
    for number in 0..<5 {
      _ = try await fixture.store.addComment("\(number)", on: product, by: "ada", at: start)
    }
    _ = try await fixture.store.updateProfile("ada", at: start) { $0.nickname = "Countess" }
    let first = try await fixture.store.comments(on: product, limit: 3)
    #expect(first.values.map(\.text) == ["4", "3", "2"])
    #expect(first.values.allSatisfy { $0.author == "Countess" })
    let second = try await fixture.store.comments(on: product, before: first.next, limit: 3)
    #expect(second.values.map(\.text) == ["1", "0"])
    #expect(second.next == nil)
  }

  @Test func `a user's tracked products are searchable, newest first, and private`() async throws {
    let fixture = try await StoreFixture()
    for name in ["Red lamp", "Blue lamp", "Chair"] {
      let product = try await fixture.addProduct(name)
      _ = try await fixture.store.track(product, by: "ada", at: start)
    }
    let firstPage = try await fixture.store.tracked(by: "ada", limit: 2)
    #expect(firstPage.values.map(\.name) == ["Chair", "Blue lamp"])
    let lastPage = try await fixture.store.tracked(by: "ada", before: firstPage.next, limit: 2)
    #expect(lastPage.values.map(\.name) == ["Red lamp"])
    #expect(
      try await fixture.store.tracked(by: "ada", search: "la").values.map(\.name)
        == ["Blue lamp", "Red lamp"])
    #expect(try await fixture.store.tracked(by: "bob").values.isEmpty)
    let export = try await fixture.store.export("ada")
    #expect(export.tracked.count == 3)
    #expect(try await fixture.store.export("bob").tracked.isEmpty)
  }
}
