import FlowMagic
import Testing

@MainActor struct ScreenPreviewTests {
  @Test func `a preview has content, outputs and an entered value, and reports fired ports`() {
    var fired: [(Email.Port, String?)] = []
    let email = ScreenProxy<Email>.preview(
      .init(title: "Hi"), outputs: Answers(age: 5), enteredValue: "a@b.c"
    ) { fired.append(($0, $1)) }
    #expect(email.content.title == "Hi")
    #expect(email.outputs.age == 5)
    #expect(email.enteredValue == "a@b.c")
    #expect(email.isCurrent && email.canFire(.skip))
    email.fire(.next, output: "b@c.d")
    email.fire(.skip)
    #expect(fired.map(\.0) == [.next, .skip])
    #expect(fired.map(\.1) == ["b@c.d", nil])
    #expect(!email.back())
  }

  @Test func `a preview of a screen without content needs no content`() {
    #expect(ScreenProxy<Login>.preview().outputs == Answers())
  }
}
