import Accounts
import Foundation
import HTTPTypes
import NIOCore
import Testing
import YogaDomain
import YogaService
import YogaWeb

/// Practices that are finished by a press, in a browser without JavaScript.
@Suite(.timeLimit(.minutes(5))) struct PracticeFlowTests {
  private static func practice(_ site: YogaSite) async throws -> PracticeState {
    let users = site.server.users
    let user = try await users.accounts.administration.user("mira@example.com").id
    return try await users.store.practice(of: user).state
  }

  @Test func `a press counts the chosen practice, once`() async throws {
    try await YogaSite.run { site in
      var mira = try await site.register()
      for press in ["myths", "agni", "video0"] { try await mira.press(press) }
      #expect(mira.path == "/yoga/practice" && mira.page.contains("data-session=\""))
      let copy = mira
      try await mira.press("done")
      // The survey follows the first practice.
      #expect(mira.path == "/yoga/survey")
      var state = try await Self.practice(site)
      let mantra = try #require(Catalog.current.video("agni/mantra"))
      #expect(state.completed == [mantra.id] && state.sessions.count == 1)
      #expect(state.sessions.values.first?.seconds == mantra.seconds)
      // Sent again, and pressed again after going back.
      var secondCopy = copy
      try await secondCopy.press("done")
      #expect(try await Self.practice(site).sessions.count == 1)
      // Chosen again, it counts again.
      try await mira.open("/yoga/menu")
      for press in ["myths", "agni", "video0", "done"] { try await mira.press(press) }
      #expect(mira.path == "/yoga/menu")
      state = try await Self.practice(site)
      #expect(state.completed == [mantra.id] && state.sessions.count == 2)
    }
  }

  @Test func `the history opens a practiced video, and the favorites a favorite`() async throws {
    try await YogaSite.run { site in
      var mira = try await site.register()
      var device = PracticeDevice(id: "device-1")
      device.setFavorite(true, "kali/asana", now: 1_000)
      device.finish(
        PracticeSession(video: "agni/mantra", endedAt: 1_000, utcOffset: 60, seconds: 20),
        id: "session-1", now: 1_000)
      try await mira.send(
        .post, SyncRoutes.path, type: "application/json",
        body: ByteBuffer(bytes: try JSONEncoder().encode(device.request(now: 1_000))))
      try await mira.open("/")
      for (card, video) in [
        ("recent[agni/mantra]openRecent", "agni/mantra"),
        ("favorites[kali/asana]openFavorite", "kali/asana"),
      ] {
        try await mira.press("history")
        try await mira.press(card)
        #expect(mira.path == "/yoga/practice")
        #expect(mira.page.contains("data-video=\"\(video)\" data-sync"))
        try await mira.press("menu")
      }
    }
  }

  @Test func `a press does not count a practice again that the player has recorded`()
    async throws
  {
    try await YogaSite.run { site in
      var mira = try await site.register()
      for press in ["myths", "agni", "video0"] { try await mira.press(press) }
      let start = try #require(mira.page.firstRange(of: "data-session=\""))
      let id = String(mira.page[start.upperBound...].prefix { $0 != "\"" })
      var device = PracticeDevice(id: "device-1")
      // The script records the video that is playing, which may be another one of the six.
      device.finish(
        PracticeSession(video: "agni/asana", endedAt: 1_000, utcOffset: 60, seconds: 20), id: id,
        now: 1_000)
      try await mira.send(
        .post, SyncRoutes.path, type: "application/json",
        body: ByteBuffer(bytes: try JSONEncoder().encode(device.request(now: 1_000))))
      #expect(mira.status == 200)
      // NB: `send` has replaced the page.
      try await mira.open("/yoga/practice")
      try await mira.press("done")
      let state = try await Self.practice(site)
      #expect(state.completed == ["agni/asana"] && state.sessions.count == 1)
      #expect(mira.path == "/yoga/survey")
    }
  }

  @Test func `without a session a press counts nothing`() async throws {
    try await YogaSite.run { site in
      var mira = try await site.register()
      for press in ["myths", "agni", "video0"] { try await mira.press(press) }
      mira.setCookie("__Host-session", "none")
      try await mira.press("done")
      #expect(mira.path == "/yoga/practice")
      #expect(try await Self.practice(site).isEmpty)
    }
  }
}
