import FlowCore
import FlowMagic
import Testing

@MainActor struct ScreenHostTests {
  @Test func `the views of a host can be of any type, such as strings`() async throws {
    let navigator = try Navigator(screens: shopScreens(), default: shopDocument())
    let host = try ScreenHost(navigator) {
      For(Home.self) { home in "home: \(home.content.headline)" }
      For(Login.self) { _ in "login" }
      For(Email.self) { email in "email: \(email.content.title)" }
      For(Age.self) { _ in "age" }
      For(Summary.self) { "summary: \($0.needs)" }
    }
    #expect(host.view == nil)
    await navigator.start()
    #expect(host.view == "home: Hello")
    navigator.screen(Home.self)?.fire(.signUp)
    navigator.screen(Email.self)?.fire(.next, output: "a@b.c")
    #expect(host.views == ["home: Hello", "email: Your email", "summary: a@b.c"])
  }

  @Test func `a registered screen without a view is reported at launch`() throws {
    let navigator = try Navigator(screens: shopScreens(), default: shopDocument())
    #expect {
      try ScreenHost(navigator) { For(Home.self) { _ in "home" } }
    } throws: {
      ($0 as? FlowMagicError)?.message.contains("Login") == true
    }
  }

  @Test func `a screen with two views is reported at launch`() throws {
    let navigator = try Navigator(screens: shopScreens(), default: shopDocument())
    #expect {
      try ScreenHost(navigator) {
        For(Home.self) { _ in "one" }
        For(Home.self) { _ in "two" }
      }
    } throws: {
      ($0 as? FlowMagicError)?.message == "The table has two `For(Home)`."
    }
  }
}
