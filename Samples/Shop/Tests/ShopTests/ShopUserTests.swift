import FlowMagic
import Testing

@testable import Shop

@Suite struct ShopUserTests {
  @Test(arguments: [
    ("de_AT.UTF-8", "de-AT", "AT"), ("en_US", "en-US", "US"), ("pt_BR@euro", "pt-BR", "BR"),
    ("fr", "fr", nil), ("C.UTF-8", "en", nil), ("POSIX", "en", nil), ("", "en", nil),
    ("de_", "de", nil), ("nonsense_too long", "en", nil),
  ])
  func `language and country come from the environment`(
    language: String, locale: String, country: String?
  ) {
    let attributes = ShopUser.attributes(of: ["LANG": language])

    #expect(attributes["locale"]?.string == locale)
    #expect(attributes["country"]?.string == country)
    #expect(attributes["platform"] == "terminal" && attributes["appVersion"] == "1.0.0")
  }

  @Test func `LC_ALL precedes LC_MESSAGES, which precedes LANG`() {
    let attributes = ShopUser.attributes(
      of: ["LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": ""])

    #expect(attributes["locale"] == "fr-FR")
    let all = ShopUser.attributes(
      of: ["LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": "pt_BR"])
    #expect(all["locale"] == "pt-BR")
  }

  @Test func `all attributes of the shop are declared`() {
    let names = ShopUser.attributes(of: ["LANG": "de_DE.UTF-8"]).members.map(\.key)

    #expect(Set(names + ["userId"]) == Set(ShopUser.declarations.map(\.name)))
  }

  @Test func `options set attributes, and override those of the environment`() throws {
    let options = try ShopOptions(
      ["--set", "country=AT", "--set", "plan=gold", "--set", "locale=rm"])

    #expect(options.context["country"] == "AT" && options.context["plan"] == "gold")
    // The environment always has a language.
    #expect(options.context["locale"] == "rm")
    #expect(options.server == nil && !options.isEphemeral)
  }
}
