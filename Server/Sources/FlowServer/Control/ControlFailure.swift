/// Why the control socket cannot be made or used, in a sentence that says what to do.
package struct ControlFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
