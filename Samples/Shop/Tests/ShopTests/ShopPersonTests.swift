import FlowMagic
import Testing

@testable import Shop

@Suite struct ShopPersonTests {
  @Test(arguments: [
    ("de_AT.UTF-8", "de-AT", "AT"), ("en_US", "en-US", "US"), ("pt_BR@euro", "pt-BR", "BR"),
    ("fr", "fr", nil), ("C.UTF-8", "en", nil), ("POSIX", "en", nil), ("", "en", nil),
    ("de_", "de", nil), ("nonsense_too long", "en", nil),
  ])
  func `the terminal says the language and the country`(
    said: String, locale: String, country: String?
  ) {
    let attributes = ShopPerson.attributes(of: ["LANG": said])

    #expect(attributes["locale"]?.string == locale)
    #expect(attributes["country"]?.string == country)
    #expect(attributes["platform"] == "terminal" && attributes["appVersion"] == "1.0.0")
  }

  @Test func `what counts most is asked first`() {
    let attributes = ShopPerson.attributes(
      of: ["LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": ""])

    #expect(attributes["locale"] == "fr-FR")
  }

  @Test func `everything that the shop says is declared`() {
    let said = ShopPerson.attributes(of: ["LANG": "de_DE.UTF-8"]).members.map(\.key)

    #expect(Set(said + ["userId"]) == Set(ShopPerson.declared.map(\.name)))
  }

  @Test func `what is set outweighs what the terminal says`() throws {
    let options = try ShopOptions(["--set", "country=AT", "--set", "plan=gold"])

    #expect(options.context["country"] == "AT" && options.context["plan"] == "gold")
    #expect(options.context["userId"] != nil)
  }
}
