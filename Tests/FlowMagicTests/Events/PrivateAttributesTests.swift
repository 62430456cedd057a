import FlowCore
import FlowMagic
import Testing

@MainActor @Suite struct PrivateAttributesTests {
  private let events = RecordedEvents()

  /// The attributes in the session's first event.
  private func reported(
    _ context: JSONObject, keeping privacy: PrivateAttributes = .standard
  ) async throws -> JSON {
    let navigator = try Navigator(
      screens: shopScreens(), default: shopDocument(), context: context,
      privateAttributes: privacy, events: events)
    await navigator.start()
    let started = try #require(events.all.last { $0.type == .sessionStarted })
    return started.detail["attributes"] ?? .null
  }

  @Test func `a session reports attributes that many users share`() async throws {
    let context: JSONObject = [
      "country": "DE", "appVersion": "2.3.0", "beta": true, "cartItems": 3, "ratio": 0.5,
    ]
    #expect(try await reported(context) == .object(context))
  }

  @Test func `only the name and the type of a private attribute are reported`() async throws {
    let context: JSONObject = [
      "userId": "u-1", "email": "ada@example.com", "firstName": "Ada", "phone": 12, "country": "DE",
    ]
    #expect(
      try await reported(context) == [
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
  func `an attribute whose name suggests personal data is private`(name: String) {
    #expect(PrivateAttributes.standard.isPrivate(Name(name), "x"))
  }

  @Test(arguments: [
    "country", "locale", "platform", "appVersion", "build", "plan", "paid", "android", "grid",
    "userGroup", "numberOfOrders", "segment", "language", "isBeta", "theme", "valid",
  ])
  func `an attribute with a common name is not private`(name: String) {
    #expect(!PrivateAttributes.standard.isPrivate(Name(name), "x"))
  }

  @Test(
    arguments: [
      "ada@example.com", "+49 30 123456", "6f1c0f5e-2d0e-4a68-9b8e-5b9f4a7b1c2d",
      "DE02120300000000202051", 4_930_123_456,
    ] as [JSON])
  func `an attribute whose value looks like personal data is private`(value: JSON) {
    #expect(PrivateAttributes.standard.isPrivate("favorite", value))
  }

  @Test(
    arguments: [
      "DE", "2026-11-21", "a short sentence with 20 letters and more", 42, -3.5, true,
    ] as [JSON])
  func `an attribute with a common value is not private`(value: JSON) {
    #expect(!PrivateAttributes.standard.isPrivate("favorite", value))
  }

  @Test func `an app declares which attributes are private`() async throws {
    let privacy = PrivateAttributes(["hobby"], reporting: ["planName"])
    #expect(
      try await reported(["hobby": "chess", "planName": "Gold"], keeping: privacy) == [
        "hobby": ["type": "string", "private": true], "planName": "Gold",
      ])
    #expect(
      try await reported(["country": "DE"], keeping: .all) == [
        "country": ["type": "string", "private": true]
      ])
  }

  @Test func `only the type of long and structured values is reported, and nothing for null`()
    async throws
  {
    let context: JSONObject = [
      "long": .string(String(repeating: "é", count: 33)),
      "fits": .string(String(repeating: "é", count: 32)), "list": ["a"], "parts": ["a": 1],
      "none": .null, Name(String(repeating: "x", count: 65)): "not reported",
    ]
    #expect(
      try await reported(context) == [
        "long": ["type": "string"], "fits": .string(String(repeating: "é", count: 32)),
        "list": ["type": "array"], "parts": ["type": "object"],
      ])
  }

  @Test func `at most a hundred attributes are reported, so that the event stays small`()
    async throws
  {
    var context = JSONObject()
    for number in 0..<150 { context[Name("attribute\(number)")] = .number(JSONNumber(number)) }
    #expect(try await reported(context).object?.count == 100)
  }

  @Test func `a user without attributes reports none`() async throws {
    #expect(try await reported([:]) == .null)
  }

  @Test func `settings before the start apply, and each session reports its own attributes`()
    async throws
  {
    let navigator = try Navigator(
      screens: shopScreens(), default: shopDocument(), context: ["country": "DE"], events: events)
    navigator.privateAttributes = .all
    await navigator.start()
    navigator.privateAttributes = .standard
    navigator.context["country"] = "AT"
    navigator.restart()
    let reported = events.all.filter { $0.type == .sessionStarted }.map { $0.detail["attributes"] }
    #expect(reported == [["country": ["type": "string", "private": true]], ["country": "AT"]])
  }
}
