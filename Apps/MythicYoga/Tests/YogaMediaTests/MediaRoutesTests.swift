import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing
import YogaDomain
import YogaMedia

struct MediaRoutesTests {
  private let bytes = Array("0123456789".utf8)

  @Test func `a whole file has the headers that players and caches need`() async throws {
    try await MediaFixture(bytes).run { client, link in
      let response = try await client.execute(uri: link, method: .get)
      #expect(response.status == .ok && Array(response.body.readableBytesView) == bytes)
      #expect(response.headers[.contentType] == "video/mp4")
      #expect(response.headers[.acceptRanges] == "bytes")
      #expect(response.headers[.contentLength] == "10")
      #expect(response.headers[.xContentTypeOptions] == "nosniff")
      #expect(response.headers[.cacheControl] == "private, max-age=600")
      #expect(response.headers[.eTag]?.hasPrefix("\"") == true)
      #expect(response.headers[.lastModified]?.hasSuffix(" GMT") == true)
    }
  }

  @Test(arguments: [
    ("bytes=0-3", "0123", "bytes 0-3/10"), ("bytes=4-", "456789", "bytes 4-9/10"),
    ("bytes=-3", "789", "bytes 7-9/10"), ("bytes=9-9", "9", "bytes 9-9/10"),
    ("bytes=2-99", "23456789", "bytes 2-9/10"), ("bytes=-99", "0123456789", "bytes 0-9/10"),
    ("Bytes= 0 - 0", "0", "bytes 0-0/10"),
    ("bytes=0-99999999999999999999", "0123456789", "bytes 0-9/10"),
  ])
  func `the response to a range has its bytes`(range: String, part: String, contentRange: String)
    async throws
  {
    try await MediaFixture(bytes).run { client, link in
      let response = try await client.execute(uri: link, method: .get, headers: [.range: range])
      #expect(response.status == .partialContent)
      #expect(String(buffer: response.body) == part)
      #expect(response.headers[.contentRange] == contentRange)
      #expect(response.headers[.contentLength] == String(part.count))
    }
  }

  @Test(arguments: ["bytes=10-", "bytes=10-12", "bytes=-0", "bytes=99999999999999999999-"])
  func `an unsatisfiable range is rejected with the file's size`(range: String) async throws {
    try await MediaFixture(bytes).run { client, link in
      let response = try await client.execute(uri: link, method: .get, headers: [.range: range])
      #expect(response.status == .rangeNotSatisfiable)
      #expect(response.headers[.contentRange] == "bytes */10")
      #expect(response.body.readableBytes == 0)
    }
  }

  @Test(arguments: [
    "items=0-3", "bytes=0-1,3-4", "bytes", "bytes=5-4", "bytes=12-11", "bytes=a-b", "bytes=",
    "bytes=-", "bytes= - ", "bytes=1-2-3", "bytes=-1-", "bytes=+1-2", "bytes=1 2-3",
    "bytes=1-2 3", "bytes=-1\t2", "bytes=4",
  ])
  func `the whole file is sent for another unit, a list of ranges or an invalid range`(
    range: String
  ) async throws {
    try await MediaFixture(bytes).run { client, link in
      let response = try await client.execute(uri: link, method: .get, headers: [.range: range])
      #expect(response.status == .ok && response.body.readableBytes == 10)
    }
  }

  @Test func `a cached file is not sent again`() async throws {
    try await MediaFixture(bytes).run { client, link in
      let first = try await client.execute(uri: link, method: .get)
      let tag = try #require(first.headers[.eTag])
      let date = try #require(first.headers[.lastModified])
      for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
        let conditionalResponse = try await client.execute(
          uri: link, method: .get, headers: [.ifNoneMatch: known])
        #expect(
          conditionalResponse.status == .notModified && conditionalResponse.body.readableBytes == 0)
        #expect(conditionalResponse.headers[.eTag] == tag)
      }
      let dated = try await client.execute(
        uri: link, method: .get, headers: [.ifModifiedSince: date])
      #expect(dated.status == .notModified)
      // The tag takes precedence; the date is for clients without one.
      let other = try await client.execute(
        uri: link, method: .get, headers: [.ifNoneMatch: "\"other\"", .ifModifiedSince: date])
      #expect(other.status == .ok)
    }
  }

  @Test func `a download is resumed only if the file is unchanged`() async throws {
    try await MediaFixture(bytes).run { client, link in
      let first = try await client.execute(uri: link, method: .head)
      let tag = try #require(first.headers[.eTag])
      let date = try #require(first.headers[.lastModified])
      for (condition, status) in [
        (tag, 206), (date, 206), ("\"other\"", 200), ("W/\(tag)", 200),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 200),
      ] {
        let response = try await client.execute(
          uri: link, method: .get, headers: [.range: "bytes=5-", .ifRange: condition])
        #expect(response.status.code == status, "\(condition)")
      }
    }
  }

  @Test func `HEAD has the headers of GET without a body`() async throws {
    try await MediaFixture(bytes).run { client, link in
      let response = try await client.execute(
        uri: link, method: .head, headers: [.range: "bytes=0-1"])
      #expect(response.status == .ok && response.body.readableBytes == 0)
      #expect(response.headers[.contentLength] == "10")
      let getResponse = try await client.execute(uri: link, method: .get)
      for name in [
        HTTPField.Name.contentLength, .contentType, .eTag, .lastModified, .acceptRanges,
        .cacheControl, .xContentTypeOptions,
      ] { #expect(response.headers[name] == getResponse.headers[name], "\(name)") }
    }
  }

  @Test func `a range across blocks is complete, and a replaced file is read again`()
    async throws
  {
    let large = (0..<1_600_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let fixture = try MediaFixture(large)
    try await fixture.run { client, link in
      let range = [HTTPField.Name.range: "bytes=500000-1599998"]
      for _ in 0..<2 {
        let response = try await client.execute(
          uri: link, method: .get, headers: HTTPFields(range.map { HTTPField(name: $0, value: $1) })
        )
        #expect(response.status == .partialContent)
        #expect(Array(response.body.readableBytesView) == Array(large[500_000..<1_599_999]))
      }
      let tag = try await client.execute(uri: link, method: .head).headers[.eTag]
      try fixture.write(bytes, to: .video)
      let replaced = try await client.execute(
        uri: link, method: .get, headers: [.ifNoneMatch: tag ?? ""])
      #expect(replaced.status == .ok && Array(replaced.body.readableBytesView) == bytes)
    }
  }

  @Test func `a file larger than the cache is complete in concurrent responses`() async throws {
    let large = (0..<1_600_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) }
    try await MediaFixture(large).run(cacheCapacity: 600_000) { client, link in
      try await withThrowingTaskGroup(of: [UInt8].self) { group in
        for _ in 0..<8 {
          group.addTask {
            Array(try await client.execute(uri: link, method: .get).body.readableBytesView)
          }
        }
        for try await answer in group { #expect(answer == large) }
      }
    }
  }

  @Test func `only posters are public`() async throws {
    let fixture = try MediaFixture(bytes)
    try fixture.write(bytes, to: .poster)
    try await fixture.run { client, _ in
      let poster = try await client.execute(
        uri: SignedLinks.path(forPublic: .poster, of: "agni/mantra"), method: .get)
      #expect(poster.status == .ok && poster.headers[.contentType] == "image/webp")
      #expect(poster.headers[.cacheControl] == "public, max-age=3600")
      for file in MediaFile.allCases where !file.isPublic {
        let path = SignedLinks.path(forPublic: file, of: "agni/mantra")
        let response = try await client.execute(uri: path, method: .get)
        #expect(response.status == .forbidden)
      }
    }
  }

  @Test func `a missing video is not found, and the library reports it`() async throws {
    let fixture = try MediaFixture(bytes)
    try await fixture.run { client, _ in
      let link = fixture.links.path(
        for: .video, of: "kali/mantra", expires: fixture.now.addingTimeInterval(60))
      let response = try await client.execute(uri: link, method: .get)
      #expect(response.status == .notFound)
    }
    let missing = fixture.library.incompleteVideos()
    #expect(missing.count == 84)
    #expect(missing.first?.video == "agni/mantra" && missing.first?.files.contains(.video) == false)
    #expect(
      fixture.library.missingFilesWarning()?.contains("84 of 84 videos are incomplete") == true)
    #expect(
      fixture.library.missingFilesWarning()?.contains("scripts/yoga-media \(fixture.folder)")
        == true)
    for file in MediaFile.allCases { try fixture.write(bytes, to: file) }
    #expect(fixture.library.incompleteVideos().count == 83)
    try fixture.write([], to: .captionsDE)
    #expect(fixture.library.incompleteVideos().first?.files == [.captionsDE])
  }
}
