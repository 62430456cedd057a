import FlowCore
import FlowMagicWeb
import Foundation
import Testing
import YogaDomain
import YogaWeb

struct YogaBlocksTests {
  private let blocks = YogaBlocks { video, userID in
    VideoURLs(
      hls: "/m/\(video.id)/master.m3u8?v=\(userID)", video: "/m/\(video.id)/video.mp4",
      quiet: "/m/\(video.id)/video-quiet.mp4", poster: "/m/\(video.id)/poster.webp",
      posterSmall: "/m/\(video.id)/poster-small.webp",
      captions: ["en": "/m/\(video.id)/captions-en.vtt", "de": "/m/\(video.id)/captions-de.vtt"])
  }

  private func html(_ name: Name, _ properties: JSON, language: String = "en") throws -> String {
    let block = try #require(blocks.all[name])
    return block.html(
      .init(properties: properties, children: "<p>inside</p>", language: language))
  }

  @Test func `a player works without JavaScript, resumes, and lists six practices`() throws {
    let html = try html("Player", ["video": "agni/mantra", "position": 12.5, "user": "u<1>"])
    #expect(html.contains("<video controls playsinline"))
    #expect(html.contains(#"<source src="/m/agni/mantra/video.mp4#t=12.5" type="video/mp4">"#))
    #expect(html.contains("master.m3u8?v=u&lt;1&gt;"))
    #expect(html.components(separatedBy: "data-mp4=").count == 7)
    #expect(html.contains(#"srclang="de""#) && !html.contains("<track default"))
    #expect(html.contains("<p>inside</p>"))
  }

  @Test func `a player has the service's numbers, also 0, and no others`() throws {
    let html = try html("Player", ["video": "agni/mantra", "position": 0, "practiced": 0])
    #expect(html.contains(#"data-position="0.0" data-practiced="0.0""#) && !html.contains("#t="))
    let other = try self.html("Player", ["video": "agni/mantra"])
    #expect(other.contains(#"data-position="" data-practiced="""#))
  }

  @Test(arguments: ["Player", "MythCard", "MythHeader", "VideoCard"])
  func `a block without a catalog entry shows its children`(name: String) throws {
    let name = Name(name)
    #expect(try html(name, ["video": "agni/none", "myth": "<script>"]) == "<p>inside</p>")
    #expect(try html(name, [:]) == "<p>inside</p>")
  }

  @Test func `no block contains inline scripts or styles`() throws {
    for name in blocks.all.keys {
      let html = try html(
        name, ["video": "kali/asana", "myth": "kali", "picture": "/p", "title": "<"])
      #expect(!html.contains("<script") && !html.contains("style="), "\(name)")
      #expect(html.wholeMatch(of: /[\s\S]*<[^>]* on[a-z]+=[\s\S]*/) == nil, "\(name)")
    }
  }

  @Test func `pictures are uploaded by a plain form, and blocks are localized in German`() throws {
    let html = try html("Camera", ["source": "camera", "back": "/yoga/menu?a=\"b"], language: "de")
    #expect(html.contains("formenctype=\"multipart/form-data\""))
    #expect(html.contains("formaction=\"/account/picture?back=/yoga/menu%3fa%3d%22b\""))
    #expect(html.contains("capture=\"user\"") && html.contains("Foto aufnehmen"))
    #expect(try !self.html("Camera", ["source": "gallery"]).contains("capture"))
  }

  @Test(arguments: ["Player", "PracticeSettings", "Streak", "SyncStatus"])
  func `a block that stores practice data names its user`(name: String) throws {
    let properties: JSON = ["video": "agni/mantra", "user": "u<1>"]
    #expect(try html(Name(name), properties).contains(#"data-user="u&lt;1&gt;""#))
    #expect(try html(Name(name), ["video": "agni/mantra"]).contains(#"data-user="""#))
  }

  @Test func `a guest's downloads have no links to videos`() throws {
    #expect(try html("Downloads", ["myth": "agni"]) == "<p>inside</p>")
    #expect(try html("Downloads", ["myth": "agni", "user": "u_1"]).contains("data-mp4="))
  }

  @Test func `downloads without a myth are all that the device has`() throws {
    let html = try html("Downloads", ["user": "u_1"])
    #expect(html.contains("data-all") && !html.contains("<li"))
    #expect(try !self.html("Downloads", ["myth": "agni", "user": "u_1"]).contains("data-all"))
  }

  @Test func `a picture is hidden until one is set`() throws {
    #expect(try html("Avatar", [:]) == "<p>inside</p>")
    #expect(
      try html("Avatar", ["picture": "/account/picture"]).contains("<img class=\"yoga-avatar\""))
  }
}
