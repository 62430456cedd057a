import Accounts
import Testing

@Suite struct LinkTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: StoreKind.all)
  func `a link is returned whatever its age, for each purpose`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    for (number, purpose) in OneTimeLink.Purpose.allCases.enumerated() {
      let link = Samples.link(number, purpose, of: number == 0 ? nil : Samples.ada, expires: 0)
      try await store.change { try $0.put(link) }
      #expect(try await store.read { try $0.link(link.hash) } == link)
    }
    #expect(try await store.read { try $0.link(Samples.hash(99)) } == nil)
    #expect(try await store.read { try $0.link([]) } == nil)
  }

  @Test(arguments: StoreKind.all)
  func `a purpose's links are listed newest first`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    let links = [(1, 310), (2, 320), (3, 310)].map { Samples.link($0.0, .setUp, created: $0.1) }
    try await store.change {
      for link in links { try $0.put(link) }
      try $0.put(Samples.link(4, .verifyEmail))
    }
    let setUpLinks = try await store.read { try $0.links(for: .setUp) }
    #expect(setUpLinks == [links[1], links[2], links[0]])
    #expect(try await store.read { try $0.links(for: .passkey) } == [])
    try await store.change { try $0.put(Samples.link(5, .setUp, of: Samples.bob)) }
    #expect(try await store.read { try $0.links(of: "p_ada", for: .setUp) } == setUpLinks)
    #expect(try await store.read { try $0.links(of: "p_ada", for: .passkey) } == [])
  }

  @Test(arguments: StoreKind.all)
  func `storing a link again replaces it`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    let later = Samples.link(1, .secondFactor, of: Samples.bob, created: 390, expires: 990)
    try await store.change { try $0.put(Samples.link(1)) }
    try await store.change { try $0.put(later) }
    #expect(try await store.read { try $0.link(later.hash) } == later)
  }

  @Test(arguments: StoreKind.all)
  func `a link can be removed once`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    try await store.change { try $0.put(Samples.link(1)) }
    #expect(try await store.change { try $0.removeLink(Samples.hash(1)) })
    #expect(try await store.change { try $0.removeLink(Samples.hash(1)) } == false)
    #expect(try await store.read { try $0.link(Samples.hash(1)) } == nil)
  }

  @Test(arguments: StoreKind.all)
  func `only a user's links for the purpose are removed`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    try await store.change {
      try $0.put(Samples.link(1))
      try $0.put(Samples.link(2))
      try $0.put(Samples.link(3, .verifyEmail))
      try $0.put(Samples.link(4, of: Samples.bob))
      try $0.put(Samples.link(5, of: nil))
      try $0.removeLinks(of: "p_ada", for: .resetPassword)
    }
    let rest = try await store.read { reader in
      try (1...5).filter { try reader.link(Samples.hash($0)) != nil }
    }
    #expect(rest == [3, 4, 5])
  }

  @Test(arguments: StoreKind.all)
  func `links are removed by a text in their payload`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    try await store.change {
      for number in 1...3 { try $0.put(Samples.link(number)) }
      try $0.put(Samples.link(22, .verifyEmail))
      try $0.put(Samples.link(23, of: Samples.bob))
      try $0.removeLinks(of: "p_ada", for: .resetPassword, containing: #""n":2"#)
    }
    let rest = try await store.read { reader in
      try [1, 2, 3, 22, 23].filter { try reader.link(Samples.hash($0)) != nil }
    }
    #expect(rest == [1, 3, 22, 23])
  }

  @Test(arguments: StoreKind.all)
  func `links that expired before a time are removed`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    try await store.change {
      for second in 398...401 { try $0.put(Samples.link(second, expires: second)) }
      try $0.removeLinks(expiredBefore: 400)
    }
    let rest = try await store.read { try $0.links(for: .resetPassword) }
    #expect(Set(rest.map(\.expires)) == [400, 401])
  }

  @Test(arguments: StoreKind.all)
  func `links that were created after a time are removed, and used ID tokens are kept`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.users(in: folder)
    try await store.change { writer in
      for second in 299...302 { try writer.put(Samples.link(second, created: second)) }
      try writer.put(Samples.link(1, .setUp, created: 302))
      try writer.put(Samples.link(2, .externalSignIn, created: 302))
      try writer.put(
        OneTimeLink(
          hash: Samples.hash(3), purpose: .externalSignIn, user: nil, created: 302, expires: 400))
      try writer.removeLinks(for: .resetPassword, createdAfter: 300)
      try writer.removeLinks(for: .externalSignIn, createdAfter: 300)
    }
    let rest = try await store.read { reader in
      try [299, 300, 301, 302, 1, 2, 3].filter { try reader.link(Samples.hash($0)) != nil }
    }
    #expect(rest == [299, 300, 1, 3])
  }
}
