/// An error of creating or using the control socket, with a message and its fix.
package struct ControlFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
