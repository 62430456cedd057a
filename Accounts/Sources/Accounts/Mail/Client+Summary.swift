extension Client {
  /// The program and the device in familiar terms, such as `Firefox on Windows`, or the program's
  /// own name; for display only, because programs can claim anything.
  var summary: String {
    guard !userAgent.isEmpty else { return "an unknown program" }
    let program = Self.programs.first { userAgent.contains($0.token) }?.name
    let system = Self.systems.first { userAgent.contains($0.token) }?.name
    switch (program, system) {
    case (let program?, let system?): return "\(program) on \(system)"
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
    (token: "iPhone", name: "an iPhone"), (token: "iPad", name: "an iPad"),
    (token: "Android", name: "Android"), (token: "Windows", name: "Windows"),
    (token: "CrOS", name: "ChromeOS"), (token: "Mac OS X", name: "a Mac"),
    (token: "Linux", name: "Linux"),
  ]
}
