import Testing
import YogaDomain

struct PracticeTests {
  @Test func `the beginner path has twelve different easy videos of at least ten myths`() {
    let path = BeginnerPath()
    #expect(path.videos.count == 12)
    #expect(path.videos.allSatisfy { $0.level == .beginner })
    #expect(Set(path.videos.map(\.id)).count == path.videos.count)
    #expect(Set(path.videos.map(\.mythID)).count >= 10)
    #expect(path.videos.first?.kind == .pranayama)
  }

  @Test func `the path continues after finished videos in any order, and has an end`() {
    let path = BeginnerPath()
    #expect(path.next(after: []) == path.videos[0])
    #expect(path.next(after: [path.videos[1].id]) == path.videos[0])
    #expect(path.next(after: [path.videos[0].id]) == path.videos[1])
    #expect(path.next(after: Set(path.videos.map(\.id))) == nil)
  }

  @Test func `finishing a video unlocks the next of its myth only`() {
    let initial = Unlocking(completed: [])
    #expect(initial.isUnlocked("agni/mantra") && !initial.isUnlocked("agni/mudra"))
    let next = Unlocking(completed: ["agni/mantra"])
    #expect(next.isUnlocked("agni/mudra") && !next.isUnlocked("agni/pranayama"))
    #expect(!next.isUnlocked("kali/mudra"))
    #expect(Unlocking(completed: ["agni/dhyana"]).isUnlocked("agni/dhyana"))
    #expect(!initial.isUnlocked("agni/none"))
  }

  @Test func `finishing a myth unlocks the next one, and a started myth stays unlocked`() {
    let six = Catalog.current.videos.filter { $0.mythID == "agni" }.map(\.id)
    #expect(!Unlocking(completed: Set(six.dropLast())).isUnlocked(myth: "kali"))
    #expect(Unlocking(completed: Set(six)).isUnlocked(myth: "kali"))
    #expect(Unlocking(completed: ["kali/mantra"]).isUnlocked(myth: "kali"))
    #expect(Unlocking(completed: []).isUnlocked(myth: "agni"))
    #expect(!Unlocking(completed: []).isUnlocked(myth: "none"))
  }

  @Test func `each video matches one length, and any matches all`() {
    for video in Catalog.current.videos {
      #expect(LengthFilter.any.matches(video))
      #expect(LengthFilter.allCases.count { $0 != .any && $0.matches(video) } == 1)
    }
    #expect(LengthFilter.allCases.allSatisfy { Catalog.current.videos.contains(where: $0.matches) })
  }

  @Test(arguments: ["boat", "BOOT", "navasana", "nāvāsana", "नावासन", "  boat "])
  func `the glossary can be searched in English, German and Sanskrit`(text: String) {
    #expect(Catalog.current.entries(matching: text).first?.id == "navasana")
  }

  @Test func `the glossary shows all for an empty text, and none for an unknown word`() {
    #expect(Catalog.current.entries(matching: " ").count == Catalog.current.glossary.count)
    #expect(Catalog.current.entries(matching: "headless chicken").isEmpty)
  }

  @Test func `recent videos are listed once each, the latest first`() {
    var device = PracticeDevice(id: "device-1")
    for (number, video) in ["kali/mantra", "agni/asana", "kali/mantra", "agni/none"].enumerated() {
      let time = 1_000 * (number + 1)
      device.finish(
        PracticeSession(video: video, endedAt: time, utcOffset: 0, seconds: 30),
        id: "session-\(number)", now: time)
    }
    let catalog = Catalog.current
    let recent = device.state.recentVideos()
    #expect(recent.map(\.id) == ["kali/mantra", "agni/asana"])
    #expect(recent.map { catalog.fullName(of: $0).de } == ["Kali · Mantra", "Agni · Boot"])
    #expect(device.state.favoriteVideos().isEmpty)
  }
}
