extension Client {
  /// The program and the device in familiar terms, such as `Firefox on Windows`, or the program's
  /// own name; for display only, because programs can claim anything.
  var summary: String {
    guard !userAgent.isEmpty else { return "an unknown program" }
    let program = Self.programs.first { userAgent.contains($0.mark) }?.name
    let system = Self.systems.first { userAgent.contains($0.mark) }?.name
    switch (program, system) {
    case (let program?, let system?): return "\(program) on \(system)"
    case (let program?, nil): return program
    default: return MailName.plain(userAgent)
    }
  }

  // The order matters: most browsers also claim to be those below them.
  private static let programs = [
    (mark: "Edg/", name: "Edge"), (mark: "EdgA/", name: "Edge"), (mark: "EdgiOS/", name: "Edge"),
    (mark: "OPR/", name: "Opera"), (mark: "SamsungBrowser/", name: "Samsung Internet"),
    (mark: "Firefox/", name: "Firefox"), (mark: "FxiOS/", name: "Firefox"),
    (mark: "CriOS/", name: "Chrome"), (mark: "Chrome/", name: "Chrome"),
    (mark: "Safari/", name: "Safari"),
  ]
  private static let systems = [
    (mark: "iPhone", name: "an iPhone"), (mark: "iPad", name: "an iPad"),
    (mark: "Android", name: "Android"), (mark: "Windows", name: "Windows"),
    (mark: "CrOS", name: "ChromeOS"), (mark: "Mac OS X", name: "a Mac"),
    (mark: "Linux", name: "Linux"),
  ]
}
