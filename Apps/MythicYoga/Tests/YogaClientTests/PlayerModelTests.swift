import Foundation
import Testing
import YogaClient
import YogaDomain

/// The rules of playback.
@MainActor @Suite(.timeLimit(.minutes(10))) struct PlayerModelTests {
  private let folder: TemporaryFolder
  private let practice: PracticeSync
  private let engine = ManualEngine()
  private let player: PlayerModel
  private let mantra: Video
  private let links = Links()

  /// Counts the requests for links, which fail while there is an error.
  @MainActor final class Links {
    var error: YogaAPIError?
    var count = 0
  }

  init() throws {
    folder = try TemporaryFolder()
    practice = PracticeSync(
      folder: folder.url, now: { 1_000_000 },
      exchange: { _ throws(YogaAPIError) in throw .offline })
    practice.open("u_mira")
    mantra = try #require(Catalog.current.video("agni/mantra"))
    let links = links
    player = PlayerModel(engine: engine, practice: practice, utcOffset: { 60 }) {
      video throws(YogaAPIError) in
      links.count += 1
      if let error = links.error { throw error }
      return PlayerSource(
        url: URL(filePath: "/\(video.id)/\(links.count)"), title: video.name.en, subtitle: "Agni")
    }
  }

  private func open(_ video: Video? = nil, plays: Bool = true) async {
    await player.open(video ?? mantra, plays: plays)
    engine.onEvent?(.ready(duration: 40))
  }

  @Test func `a video plays, and its position is saved every five seconds and at a pause`()
    async throws
  {
    await open()
    #expect(player.isPlaying && player.resumedAt == nil && player.duration == 40)
    engine.advance(from: 0, to: 4.5)
    #expect(practice.state.position(of: mantra.id) == nil)
    engine.advance(from: 5, to: 6)
    #expect(practice.state.position(of: mantra.id) == 5)
    player.togglePlayback()
    #expect(!player.isPlaying && practice.state.position(of: mantra.id) == 6)
  }

  @Test func `a video resumes where it was stopped`() async throws {
    practice.setPosition(17.5, of: mantra.id)
    await open(plays: false)
    #expect(player.resumedAt == 17.5 && player.position == 17.5 && !player.isPlaying)
    #expect(engine.takeCalls().contains("seek 17.5"))
  }

  @Test func `a video that was stopped in its last second starts from its beginning`()
    async throws
  {
    practice.setPosition(39.5, of: mantra.id)
    await open()
    #expect(player.resumedAt == nil && player.position == 0)
  }

  @Test func `a video that was only opened saves no position`() async throws {
    practice.setPosition(17, of: mantra.id)
    await open(plays: false)
    practice.setPosition(30, of: mantra.id)  // by another device
    player.close()
    #expect(practice.state.position(of: mantra.id) == 30)
  }

  @Test func `a finished video counts only the seconds that were played`() async throws {
    await open()
    engine.advance(from: 0, to: 10)
    player.seek(to: 30)
    #expect(engine.calls.last == "seek 30.0")
    engine.advance(from: 30, to: 40)
    engine.onEvent?(.playing(false))
    engine.onEvent?(.ended)
    let session = try #require(practice.state.sessions.values.first)
    #expect(session.video == mantra.id && session.seconds == 20 && session.utcOffset == 60)
    #expect(practice.state.completed == [mantra.id])
    #expect(practice.state.position(of: mantra.id) == nil && player.phase == .ended)
  }

  @Test func `seconds practiced before, also on another device, count at the end of the video`()
    async throws
  {
    practice.setPosition(30, practiced: 25, of: mantra.id)
    await open()
    engine.advance(from: 30, to: 36)
    player.close()
    #expect(practice.state.practicedSeconds(of: mantra.id) == 31)
    await open()
    engine.advance(from: 36, to: 40)
    engine.onEvent?(.ended)
    #expect(practice.state.sessions.values.map(\.seconds) == [35])
    #expect(practice.state.practicedSeconds(of: mantra.id) == 0)
  }

  @Test func `skipping to the end does not count as finishing`() async throws {
    await open()
    player.seek(to: 40)
    engine.onEvent?(.ended)
    #expect(practice.state.sessions.isEmpty && practice.state.completed.isEmpty)
  }

  @Test func `a practice that the user ends counts once, and starts from its beginning`()
    async throws
  {
    await open()
    engine.advance(from: 0, to: 10)
    player.finish()
    #expect(!player.isPlaying && practice.state.sessions.values.map(\.seconds) == [10])
    player.finish()
    player.close()
    #expect(practice.state.sessions.count == 1 && practice.state.completed == [mantra.id])
    #expect(practice.state.position(of: mantra.id) == nil)
  }

  @Test func `finishing counts neither an ended video again nor one that has just begun`()
    async throws
  {
    await open()
    engine.advance(from: 0, to: 40)
    engine.onEvent?(.ended)
    player.finish()
    await player.move(1)
    engine.onEvent?(.ready(duration: 30))
    engine.advance(from: 0, to: 2)
    player.finish()
    #expect(practice.state.completed == [mantra.id] && practice.state.sessions.count == 1)
    engine.advance(from: 2, to: 9)
    player.finish()
    #expect(practice.state.sessions.count == 2)
  }

  @Test func `seconds from before do not make a practice that has just begun count`()
    async throws
  {
    let next = try #require(Catalog.current.video(after: mantra.id))
    practice.setPosition(10, practiced: 20, of: next.id)
    await open()
    player.finish()
    await open(next)
    engine.advance(from: 10, to: 12)
    player.finish()
    #expect(practice.state.completed == [mantra.id])
    engine.advance(from: 12, to: 16)
    player.finish()
    #expect(practice.state.completed == [mantra.id, next.id])
    #expect(practice.state.sessions.values.map(\.seconds).sorted() == [1, 26])
  }

  @Test func `the end is reported once`() async throws {
    var ended: [String] = []
    player.onEnd = { ended.append($0.id) }
    await open()
    engine.advance(from: 0, to: 3)
    engine.onEvent?(.ended)
    engine.onEvent?(.ended)
    #expect(ended == [mantra.id] && practice.state.sessions.count == 1)
  }

  @Test func `forward and back stay within the video`() async throws {
    await open()
    engine.advance(from: 0, to: 6)
    player.skip(-PlayerModel.skipInterval)
    #expect(player.position == 0)
    player.skip(100)
    #expect(player.position == 40)
    player.seek(to: .nan)
    #expect(player.position == 0)
  }

  @Test func `next and previous stay within the six videos of a myth`() async throws {
    await open()
    #expect(player.playlist.count == 6 && player.previousVideo == nil)
    await player.move(-1)
    #expect(player.video == mantra)
    for index in 1..<6 {
      await player.move(1)
      engine.onEvent?(.ready(duration: 30))
      #expect(player.video == player.playlist[index] && player.isPlaying)
    }
    await player.move(1)
    #expect(player.video == player.playlist[5] && player.nextVideo == nil)
  }

  @Test func `captions are off until they are turned on, which applies to every video`()
    async throws
  {
    await open()
    #expect(engine.takeCalls().filter { $0.hasPrefix("captions") } == ["captions off"])
    practice.set(.captions, to: "de")
    player.applySettings()
    await player.move(1)
    engine.onEvent?(.ready(duration: 30))
    #expect(
      engine.takeCalls().filter { $0.hasPrefix("captions") } == ["captions de", "captions de"])
    practice.set(.captions, to: "off")
    player.applySettings()
    #expect(engine.calls.last { $0.hasPrefix("captions") } == "captions off")
  }

  @Test func `bells ring until they are turned off`() async throws {
    await open()
    #expect(engine.takeCalls().filter { $0.hasPrefix("bells") } == ["bells true"])
    practice.set(.bell, to: "off")
    player.applySettings()
    #expect(engine.calls.last { $0.hasPrefix("bells") } == "bells false")
  }

  @Test func `a video that fails is tried again with new links at the same position`()
    async throws
  {
    await open()
    engine.advance(from: 0, to: 8)
    engine.onEvent?(.failed)
    #expect(player.phase == .failed(.videoFailed) && !player.isPlaying)
    player.togglePlayback()
    #expect(player.phase == .failed(.videoFailed))
    await player.retry()
    engine.onEvent?(.ready(duration: 40))
    #expect(links.count == 2 && player.position == 8 && player.isPlaying)
    #expect(engine.calls.contains("seek 8.0"))
  }

  @Test func `a video without a connection shows an error`() async throws {
    links.error = .offline
    await player.open(mantra, plays: true)
    #expect(player.phase == .failed(.videoOffline))
    links.error = nil
    await player.retry()
    engine.onEvent?(.ready(duration: 40))
    #expect(player.phase == .ready && player.isPlaying)
  }

  @Test func `an error while the video resumes keeps the position to resume at`() async throws {
    practice.setPosition(20, of: mantra.id)
    links.error = .offline
    await player.open(mantra, plays: true)
    links.error = nil
    await player.retry()
    engine.onEvent?(.ready(duration: 40))
    #expect(player.position == 20)
  }

  @Test func `events of a closed player are ignored`() async throws {
    await open()
    engine.advance(from: 0, to: 6)
    player.close()
    engine.onEvent?(.position(30))
    engine.onEvent?(.ended)
    #expect(practice.state.sessions.isEmpty && practice.state.position(of: mantra.id) == 6)
  }

  @Test func `pressing play while the video loads takes effect once it is loaded`() async throws {
    await player.open(mantra, plays: false)
    player.togglePlayback()
    #expect(!player.isPlaying)
    engine.onEvent?(.ready(duration: 40))
    #expect(player.isPlaying)
  }

  @Test func `a finished video plays again from its beginning`() async throws {
    await open()
    engine.advance(from: 0, to: 40)
    engine.onEvent?(.ended)
    player.togglePlayback()
    #expect(player.isPlaying && player.position == 0)
    engine.advance(from: 0, to: 5)
    engine.onEvent?(.ended)
    #expect(practice.state.sessions.values.map(\.seconds).sorted() == [5, 40])
  }

  @Test(arguments: [
    (0.0, "0:00"), (9.9, "0:09"), (65, "1:05"), (-3, "0:00"), (.nan, "0:00"), (3_600, "60:00"),
  ]) func `positions are formatted as minutes and seconds`(seconds: Double, text: String) {
    #expect(PlayerTime.text(seconds) == text)
  }
}
