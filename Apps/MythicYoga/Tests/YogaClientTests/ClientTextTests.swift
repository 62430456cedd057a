import Testing
import YogaClient

@Suite struct ClientTextTests {
  @Test func `every text exists in both languages, with the same placeholders`() {
    let fallback = ClientText.serviceFailed.text(in: "en")
    for text in ClientText.allCases where text != .serviceFailed {
      let (english, german) = (text.text(in: "en-GB"), text.text(in: "de-AT"))
      #expect(!english.isEmpty && !german.isEmpty && english != fallback, "\(text)")
      #expect(english.contains("#") == german.contains("#"), "\(text)")
    }
  }

  @Test func `numbers replace their placeholder`() {
    #expect(ClientText.streakDays.text(7, in: "de") == "Tage in Folge: 7")
    #expect(ClientText.practiceCount.text(3, in: "en") == "3 of 6 done")
  }
}
