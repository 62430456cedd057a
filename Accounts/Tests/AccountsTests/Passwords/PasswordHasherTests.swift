import Accounts
import Testing

struct PasswordHasherTests {
  let hasher = PasswordHasher(parameters: .forTests)

  @Test func `the hasher accepts the password, and no other`() async throws {
    let hash = try await hasher.hash("correct horse battery")
    #expect(
      try await hasher.check("correct horse battery", against: hash) == .correct(isOutdated: false))
    for other in [
      "correct horse batterY", "correct horse battery ", "", "correct horse\u{0}battery",
    ] {
      #expect(try await hasher.check(other, against: hash) == .wrong)
    }
  }

  @Test func `the hash has the parameters and a random salt of 16 bytes`() async throws {
    var hashes: Set<String> = []
    for _ in 0..<20 { hashes.insert(try await hasher.hash("the same password")) }
    #expect(hashes.count == 20)
    for hash in hashes {
      let parts = hash.split(separator: "$").map(String.init)
      #expect(parts.prefix(2) == ["scrypt", "ln=4,r=1,p=1"])
      #expect(parts.dropFirst(2).map { ByteEncoding.bytes(base64: $0)?.count } == [16, 32])
      #expect(!hash.contains("same"))
    }
  }

  @Test func `a password is accepted however its accents are composed`() async throws {
    let hash = try await hasher.hash("cafe\u{301} \u{212B}ngstro\u{308}m")
    #expect(
      try await hasher.check("caf\u{E9} \u{C5}ngstr\u{F6}m", against: hash)
        == .correct(isOutdated: false))
    #expect(try await hasher.check("cafe \u{C5}ngstr\u{F6}m", against: hash) == .wrong)
    // Compatibility equivalence is not applied: a ligature is kept.
    let ligature = try await hasher.hash("o\u{FB03}ce door is open")
    #expect(try await hasher.check("office door is open", against: ligature) == .wrong)
  }

  @Test func `the hasher accepts a hash from other programs`() async throws {
    // hashlib.scrypt(b"pleaseletmein", salt=b"SodiumChloride", n=16384, r=8, p=1, dklen=64)
    let hash =
      "$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf04"
      + "6/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw"
    #expect(try await hasher.check("pleaseletmein", against: hash) == .correct(isOutdated: false))
    #expect(try await hasher.check("pleaseletmeout", against: hash) == .wrong)
  }

  @Test func `a hash with weaker parameters than a new one is outdated`() async throws {
    let hash = try await hasher.hash("correct horse battery")
    let stronger = [(5, 1, 1), (4, 2, 1), (4, 1, 2)].map {
      PasswordHasher(
        parameters: ScryptParameters(logRounds: $0.0, blockSize: $0.1, parallelism: $0.2))
    }
    for other in stronger {
      #expect(
        try await other.check("correct horse battery", against: hash) == .correct(isOutdated: true))
      #expect(try await other.check("another", against: hash) == .wrong)
      let strong = try await other.hash("correct horse battery")
      #expect(
        try await hasher.check("correct horse battery", against: strong)
          == .correct(isOutdated: false))
    }
  }

  @Test(arguments: [
    "", "$", "$$$$", "plain", "$scrypt$ln=4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$ln=4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$", "$scrypt$ln=4,r=1,p=1$$AAAA",
    "$argon2id$ln=4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$ln=4,r=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$r=1,ln=4,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$ln=-4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$ln=63,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$ln=20,r=32,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$ln=4,r=0,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$ln=4,r=1,p=99999999$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$ln=4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAA",
  ])
  func `a malformed hash is treated as none, with the same work`(text: String) async throws {
    #expect(try await hasher.check("", against: text) == .wrong)
    #expect(try await hasher.check("anything", against: text) == .wrong)
    #expect(await hasher.derivationCount == 2)
  }

  // MARK: Work

  @Test func `a check without a hash derives a key, too`()
    async throws
  {
    let runs = RunRecorder()
    let hasher = PasswordHasher(
      parameters: .forTests, maximumRunning: 1, maximumWaiting: 1
    ) { run in
      runs.record(run)
      return try run.parameters.derive(from: run.password, salt: run.salt, length: run.length)
    }
    let hash = try await hasher.hash("correct horse battery")
    #expect(await hasher.derivationCount == 1)
    _ = try await hasher.check("correct horse battery", against: hash)
    _ = try await hasher.check("a wrong one entirely", against: hash)
    _ = try await hasher.check("correct horse battery", against: nil)
    _ = try await hasher.check("correct horse battery", against: "no hash")
    #expect(await hasher.derivationCount == 5)
    #expect(runs.recorded.count == 5)
    for run in runs.recorded {
      #expect(run.parameters == .forTests)
      #expect(run.salt.count == 16 && run.length == 32 && run.password.count >= 20)
    }
  }

  @Test func `no password is accepted without a hash`()
    async throws
  {
    let zeros = PasswordHasher(parameters: .forTests, maximumRunning: 1, maximumWaiting: 1) { run in
      [UInt8](repeating: 0, count: run.length)
    }
    #expect(try await zeros.check("", against: nil) == .wrong)
    #expect(try await zeros.check("anything", against: nil) == .wrong)
  }

  @Test func `the hasher rejects a password of megabytes without hashing it`() async throws {
    let runs = RunRecorder()
    let hasher = PasswordHasher(
      parameters: .forTests, maximumRunning: 1, maximumWaiting: 1
    ) { run in
      runs.record(run)
      return try run.parameters.derive(from: run.password, salt: run.salt, length: run.length)
    }
    let long = String(repeating: "p", count: 5_000_000)
    let error = await #expect(throws: AccountError.self) { try await hasher.hash(long) }
    #expect(error?.code == .weakPassword)
    #expect(try await hasher.check(long, against: try await hasher.hash("")) == .wrong)
    #expect(runs.recorded.map(\.password) == [[], []])
  }
}
