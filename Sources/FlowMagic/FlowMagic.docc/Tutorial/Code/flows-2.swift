import FlowMagic

enum Flows {
  static func screens() throws -> ScreenRegistry {
    try ScreenRegistry {
      Welcome.self
      Tour.self
      Email.self
      Summary.self
    }
  }

  static func document() throws -> FlowDocument {
    let signUp = try Flow("signUp") {
      ScreenStep(Welcome.self, content: .init(headline: "A plan in one question"))
        .on(.next, to: Email.self)
        .on(.tour, to: Tour.self)
      ScreenStep(Tour.self).on(.next, to: Email.self)
      ScreenStep(Email.self).on(.next, to: Summary.self)
      ScreenStep(Summary.self).on(.send, finish: "signedUp")
    }
    return FlowDocument(application: "plans", flows: [signUp])
  }
}
