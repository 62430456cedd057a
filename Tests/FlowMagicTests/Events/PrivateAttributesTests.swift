import FlowCore
import FlowMagic
import Testing

@MainActor @Suite struct PrivateAttributesTests {
  private let events = RecordedEvents()

  /// What the event of the session's start tells.
  private func told(
    _ context: JSONObject, keeping privacy: PrivateAttributes = .standard
  ) async throws -> JSON {
    let navigator = try Navigator(
      screens: shopScreens(), default: shopDocument(), context: context,
      privateAttributes: privacy, events: events)
    await navigator.start()
    let started = try #require(events.all.last { $0.kind == .sessionStarted })
    return started.detail["attributes"] ?? .null
  }

  @Test func `a session tells what many people have in common`() async throws {
    let context: JSONObject = [
      "country": "DE", "appVersion": "2.3.0", "beta": true, "cartItems": 3, "ratio": 0.5,
    ]
    #expect(try await told(context) == .object(context))
  }

  @Test func `of what is personal only the name and the type are told`() async throws {
    let context: JSONObject = [
      "userId": "u-1", "email": "ada@example.com", "firstName": "Ada", "phone": 12, "country": "DE",
    ]
    #expect(
      try await told(context) == [
        "userId": ["type": "string", "private": true],
        "email": ["type": "string", "private": true],
        "firstName": ["type": "string", "private": true],
        "phone": ["type": "number", "private": true], "country": "DE",
      ])
  }

  @Test(arguments: [
    "userId", "user_id", "USERID", "customer-id", "id", "ids", "email", "workEmail", "e-mail",
    "emailAddress", "name", "firstName", "nickname", "vorname", "phoneNumber", "mobile",
    "orderNumber", "street", "birthday", "homeLatitude", "ip", "iban", "token", "deviceUUID",
    "user",
  ])
  func `a name that sounds like a person's is personal`(name: String) {
    #expect(PrivateAttributes.standard.keeps(Name(name), "x"))
  }

  @Test(arguments: [
    "country", "locale", "platform", "appVersion", "build", "plan", "paid", "android", "grid",
    "userGroup", "numberOfOrders", "segment", "language", "isBeta", "theme", "valid",
  ])
  func `a name that many share is told`(name: String) {
    #expect(!PrivateAttributes.standard.keeps(Name(name), "x"))
  }

  @Test(
    arguments: [
      "ada@example.com", "+49 30 123456", "6f1c0f5e-2d0e-4a68-9b8e-5b9f4a7b1c2d",
      "DE02120300000000202051", 4_930_123_456,
    ] as [JSON])
  func `a value that one person has is personal whatever its name is`(value: JSON) {
    #expect(PrivateAttributes.standard.keeps("favourite", value))
  }

  @Test(
    arguments: [
      "DE", "2026-11-21", "a short sentence with 20 letters and more", 42, -3.5, true,
    ] as [JSON])
  func `a value that many have is told`(value: JSON) {
    #expect(!PrivateAttributes.standard.keeps("favourite", value))
  }

  @Test func `an app says what is personal and what is not`() async throws {
    let privacy = PrivateAttributes(["hobby"], telling: ["planName"])
    #expect(
      try await told(["hobby": "chess", "planName": "Gold"], keeping: privacy) == [
        "hobby": ["type": "string", "private": true], "planName": "Gold",
      ])
    #expect(
      try await told(["country": "DE"], keeping: .all) == [
        "country": ["type": "string", "private": true]
      ])
  }

  @Test func `of what is long or has parts only the type is told, of nothing nothing`()
    async throws
  {
    let context: JSONObject = [
      "long": .string(String(repeating: "é", count: 33)),
      "fits": .string(String(repeating: "é", count: 32)), "list": ["a"], "parts": ["a": 1],
      "none": .null, Name(String(repeating: "x", count: 65)): "told nowhere",
    ]
    #expect(
      try await told(context) == [
        "long": ["type": "string"], "fits": .string(String(repeating: "é", count: 32)),
        "list": ["type": "array"], "parts": ["type": "object"],
      ])
  }

  @Test func `at most a hundred attributes are told, so that the event stays small`()
    async throws
  {
    var context = JSONObject()
    for number in 0..<150 { context[Name("attribute\(number)")] = .number(JSONNumber(number)) }
    #expect(try await told(context).object?.count == 100)
  }

  @Test func `a person without attributes tells none`() async throws {
    #expect(try await told([:]) == .null)
  }

  @Test func `what was set before the start counts, and each session tells what holds then`()
    async throws
  {
    let navigator = try Navigator(
      screens: shopScreens(), default: shopDocument(), context: ["country": "DE"], events: events)
    navigator.privateAttributes = .all
    await navigator.start()
    navigator.privateAttributes = .standard
    navigator.context["country"] = "AT"
    navigator.restart()
    let told = events.all.filter { $0.kind == .sessionStarted }.map { $0.detail["attributes"] }
    #expect(told == [["country": ["type": "string", "private": true]], ["country": "AT"]])
  }
}
