import Foundation
import Testing
import YogaDomain

struct CatalogTests {
  private let catalog = Catalog.current

  @Test func `fourteen myths have six videos each, one of every kind`() {
    #expect(catalog.myths.count == 14)
    for myth in catalog.myths {
      #expect(myth.videos.map(\.kind) == Video.Kind.allCases, "\(myth.id)")
      #expect(myth.videos.map(\.id) == Video.Kind.allCases.map { "\(myth.id)/\($0)" })
      #expect(myth.videos.allSatisfy { $0.mythID == myth.id })
    }
    #expect(catalog.kinds.map(\.id) == Video.Kind.allCases)
  }

  @Test func `Agni with its mantra, and Kali, are in the catalog`() {
    #expect(catalog.myth("agni")?.name == "Agni")
    #expect(catalog.video("agni/mantra")?.name.en == "Mantra")
    #expect(catalog.myth("kali")?.sanskrit == catalog.myths[1].sanskrit)
  }

  @Test func `ids are unique and valid in paths and URLs`() {
    let ids = catalog.videos.map(\.id)
    #expect(Set(ids).count == 84)
    #expect(Set(catalog.glossary.map(\.id)).count == catalog.glossary.count)
    for id in ids + catalog.glossary.map(\.id) {
      #expect(id.allSatisfy { "abcdefghijklmnopqrstuvwxyz-/".contains($0) }, "\(id)")
    }
  }

  @Test func `every text exists in English and German, and every name in Sanskrit`() {
    var texts = catalog.myths.flatMap { [$0.epithet, $0.text] }
    texts += catalog.videos.flatMap { [$0.name, $0.text] }
    texts += catalog.glossary.flatMap { [$0.name, $0.text] }
    texts += catalog.kinds.flatMap { [$0.name, $0.text] }
    for text in texts {
      #expect(!text.en.isEmpty && !text.de.isEmpty, "\(text)")
    }
    let long = catalog.myths.map(\.text) + catalog.videos.map(\.text) + catalog.glossary.map(\.text)
    for text in long { #expect(text.en != text.de, "\(text.en) is not translated") }

    var names = catalog.myths.map(\.sanskrit) + catalog.videos.map(\.sanskrit)
    names += catalog.glossary.map(\.sanskrit) + catalog.kinds.map(\.sanskrit)
    for name in names {
      let letters = name.devanagari.unicodeScalars.filter { $0 != " " }
      #expect(!name.iast.isEmpty && !letters.isEmpty)
      #expect(letters.allSatisfy { (0x0900...0x097F).contains($0.value) }, "\(name)")
    }
  }

  @Test func `the language tag selects the text`() {
    let text = LocalizedText(en: "Fire", de: "Feuer")
    #expect(["de", "de-AT", "DE_ch"].map(text.text) == ["Feuer", "Feuer", "Feuer"])
    #expect(["en", "fr", "", "den"].map(text.text) == ["Fire", "Fire", "Fire", "Fire"])
  }

  @Test func `a video lasts a whole number of breaths, and 20 to 45 seconds`() {
    for video in catalog.videos {
      #expect(video.breath.inhale > 0 && video.breath.exhale > 0, "\(video.id)")
      #expect(video.seconds % video.breath.seconds == 0, "\(video.id)")
      #expect((20...45).contains(video.seconds), "\(video.id)")
    }
  }

  @Test func `the glossary has each term of a video, and no other terms`() {
    let used = Set(catalog.videos.flatMap(\.glossary))
    #expect(used == Set(catalog.glossary.map(\.id)))
    #expect(catalog.videos.allSatisfy { !$0.glossary.isEmpty })
    #expect(catalog.entry("navasana")?.name == LocalizedText(en: "Boat", de: "Boot"))
  }

  @Test func `every level has videos, and each myth's first video is for beginners`() {
    #expect(Set(catalog.videos.map(\.level)) == Set(Video.Level.allCases))
    #expect(catalog.myths.allSatisfy { $0.videos[0].level == .beginner })
    #expect(Video.Level.beginner < .intermediate && Video.Level.intermediate < .advanced)
  }

  @Test func `next and previous stay within the six videos of a myth`() {
    #expect(catalog.video(after: "agni/mantra")?.id == "agni/mudra")
    #expect(catalog.video(before: "agni/mudra")?.id == "agni/mantra")
    #expect(catalog.video(before: "agni/mantra") == nil)
    #expect(catalog.video(after: "agni/dhyana") == nil)
    #expect(catalog.video(after: "agni/unheard-of") == nil)
    #expect(catalog.video("nobody/mantra") == nil)
  }

  @Test func `text in every myth's colors has a contrast of at least 4.5 to 1`() throws {
    for myth in catalog.myths {
      for scheme in [myth.colors.light, myth.colors.dark] {
        for (front, back) in [
          (scheme.text, scheme.background), (scheme.accent, scheme.background),
          (scheme.onAccent, scheme.accent),
        ] {
          #expect(try contrast(front, back) >= 4.5, "\(myth.id): \(front) on \(back)")
        }
      }
      let art = myth.colors.art
      #expect(try contrast(art.glow, art.deep) >= 7, "\(myth.id): the name in its videos")
    }
  }

  @Test func `myths differ in their colors`() {
    #expect(Set(catalog.myths.map(\.colors.light.accent)).count == 14)
    #expect(Set(catalog.myths.map(\.colors.art)).count == 14)
  }

  @Test func `JSON that is not a catalog is rejected with a decoding error`() {
    #expect(throws: DecodingError.self) { try Catalog(json: #"{"myths": []}"#.utf8) }
    #expect(throws: DecodingError.self) { try Catalog(json: "{".utf8) }
  }
}

/// The contrast of two colors by WCAG 2.2.
private func contrast(_ first: String, _ second: String) throws -> Double {
  let luminances = (try luminance(first), try luminance(second))
  return (max(luminances.0, luminances.1) + 0.05) / (min(luminances.0, luminances.1) + 0.05)
}

private func luminance(_ color: String) throws -> Double {
  let value = try #require(color.count == 7 && color.first == "#" ? color.dropFirst() : nil)
  let number = try #require(UInt32(value, radix: 16))
  let parts = [16, 8, 0].map { shift in
    let part = Double((number >> shift) & 0xff) / 255
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
  }
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
}
