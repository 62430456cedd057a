extension Client {
  /// The program and the device in familiar terms, such as `Firefox on Windows`, or the program's
  /// own name; for display only, because programs can claim anything.
  func summary(in language: EmailLanguage) -> String {
    guard !userAgent.isEmpty else {
      return switch language {
      case .english: "an unknown program"
      case .german: "einem unbekannten Programm"
      }
    }
    let program = Self.programs.first { userAgent.contains($0.token) }?.name
    let system = Self.systems.first { userAgent.contains($0.token) }
    switch (program, system) {
    case (let program?, let system?):
      return "\(program) \(language == .german ? system.german : system.english)"
    case (let program?, nil): return program
    default: return MailName.sanitized(userAgent)
    }
  }

  // The order matters: most browsers' User-Agent headers also contain the tokens of others below.
  private static let programs = [
    (token: "Edg/", name: "Edge"), (token: "EdgA/", name: "Edge"), (token: "EdgiOS/", name: "Edge"),
    (token: "OPR/", name: "Opera"), (token: "SamsungBrowser/", name: "Samsung Internet"),
    (token: "Firefox/", name: "Firefox"), (token: "FxiOS/", name: "Firefox"),
    (token: "CriOS/", name: "Chrome"), (token: "Chrome/", name: "Chrome"),
    (token: "Safari/", name: "Safari"),
  ]
  private static let systems = [
    (token: "iPhone", english: "on an iPhone", german: "auf einem iPhone"),
    (token: "iPad", english: "on an iPad", german: "auf einem iPad"),
    (token: "Android", english: "on Android", german: "unter Android"),
    (token: "Windows", english: "on Windows", german: "unter Windows"),
    (token: "CrOS", english: "on ChromeOS", german: "unter ChromeOS"),
    (token: "Mac OS X", english: "on a Mac", german: "auf einem Mac"),
    (token: "Linux", english: "on Linux", german: "unter Linux"),
  ]
}
