#if !hasFeature(Embedded)
  extension FlowError: CustomStringConvertible {
    /// The message, how to fix the error, its location and its code.
    ///
    /// For logs and developers. Show an app's users a sentence of your own.
    public var description: String {
      var text = message
      if let position { text += " At line \(position.line), column \(position.column)." }
      return "\(text) (\(code.rawValue))"
    }
  }
#endif
