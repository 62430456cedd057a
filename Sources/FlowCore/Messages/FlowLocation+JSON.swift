extension FlowLocation {
  /// Reads the members that the JSON of findings, changes and edges contains.
  package init(_ json: JSON) {
    self.init(
      flow: json["flow"]?.string.map { Name($0) }, step: json["step"]?.string.map { Name($0) },
      port: json["port"]?.string.map { Name($0) },
      route: json["route"]?.number?.int.flatMap { Int(exactly: $0) })
  }
}
