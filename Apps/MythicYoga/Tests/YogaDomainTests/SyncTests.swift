import Foundation
import Testing
import YogaDomain

/// Three devices with their own clocks, and a server whose responses are sometimes lost.
private struct World {
  static let videos = Catalog.current.videos.prefix(5).map(\.id)
  static let year = 365 * 24 * 3_600_000

  var random: SeededRandom
  var devices: [PracticeDevice]
  let skews: [Int]
  var server = SyncedPractice()
  var now = 1_800_000_000_000
  var requests: [(device: Int, request: SyncRequest)] = []
  var finished: Set<String> = []

  init(seed: UInt64, skews: [Int] = [0, 0, 0]) {
    random = SeededRandom(seed)
    self.skews = skews
    devices = (0..<3).map { PracticeDevice(id: "device-\($0)") }
  }

  func clock(_ device: Int) -> Int { now + skews[device] }

  mutating func change(_ device: Int) {
    let video = Self.videos.randomElement(using: &random) ?? ""
    let clock = clock(device)
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let position = Double.random(in: 0...20, using: &random)
      devices[device].setPosition(position, practiced: position / 2, of: video, now: clock)
    case 1: devices[device].setFavorite(.random(using: &random), video, now: clock)
    case 2:
      let value = ["off", "en", "de"].randomElement(using: &random) ?? "off"
      devices[device].set(.captions, to: value, now: clock)
    default:
      let id = "session-\(device)-\(finished.count)"
      finished.insert(id)
      let session = PracticeSession(video: video, endedAt: clock, utcOffset: 60, seconds: 30)
      devices[device].finish(session, id: id, now: clock)
    }
  }

  mutating func sync(_ device: Int, losesResponse: Bool = false) throws {
    let request = devices[device].request(now: clock(device))
    requests.append((device, request))
    let response = try server.apply(request, now: now)
    if !losesResponse { devices[device].receive(response, for: request) }
  }

  mutating func run(steps: Int) throws {
    for _ in 0..<steps {
      now += Int.random(in: 0...90_000, using: &random)
      let device = Int.random(in: 0..<3, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: try sync(device)
      case 1: try sync(device, losesResponse: true)
      case 2:
        // A proxy repeats an old request.
        if let old = requests.randomElement(using: &random) {
          _ = try server.apply(old.request, now: now)
        }
      default: change(device)
      }
    }
    for _ in 0..<2 { for device in 0..<3 { try sync(device) } }
  }
}

struct SyncTests {
  @Test(arguments: 0..<60)
  func `three devices and the server converge, and no finished practice is lost`(seed: UInt64)
    throws
  {
    var world = World(seed: seed)
    try world.run(steps: 120)
    for device in world.devices {
      #expect(device.state == world.server.state)
      #expect(device.pending.isEmpty)
    }
    #expect(Set(world.server.state.sessions.keys) == world.finished)
    #expect(
      world.server.state.completed == Set(world.server.state.sessions.values.map(\.video)))
  }

  @Test(arguments: 0..<20)
  func `devices with wrong clocks converge, and no stamp is after the server's time`(
    seed: UInt64
  ) throws {
    var world = World(seed: seed, skews: [World.year, -World.year, 7_000])
    try world.run(steps: 120)
    for device in world.devices { #expect(device.state == world.server.state) }
    let state = world.server.state
    #expect(state.positions.values.allSatisfy { $0.stamp.time <= world.now })
    #expect(state.favorites.values.allSatisfy { $0.stamp.time <= world.now })
    #expect(state.settings.values.allSatisfy { $0.stamp.time <= world.now })
    #expect(state.sessions.values.allSatisfy { $0.endedAt <= world.now })
    #expect(Set(state.sessions.keys) == world.finished)
  }

  @Test(arguments: 0..<60)
  func `merging is commutative, associative and idempotent`(seed: UInt64) {
    var random = SeededRandom(seed)
    let states = (0..<3).map { _ in PracticeState.random(using: &random) }
    let (a, b, c) = (states[0], states[1], states[2])
    #expect(a.merged(with: b) == b.merged(with: a))
    #expect(a.merged(with: b).merged(with: c) == a.merged(with: b.merged(with: c)))
    let all = a.merged(with: b).merged(with: c)
    #expect(all.merged(with: b) == all)
    #expect(all.merged(with: all) == all)
  }

  @Test func `a clock that is a year ahead does not win forever`() throws {
    var world = World(seed: 1, skews: [World.year, 0, 0])
    world.devices[0].set(.bell, to: "off", now: world.clock(0))
    try world.sync(0)
    world.now += 60_000
    world.devices[1].set(.bell, to: "on", now: world.clock(1))
    try world.sync(1)
    try world.sync(0)
    #expect(world.devices[0].state.value(of: .bell) == "on")
    #expect(world.server.state.value(of: .bell) == "on")
  }

  @Test func `after a clock was set back, an offline change does not undo a later one`() throws {
    var world = World(seed: 1)
    world.devices[0].set(.bell, to: "off", now: world.now + World.year)
    try world.sync(0)
    world.now += 1_000
    world.devices[0].set(.bell, to: "on", now: world.now)
    world.now += 60_000
    world.devices[1].set(.bell, to: "off", now: world.now)
    try world.sync(1)
    world.now += 1_000
    try world.sync(0)
    #expect(world.server.state.value(of: .bell) == "off")
    #expect(world.devices[0].state.value(of: .bell) == "off")
  }

  @Test func `an earlier offline change does not undo a later one`() throws {
    var world = World(seed: 1)
    world.devices[0].setPosition(5, of: "agni/mantra", now: world.now)
    world.now += 1_000_000
    world.devices[1].setPosition(20, of: "agni/mantra", now: world.now)
    try world.sync(1)
    try world.sync(0)
    #expect(world.server.state.position(of: "agni/mantra") == 20)
    #expect(world.devices[0].state.position(of: "agni/mantra") == 20)
  }

  @Test func `a practice that the service and a device record under one id counts once`() throws {
    var world = World(seed: 1)
    let video = try #require(Catalog.current.video("kali/mantra"))
    world.devices[0].setPosition(7, of: video.id, now: world.now)
    try world.sync(0)
    world.now += 1_000
    try world.server.finish(video, session: "session-1", now: world.now)
    try world.server.finish(video, session: "session-1", now: world.now + 1_000)
    #expect(world.server.state.sessions["session-1"]?.seconds == video.seconds)
    #expect(world.server.state.position(of: video.id) == nil)
    let session = PracticeSession(video: video.id, endedAt: world.now, utcOffset: 60, seconds: 9)
    world.devices[1].finish(session, id: "session-1", now: world.now)
    try world.sync(1)
    #expect(world.server.state.sessions.count == 1)
    try world.sync(0)
    #expect(world.devices[0].state.sessions == world.server.state.sessions)
  }

  @Test func `a request whose response was lost is applied once`() throws {
    var world = World(seed: 1)
    let session = PracticeSession(
      video: "kali/mantra", endedAt: world.now, utcOffset: 0, seconds: 30)
    world.devices[0].finish(session, id: "session-1", now: world.now)
    try world.sync(0, losesResponse: true)
    let revision = world.server.revision
    try world.sync(0)
    #expect(world.server.state.sessions.count == 1 && world.server.revision == revision)
  }

  @Test func `a change made while a request is under way is sent with the next`() throws {
    var world = World(seed: 1)
    world.devices[0].setPosition(5, of: "agni/mantra", now: world.now)
    let request = world.devices[0].request(now: world.now)
    world.devices[0].setPosition(9, of: "agni/mantra", now: world.now)
    let response = try world.server.apply(request, now: world.now)
    world.devices[0].receive(response, for: request)
    #expect(world.devices[0].state.position(of: "agni/mantra") == 9)
    try world.sync(0)
    #expect(world.server.state.position(of: "agni/mantra") == 9)
  }

  @Test func `practiced seconds follow the position to other devices, and end with the practice`()
    throws
  {
    var world = World(seed: 1)
    world.devices[0].setPosition(12, practiced: 10, of: "agni/mantra", now: world.now)
    try world.sync(0)
    try world.sync(1)
    #expect(world.devices[1].state.practicedSeconds(of: "agni/mantra") == 10)
    world.now += 1_000
    world.devices[1].finish(
      PracticeSession(video: "agni/mantra", endedAt: world.now, utcOffset: 0, seconds: 28),
      id: "session-1", now: world.now)
    try world.sync(1)
    try world.sync(0)
    #expect(world.devices[0].state.practicedSeconds(of: "agni/mantra") == 0)
    #expect(world.devices[0].state.sessions["session-1"]?.seconds == 28)
  }

  @Test func `a response has only changes, but the whole state after a restored backup`() throws {
    var world = World(seed: 1)
    world.devices[0].setPosition(5, of: "agni/mantra", now: world.now)
    try world.sync(0)
    world.devices[0].setPosition(6, of: "kali/mantra", now: world.now)
    let response = try world.server.apply(world.devices[0].request(now: world.now), now: world.now)
    #expect(Array(response.state.positions.keys) == ["kali/mantra"] && !response.isComplete)
    world.devices[0].receive(response, for: world.devices[0].request(now: world.now))
    world.server = SyncedPractice()
    try world.sync(0)
    #expect(world.devices[0].state == world.server.state)
  }

  @Test func `invalid changes are rejected by name, and the others are applied`() throws {
    var server = SyncedPractice()
    var changes = PracticeState()
    let at = HybridTimestamp(time: 1, counter: -4, device: "someone-else")
    changes.positions = [
      "agni/mantra": Register(1e9, at: at), "agni/none": Register(1, at: at),
      "kali/mantra": Register(-1, at: at),
    ]
    changes.practiced = [
      "agni/mantra": Register(1e9, at: at), "agni/none": Register(1, at: at),
      "kali/mantra": Register(-1, at: at),
    ]
    changes.settings = ["bell": Register("loud", at: at), "volume": Register("on", at: at)]
    changes.favorites = ["agni/mudra": Register(7, at: at)]
    changes.completed = ["<script>"]
    let session = PracticeSession(video: "agni/mudra", endedAt: .max, utcOffset: 0, seconds: 24)
    changes.sessions = ["good-session": session, "../bad": session]
    let request = SyncRequest(device: "device-1", clock: 5, revision: 0, changes: changes)
    let response = try server.apply(request, now: 5)
    #expect(response.state.position(of: "agni/mantra") == 30)
    #expect(response.state.practicedSeconds(of: "agni/mantra") == 86_400)
    #expect(
      response.state.positions["agni/mantra"]?.stamp
        == HybridTimestamp(time: 1, counter: 0, device: "device-1"))
    #expect(response.state.sessions["good-session"]?.endedAt == 5)
    #expect(
      response.rejected == [
        "positions: agni/none", "positions: kali/mantra", "practiced: agni/none",
        "practiced: kali/mantra", "favorites: agni/mudra", "settings: bell",
        "settings: volume", "completed: <script>", "sessions: ../bad",
      ])
    #expect(throws: SyncError(code: .invalidDevice)) {
      try server.apply(SyncRequest(device: "x", clock: 0, revision: 0, changes: changes), now: 5)
    }
  }

  @Test(
    arguments: [
      (86_400, 86_400), (86_401, 86_400), (Int.max, 86_400), (0, nil), (-1, nil),
    ] as [(Int, Int?)])
  func `a practice of more than a day counts as a day, and one without a second is rejected`(
    _ seconds: Int, _ stored: Int?
  ) throws {
    var world = World(seed: 1)
    let practice = PracticeSession(
      video: "agni/mantra", endedAt: world.now, utcOffset: 0, seconds: seconds)
    world.devices[0].finish(practice, id: "session-0", now: world.now)
    let request = world.devices[0].request(now: world.now)
    let response = try world.server.apply(request, now: world.now)
    #expect(response.rejected == (stored == nil ? ["sessions: session-0"] : []))
    #expect(world.server.state.sessions["session-0"]?.seconds == stored)
    // Either way, the device does not send it again.
    world.devices[0].receive(response, for: request)
    #expect(world.devices[0].pending.isEmpty)
    #expect(world.devices[0].state.sessions["session-0"]?.seconds == stored)
  }

  @Test(arguments: [Int.min, Int.max, 0])
  func `extreme clocks and times neither crash nor win`(clock: Int) throws {
    var server = SyncedPractice()
    var changes = PracticeState()
    let at = HybridTimestamp(time: clock, counter: .max, device: "device-1")
    changes.settings["bell"] = Register("off", at: at)
    changes.sessions["session-1"] = PracticeSession(
      video: "agni/mantra", endedAt: clock, utcOffset: 0, seconds: 1)
    let request = SyncRequest(device: "device-1", clock: clock, revision: .max, changes: changes)
    let response = try server.apply(request, now: 1_000_000)
    #expect(response.state.settings["bell"].map { (0...1_000_000).contains($0.stamp.time) } == true)
  }

  @Test func `the size is bounded, and finished videos outlive removed sessions`() {
    var state = PracticeState()
    for index in 0..<(PracticeState.maximumSessions + 10) {
      state.sessions["session-\(index)"] = PracticeSession(
        video: index == 0 ? "agni/mantra" : "kali/mantra", endedAt: index, utcOffset: 0, seconds: 1)
    }
    state.merge(PracticeState())
    #expect(state.sessions.count == PracticeState.maximumSessions)
    #expect(state.sessions["session-0"] == nil && state.completed.contains("agni/mantra"))
  }

  @Test func `a state with missing parts is decoded, and a state survives encoding`() throws {
    let empty = try JSONDecoder().decode(PracticeState.self, from: Data("{}".utf8))
    #expect(empty.isEmpty)
    var random = SeededRandom(3)
    let state = PracticeState.random(using: &random)
    let data = try JSONEncoder().encode(state)
    #expect(try JSONDecoder().decode(PracticeState.self, from: data) == state)
  }
}

extension PracticeState {
  fileprivate static func random(using random: inout SeededRandom) -> PracticeState {
    var state = PracticeState()
    func at(_ random: inout SeededRandom) -> HybridTimestamp {
      HybridTimestamp(
        time: .random(in: 0...3, using: &random), counter: .random(in: 0...1, using: &random),
        device: "device-\(Int.random(in: 0...2, using: &random))")
    }
    for video in World.videos where Bool.random(using: &random) {
      state.positions[video] = Register(.random(in: 0...9, using: &random), at: at(&random))
      state.practiced[video] = Register(.random(in: 0...9, using: &random), at: at(&random))
      state.favorites[video] = Register(.random(in: 0...1, using: &random), at: at(&random))
      state.sessions["session-\(Int.random(in: 0...5, using: &random))"] = PracticeSession(
        video: video, endedAt: .random(in: 0...9, using: &random), utcOffset: 0, seconds: 3)
    }
    state.settings["bell"] = Register(Bool.random(using: &random) ? "on" : "off", at: at(&random))
    return state.merged(with: PracticeState())
  }
}

/// Reproducible random numbers.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
