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
}
