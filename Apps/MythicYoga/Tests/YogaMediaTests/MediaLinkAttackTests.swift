import Crypto
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing
import YogaDomain
import YogaMedia

/// Attempts to access files without a valid link.
struct MediaLinkAttackTests {
  private func statusCodes(_ fixture: MediaFixture, _ uris: [String]) async throws -> [Int] {
    let statuses = StatusCodes()
    try await fixture.run { client, _ in
      for uri in uris {
        await statuses.add(try await client.execute(uri: uri, method: .get).status.code)
      }
    }
    return await statuses.codes
  }

  @Test func `a link whose token is changed, longer or shorter is rejected`() async throws {
    let fixture = try MediaFixture([1])
    let link = fixture.links.path(
      for: .video, of: "agni/mantra", expires: fixture.now.addingTimeInterval(600))
    let token = Array(link.split(separator: "/")[1])
    let changed = token.indices.map { index in
      var other = token
      other[index] = other[index] == "A" ? "B" : "A"
      return link.replacing(String(token), with: String(other))
    }
    let longer = [link.replacing(String(token), with: String(token) + "A")]
    let shorter = (0..<token.count).map {
      link.replacing(String(token), with: String(token.prefix($0)))
    }
    let codes = try await statusCodes(fixture, changed + longer + shorter)
    #expect(codes.allSatisfy { $0 == 403 || $0 == 404 })
    #expect(try await statusCodes(fixture, [link]) == [200])
  }

  @Test func `a later expiry, another notation of it or none is rejected`() async throws {
    let fixture = try MediaFixture([1])
    let link = fixture.links.path(
      for: .video, of: "agni/mantra", expires: fixture.now.addingTimeInterval(600))
    let end = "1800000600"
    let spellings = [
      "1900000600", "+\(end)", "0\(end)", "\(end).0", "", "-1", "9223372036854775808", "1e12",
      "NaN",
    ]
    let codes = try await statusCodes(fixture, spellings.map { link.replacing(end, with: $0) })
    #expect(codes.allSatisfy { $0 == 403 })
  }

  @Test func `a link expires exactly at its second`() async throws {
    let fixture = try MediaFixture([1])
    let links = [-86_400.0, -1, 0, 1, 86_400].map {
      fixture.links.path(
        for: .video, of: "agni/mantra", expires: fixture.now.addingTimeInterval($0))
    }
    #expect(try await statusCodes(fixture, links) == [403, 403, 403, 200, 200])
  }

  @Test func `a link is valid for the files of one video only`() async throws {
    let fixture = try MediaFixture([1])
    try fixture.write([1], to: .master)
    let link = fixture.links.path(
      for: .video, of: "agni/mantra", expires: fixture.now.addingTimeInterval(600))
    let others = ["agni/mudra", "kali/mantra", "agni/mantra2", "agni", "mantra/agni"]
    let codes = try await statusCodes(
      fixture, others.map { link.replacing("agni/mantra", with: $0) })
    #expect(codes.allSatisfy { $0 == 403 || $0 == 404 })
    let master = link.replacing("video.mp4", with: "master.m3u8")
    #expect(try await statusCodes(fixture, [master]) == [200])
  }

  @Test func `another user's link is rejected`() async throws {
    let fixture = try MediaFixture([1])
    let end = fixture.now.addingTimeInterval(600)
    let ada = fixture.links.path(for: .video, of: "agni/mantra", userID: "ada", expires: end)
    let everyone = fixture.links.path(for: .video, of: "agni/mantra", expires: end)
    let uris = [
      ada + "?who=ada", ada + "?who=eve", ada, ada + "?who=ad", ada + "?who=ada%0A",
      everyone + "?who=eve",
    ]
    #expect(try await statusCodes(fixture, uris) == [200, 403, 403, 403, 403, 403])
  }

  @Test func `links signed with another key are rejected`() async throws {
    let fixture = try MediaFixture([1])
    let other = SignedLinks(key: SymmetricKey(data: [UInt8](repeating: 8, count: 32)))
    let link = other.path(
      for: .video, of: "agni/mantra", expires: fixture.now.addingTimeInterval(600))
    #expect(try await statusCodes(fixture, [link]) == [403])
  }

  @Test func `no path leads out of the folder or to a file that is not a video's`() async throws {
    let fixture = try MediaFixture([1])
    try Data([1]).write(to: URL(filePath: fixture.folder + "/secret.mp4"))
    let expires = fixture.now.addingTimeInterval(600)
    let link = fixture.links.path(for: .video, of: "agni/mantra", expires: expires)
    let token = String(link.split(separator: "/")[1])
    let files = [
      "../../secret.mp4", "..%2f..%2fsecret.mp4", "%2e%2e/%2e%2e/secret.mp4", "..\\..\\secret.mp4",
      "..%5c..%5csecret.mp4", "video.mp4%00", "video.mp4%00.webp", "%76ideo.mp4", "VIDEO.MP4",
      "video.mp4/", "video.mp4/..", ".", "..", "", "made.json", "%252e%252e%252fsecret.mp4",
      "....//secret.mp4", "video.mp4;secret", "/etc/passwd", "%2fetc%2fpasswd",
    ]
    let videos = [
      "..", "../..", "agni/..", "agni%2fmantra", "agni/mantra%00", "%61gni/mantra", "AGNI/MANTRA",
      "./agni/mantra", "agni/./mantra",
    ]
    var uris = files.map { "\(SignedLinks.root)/\(token)/agni/mantra/\($0)" }
    uris += videos.map { "\(SignedLinks.root)/\(token)/\($0)/video.mp4" }
    uris += files.map { "\(SignedLinks.root)/open/agni/mantra/\($0)" }
    // Signed links, but for ids that are not in the catalog.
    let signed = ["..", "../..", "agni/../agni/mantra"].map {
      fixture.links.path(for: .video, of: $0, expires: expires)
    }
    for (uri, code) in zip(uris + signed, try await statusCodes(fixture, uris + signed)) {
      #expect(
        code == 403 || code == 404 || (code == 200 && uri.hasSuffix("video.mp4/")),
        "\(uri): \(code)")
    }
  }

  @Test func `links stay the same within the hour, so that caches are used`() throws {
    let links = SignedLinks(key: SymmetricKey(data: [UInt8](repeating: 7, count: 32)))
    let video = try #require(Catalog.current.video("agni/mantra"))
    let hour = Date(timeIntervalSince1970: 1_800_000_000)
    let first = links.links(for: video, userID: "ada", now: hour.addingTimeInterval(1))
    let same = links.links(for: video, userID: "ada", now: hour.addingTimeInterval(3_599))
    #expect(first == same && first.expires % 3_600 == 0)
    #expect(Double(first.expires) >= hour.timeIntervalSince1970 + 6 * 3_600)
    #expect(links.links(for: video, userID: "ada", now: hour.addingTimeInterval(3_601)) != first)
    #expect(
      links.links(for: video, userID: "eve", now: hour.addingTimeInterval(1)).hls != first.hls)
    #expect(first.hls.hasSuffix("/agni/mantra/master.m3u8"))
    #expect(first.poster == "/media/open/agni/mantra/poster.webp")
  }
}

private actor StatusCodes {
  private(set) var codes: [Int] = []
  func add(_ code: Int) { codes.append(code) }
}
