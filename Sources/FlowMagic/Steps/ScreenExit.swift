package import FlowCore

/// An exit of a screen: the port that it fires, and its output if there is one.
public struct ScreenExit<S: Screen>: Sendable {
  /// The port.
  public let port: S.Port
  /// The screen's output; nil if the port was fired without one.
  public let output: S.Output?

  /// Fires a port without an output.
  ///
  /// - Parameter port: The port.
  /// - Returns: The exit.
  public static func fire(_ port: S.Port) -> ScreenExit { ScreenExit(port: port, output: nil) }

  /// Fires a port with the screen's output.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - output: The output.
  /// - Returns: The exit.
  public static func fire(_ port: S.Port, output: S.Output) -> ScreenExit {
    ScreenExit(port: port, output: output)
  }
}

/// A type-erased ``ScreenExit``.
package struct AnyScreenExit: Sendable, Equatable {
  package let port: Name
  package let output: JSON?

  package init(port: Name, output: JSON?) {
    self.port = port
    self.output = output
  }
}

extension AnyScreenExit {
  package init<S: Screen>(_ exit: ScreenExit<S>) throws {
    let output = try exit.output.map { try JSON(encoding: $0) }
    self.init(port: Name(exit.port.rawValue), output: output)
  }
}
