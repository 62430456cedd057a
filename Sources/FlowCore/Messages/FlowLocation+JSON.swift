extension FlowLocation {
  /// Reads the members that findings, changes and edges write.
  package init(_ json: JSON) {
    self.init(
      flow: json["flow"]?.string.map { Name($0) }, step: json["step"]?.string.map { Name($0) },
      port: json["port"]?.string.map { Name($0) },
      route: json["route"]?.number?.int.flatMap { Int(exactly: $0) })
  }
}
