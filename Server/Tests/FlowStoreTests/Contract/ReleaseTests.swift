import FlowStore
import Testing

@Suite(.serialized) struct ReleaseTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func publish(_ release: StoredRelease, to store: any Store) async -> StoreError.Code? {
    await errorCode { () async throws(StoreError) in
      try await store.publish(release, audit: Shop.entry("release.published"))
    }
  }

  @Test(arguments: StoreKind.all)
  func `a release is returned with its exact bytes and is current`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    let release = StoredRelease(
      application: "shop", environment: "production", number: 1,
      body: (0...255).map { UInt8($0) }, note: "It's \"new\";--", author: "Ada", published: 7)
    #expect(await publish(release, to: store) == nil)
    #expect(try await store.release(1, of: "shop") == release)
    #expect(
      try await store.currentRelease(of: "shop", environment: "production") == release)
    #expect(try await store.currentRelease(of: "shop", environment: "staging") == nil)
    #expect(try await store.environments(of: "shop").map(\.current) == [nil, 1])
  }

  @Test(arguments: StoreKind.all)
  func `an application's environments share its numbers, and each has its own current release`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    for (number, environment) in [(1, "production"), (2, "staging"), (3, "production")] {
      #expect(try await store.nextNumber(of: "shop") == number)
      #expect(await publish(Shop.release(number, in: environment), to: store) == nil)
    }
    let current = try await store.currentReleases()
    #expect(current == [Shop.release(2, in: "staging"), Shop.release(3)])
  }

  @Test(arguments: StoreKind.all)
  func `numbers continue above issued ones that the store does not have`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    try await Shop.publish(1...3, to: store)
    let known = IssuedNumber(application: "shop", environment: "production", number: 3)
    #expect(try await store.issuedNumbers() == [known])
    try await store.raiseNumbers([known])
    #expect(try await store.issuedNumbers() == [known])
    let issued = IssuedNumber(application: "shop", environment: "production", number: 5)
    let unknown = IssuedNumber(application: "lost", environment: "production", number: 8)
    for numbers in [[issued, unknown], [issued, known, unknown]] {
      try await store.raiseNumbers(numbers)
      #expect(try await store.issuedNumbers() == [unknown, issued])
    }
    #expect(try await store.nextNumber(of: "shop") == 6)
    #expect(try await store.nextNumber(of: "lost") == 9)
    #expect(await publish(Shop.release(4), to: store) == .conflict)
    #expect(await publish(Shop.release(6), to: store) == nil)
  }

  @Test(arguments: StoreKind.all)
  func `attack: after the highest number that there is, publishing is an error`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    try await store.raiseNumbers([
      IssuedNumber(application: "shop", environment: "production", number: .max)
    ])
    #expect(await publish(Shop.release(1), to: store) == .damaged)
  }

  @Test(arguments: StoreKind.all, [1, 2, 4, 0, -1])
  func `a wrong number is rejected and changes nothing`(
    _ kind: StoreKind, number: Int
  ) async throws {
    let store = try await kind.shop(in: folder)
    try await Shop.publish(1...2, to: store)
    #expect(await publish(Shop.release(number), to: store) == .conflict)
    #expect(try await store.nextNumber(of: "shop") == 3)
    let current = try await store.currentRelease(of: "shop", environment: "production")
    #expect(current == Shop.release(2))
    let entries = try await store.audit(of: "acme", application: "shop", before: nil, limit: 9)
    #expect(entries.count == 3)
  }

  @Test(arguments: StoreKind.all)
  func `of concurrent publishes of one number, one succeeds, and no number is skipped`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    for number in 1...5 {
      let errorCodes = await withTaskGroup(of: StoreError.Code?.self) { group in
        for _ in 0..<10 { group.addTask { await publish(Shop.release(number), to: store) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(errorCodes.filter { $0 == nil }.count == 1)
      #expect(errorCodes.filter { $0 == .conflict }.count == 9)
    }
    let numbers = try await store.releases(
      of: "shop", environment: nil, before: nil, limit: 100)
    #expect(numbers.map(\.number) == [5, 4, 3, 2, 1])
  }

  /// Publishes by compare-and-set; returns the number or the error.
  private func replace(
    _ expected: Int?, in environment: String = "production", of store: any Store
  ) async -> Result<Int, StoreError> {
    do throws(StoreError) {
      let release = try await store.publish(
        to: environment, of: "shop", replacing: expected, weight: 100
      ) { number, _ in
        (Shop.release(number, in: environment), audit: Shop.entry("release.published"))
      }
      return .success(release.number)
    } catch {
      return .failure(error)
    }
  }

  @Test(arguments: StoreKind.all)
  func `the store numbers a release, and replaces any one if none is expected`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    for (number, environment) in [(1, "production"), (2, "staging"), (3, "production")] {
      #expect(try await replace(nil, in: environment, of: store).get() == number)
    }
    #expect(try await store.release(3, of: "shop") == Shop.release(3))
  }

  @Test(arguments: StoreKind.all)
  func `a different current release is a conflict and changes nothing`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    for wrong in [1, 7] {
      await #expect(throws: StoreError.self) { try await replace(wrong, of: store).get() }
    }
    #expect(try await replace(0, of: store).get() == 1)
    #expect(try await replace(1, of: store).get() == 2)
    for wrong in [0, 1, 3] {
      let result = await replace(wrong, of: store)
      guard case .failure(let error) = result else {
        Issue.record("release \(wrong) was replaced")
        continue
      }
      #expect(error.code == .conflict)
      #expect(error.message.contains("Release 2 is current"))
    }
    #expect(try await store.nextNumber(of: "shop") == 3)
    // The releases of another environment do not matter.
    #expect(try await replace(0, in: "staging", of: store).get() == 3)
    let entries = try await store.audit(of: "acme", application: "shop", before: nil, limit: 9)
    #expect(entries.count == 4)
  }

  @Test(arguments: StoreKind.all)
  func `of concurrent publishes that replace one release, exactly one succeeds`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    for round in 0..<5 {
      let results = await withTaskGroup(of: Result<Int, StoreError>.self) { group in
        for _ in 0..<10 { group.addTask { await replace(round, of: store) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(results.filter { (try? $0.get()) == round + 1 }.count == 1)
      #expect(
        results.filter { result in
          if case .failure(let error) = result { error.code == .conflict } else { false }
        }.count == 9)
    }
  }

  @Test(arguments: StoreKind.all)
  func `an error while making the release is rethrown and changes nothing`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let code = await errorCode { () async throws(StoreError) in
      _ = try await store.publish(
        to: "production", of: "shop", replacing: nil, weight: 1
      ) { _, _ throws(StoreError) in throw StoreError(.tooLarge, "too large") }
    }
    #expect(code == .tooLarge)
    #expect(try await store.nextNumber(of: "shop") == 1)
  }

  @Test(arguments: StoreKind.all)
  func `lists have no bodies, are newest first and can be paged`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    for number in 1...7 {
      let environment = number % 3 == 0 ? "staging" : "production"
      #expect(await publish(Shop.release(number, in: environment), to: store) == nil)
    }
    let page = try await store.releases(of: "shop", environment: nil, before: 6, limit: 3)
    #expect(page.map(\.number) == [5, 4, 3])
    #expect(page.allSatisfy { $0.body.isEmpty && !$0.note.isEmpty })
    let staging = try await store.releases(
      of: "shop", environment: "staging", before: nil, limit: 9)
    #expect(staging.map(\.number) == [6, 3])
    let empty = try await store.releases(of: "shop", environment: nil, before: nil, limit: -1)
    #expect(empty.isEmpty)
  }

  @Test(arguments: StoreKind.all)
  func `a rollback names the restored release, which must exist`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    try await Shop.publish(1...2, to: store)
    #expect(await publish(Shop.release(3, rollbackOf: 9), to: store) == .notFound)
    #expect(await publish(Shop.release(3, rollbackOf: 1), to: store) == nil)
    #expect(try await store.release(3, of: "shop")?.rollbackOf == 1)
  }

  @Test(arguments: StoreKind.all)
  func `an unknown environment or application is rejected`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    #expect(await publish(Shop.release(1, in: "nowhere"), to: store) == .notFound)
    let unknown = StoredRelease(
      application: "lost", environment: "production", number: 1, body: [], note: "",
      author: "", published: 0)
    #expect(await publish(unknown, to: store) == .notFound)
    #expect(try await store.release(1, of: "shop") == nil)
    #expect(try await store.release(1, of: "lost") == nil)
    #expect(try await store.nextNumber(of: "lost") == 1)
  }
}
