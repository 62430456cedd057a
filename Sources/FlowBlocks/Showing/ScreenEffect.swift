public import FlowCore

/// An effect of a press on a drawn screen, for the host to perform.
public enum ScreenEffect: Sendable, Equatable {
  /// Leave the screen through a port. The output is in the form that `Session.fire(_:output:)`
  /// takes; nil writes nothing.
  case fire(Name, output: JSON?)
  /// Go back.
  case back
  /// Open an `https` URL: in the app, or in the browser. The app decides which hosts it allows.
  case open(String, inBrowser: Bool)
  /// Open a step of the flow.
  case step(Name)
  /// Call an action that the app declares, then ``ScreenModel/finish(_:_:outputs:)``.
  case call(ScreenCall)
  /// Reject the press: show the errors of the incomplete form, and focus the first field with one.
  case reject([FieldError])

  /// Whether both are the same, byte by byte.
  public static func == (left: ScreenEffect, right: ScreenEffect) -> Bool {
    switch (left, right) {
    case (.fire(let left, let leftOutput), .fire(let right, let rightOutput)):
      left == right && leftOutput == rightOutput
    case (.back, .back): true
    case (.open(let left, let leftIn), .open(let right, let rightIn)):
      Name(left) == Name(right) && leftIn == rightIn
    case (.step(let left), .step(let right)): left == right
    case (.call(let left), .call(let right)): left == right
    case (.reject(let left), .reject(let right)): left == right
    default: false
    }
  }
}

/// A call of an action that the app declares.
public struct ScreenCall: Sendable, Equatable {
  /// The key of the pressed block.
  public let block: Name
  /// The action.
  public let name: Name
  /// The values of its parameters, by name.
  public let arguments: JSONObject
  /// The actions that follow, by outcome.
  let outcomes: [BlockAction.Outcome]
  /// The outputs of the form when the block was pressed, secrets included; nil if leaving writes
  /// none.
  public let formOutputs: JSONObject?
}
