#if !hasFeature(Embedded)
  extension FlowError: CustomStringConvertible {
    /// What is wrong and how to fix it, where it is, and the code.
    ///
    /// For logs and developers. Show an app's users a sentence of your own.
    public var description: String {
      var text = message
      if let position { text += " At line \(position.line), column \(position.column)." }
      return "\(text) (\(code.rawValue))"
    }
  }
#endif
