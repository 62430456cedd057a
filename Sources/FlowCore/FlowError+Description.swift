#if !hasFeature(Embedded)
  extension FlowError: CustomStringConvertible {
    /// The message, the position in the JSON text, if there is one, and the code.
    ///
    /// For logs and developers; show a separate message to an app's users.
    public var description: String {
      var text = message
      if let position { text += " At line \(position.line), column \(position.column)." }
      return "\(text) (\(code.rawValue))"
    }
  }
#endif
