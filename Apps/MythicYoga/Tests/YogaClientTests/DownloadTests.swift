import Foundation
import Testing
import YogaClient
import YogaDomain

/// The index of downloads, with events in any order and across launches.
@MainActor @Suite(.timeLimit(.minutes(10))) struct DownloadTests {
  private let folder: TemporaryFolder
  private let downloader = ManualDownloader()
  private let mantra: Video
  private let mudra: Video

  init() throws {
    folder = try TemporaryFolder()
    mantra = try #require(Catalog.current.video("agni/mantra"))
    mudra = try #require(Catalog.current.video("agni/mudra"))
  }

  private func model(_ error: YogaAPIError? = nil) -> DownloadModel {
    DownloadModel(file: folder.url.appending(path: "downloads.json"), downloader: downloader) {
      video throws(YogaAPIError) in
      if let error { throw error }
      return URL(filePath: "/\(video)/master.m3u8")
    }
  }

  @Test func `a download is shown while it runs and once it is on the device`() async throws {
    let downloads = model()
    downloads.open("u_mira")
    await downloads.download(mantra, title: "Mantra")
    #expect(downloads.index.state(of: mantra.id) == .pending)
    #expect(downloader.takeCalls() == ["start agni/mantra /agni/mantra/master.m3u8"])
    downloader.onEvent?(.progressed(mantra.id, 0.6))
    downloader.onEvent?(.progressed(mantra.id, 0.4))
    #expect(downloads.index.state(of: mantra.id) == .running(0.6))
    #expect(downloads.path(of: mantra.id) == nil)
    downloader.complete(mantra.id, at: "Library/a.movpkg", byteCount: 5_000)
    #expect(downloads.index.state(of: mantra.id) == .downloaded)
    #expect(downloads.path(of: mantra.id) == "Library/a.movpkg")
    #expect(downloads.index.byteCount == 5_000)
    #expect(downloads.index.downloadedVideos() == [mantra])
  }

  @Test func `a download that is running is not started twice`() async throws {
    let downloads = model()
    await downloads.download(mantra, title: "")
    await downloads.download(mantra, title: "")
    #expect(downloader.takeCalls().count == 1)
  }

  @Test func `a download that is cancelled and requested again at once is started once`()
    async throws
  {
    let requests = Requests()
    let file = folder.url.appending(path: "downloads.json")
    let downloads = DownloadModel(file: file, downloader: downloader) {
      [mantra] video async throws(YogaAPIError) in
      if let current = requests.next.popLast() {
        current.remove(video)
        await current.download(mantra, title: "")
      }
      return URL(filePath: "/\(video)/master.m3u8")
    }
    requests.next = [downloads]
    await downloads.download(mantra, title: "")
    #expect(downloads.index.state(of: mantra.id) == .pending)
    #expect(downloader.takeCalls().filter { $0.hasPrefix("start") }.count == 1)
  }

  @MainActor private final class Requests {
    /// The model that requests again while it resolves the stream; removed when it does.
    var next: [DownloadModel] = []
  }

  @Test func `without a connection a download fails and can be requested again`() async throws {
    let downloads = model(.offline)
    await downloads.download(mantra, title: "")
    #expect(downloads.index.state(of: mantra.id) == .failed && downloader.calls.isEmpty)
    let online = model()
    await online.download(mantra, title: "")
    #expect(online.index.state(of: mantra.id) == .pending)
  }

  @Test func `the incomplete copy of a failed or cancelled download is removed`() async throws {
    let downloads = model()
    await downloads.download(mantra, title: "")
    downloader.onEvent?(.located(mantra.id, "a.movpkg"))
    downloader.onEvent?(.ended(mantra.id, succeeded: false, byteCount: 0))
    #expect(downloader.takeCalls().last == "remove a.movpkg")
    await downloads.download(mudra, title: "")
    downloads.remove(mudra.id)
    // The system reports the path of a cancelled download, too.
    downloader.onEvent?(.located(mudra.id, "b.movpkg"))
    downloader.onEvent?(.ended(mudra.id, succeeded: false, byteCount: 0))
    #expect(downloader.takeCalls().suffix(2) == ["cancel agni/mudra", "remove b.movpkg"])
    #expect(downloads.index.state(of: mudra.id) == nil)
  }

  @Test func `a download that was started before a launch can complete after it`() async throws {
    let before = model()
    await before.download(mantra, title: "")
    let after = model()
    #expect(after.index.state(of: mantra.id) == .pending)
    await after.reconcile()
    #expect(after.index.state(of: mantra.id) == .pending)
    downloader.complete(mantra.id, at: "a.movpkg")
    #expect(model().index.path(of: mantra.id) == "a.movpkg")
  }

  @Test func `after a launch the index agrees with the device`() async throws {
    let before = model()
    await before.download(mantra, title: "")
    downloader.complete(mantra.id, at: "a.movpkg")
    await before.download(mudra, title: "")
    _ = downloader.takeCalls()
    // The system has removed a copy, one download was lost, and one is running that is not in the
    // index.
    downloader.files = []
    downloader.tasks = ["kali/asana"]
    let after = model()
    await after.reconcile()
    #expect(after.index.state(of: mantra.id) == nil)
    #expect(after.index.state(of: mudra.id) == .failed)
    #expect(downloader.takeCalls() == ["cancel kali/asana"])
  }

  @Test func `a new download removes the incomplete copy of one that a launch has interrupted`()
    async throws
  {
    let before = model()
    await before.download(mantra, title: "")
    downloader.onEvent?(.located(mantra.id, "a.movpkg"))
    downloader.tasks = []
    let after = model()
    await after.reconcile()
    #expect(after.index.state(of: mantra.id) == .failed)
    _ = downloader.takeCalls()
    await after.download(mantra, title: "")
    #expect(
      downloader.takeCalls() == ["remove a.movpkg", "start agni/mantra /agni/mantra/master.m3u8"])
    #expect(after.index.entries[mantra.id]?.path == nil)
    downloader.complete(mantra.id, at: "b.movpkg")
    #expect(downloader.takeCalls().isEmpty)
    #expect(after.path(of: mantra.id) == "b.movpkg")
  }

  @Test func `an incomplete copy does not count as that of the next download`() throws {
    var index = DownloadIndex()
    _ = index.request("a/b")
    _ = index.setPath("1", of: "a/b")
    _ = index.reconcile(running: []) { _ in true }
    let discarded = index.discardIncompleteCopy(of: "a/b")
    let isNew = index.request("a/b")
    _ = index.finish("a/b", succeeded: true, byteCount: 7)
    #expect(discarded == "1" && isNew)
    #expect(index.state(of: "a/b") == .failed && index.path(of: "a/b") == nil)
  }

  @Test func `removing a video removes its copy`() async throws {
    let downloads = model()
    await downloads.download(mantra, title: "")
    downloader.complete(mantra.id, at: "a.movpkg")
    _ = downloader.takeCalls()
    downloads.remove(mantra.id)
    #expect(downloader.takeCalls() == ["remove a.movpkg"] && downloads.index.entries.isEmpty)
  }

  @Test func `another user does not get the downloads of the previous one`() async throws {
    let downloads = model()
    downloads.open("u_mira")
    await downloads.download(mantra, title: "")
    downloader.complete(mantra.id, at: "a.movpkg")
    await downloads.download(mudra, title: "")
    downloads.open("u_noor")
    #expect(downloads.index.entries.isEmpty && downloader.files.isEmpty)
    #expect(downloader.calls.contains("cancel agni/mudra"))
    #expect(model().index == downloads.index)
  }

  @Test func `a second copy of a complete download is removed`() throws {
    var index = DownloadIndex()
    let isNew = index.request("a/b")
    let leftovers = [
      index.setPath("1", of: "a/b"), index.finish("a/b", succeeded: true, byteCount: 7),
      index.setPath("1", of: "a/b"), index.setPath("2", of: "a/b"),
    ]
    #expect(isNew && leftovers == [nil, nil, nil, "2"])
    #expect(index.path(of: "a/b") == "1")
  }
}
