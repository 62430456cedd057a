// A file of an app that imports these modules and uses types without their module's name. A type of
// FlowMagic or of the engine that has the name of one of Apple's types, or a type in both modules,
// would be ambiguous here.
import FlowCore
import FlowMagic
import FlowMagicUI
import Foundation
import SwiftUI
import UIKit

enum NamesOfSwiftUI<Content: View, Label: View, Value: Hashable> {
  static var types: [Any.Type] {
    [
      Axis.self, Edge.self, (any Transition).self, (any Shape).self, (any Gesture).self,
      (any Layout).self, (any Commands).self, (any Scene).self, (any App).self,
      Section<Content, Content, Content>.self, Link<Label>.self, Menu<Label, Content>.self,
      Picker<Label, Value, Content>.self, Slider<Label, Label>.self, Stepper<Label>.self,
      Toggle<Label>.self, Tab<Value, Content, Label>.self, Table<Value, Value, Value>.self,
      Grid<Content>.self, Window<Content>.self, Settings<Content>.self, Anchor<Value>.self,
      Alert.self, Angle.self, Color.self, Font.self, Gradient.self, Image.self, Material.self,
      Path.self, Prominence.self, Visibility.self, Namespace.self, Binding<Value>.self,
      Environment<Value>.self, Text.self, Alignment.self, Animation.self, Transaction.self,
      State<Value>.self,
    ]
  }
}

enum NamesOfFoundation {
  static var types: [Any.Type] {
    [
      Port.self, Stream.self, Operation.self, Bundle.self, Notification.self, Unit.self,
      Dimension.self, Progress.self, Scanner.self, Timer.self, Thread.self, Formatter.self,
      Calendar.self, Locale.self, URL.self, UUID.self, Data.self, Date.self, Host.self,
    ]
  }
}

/// The SDK's `Step`, not the engine's type of the same concept.
struct AskForName: Step {
  func perform() async throws -> String { "Mira" }
}

enum NamesOfFlowMagic {
  static let step = FlowStep(
    id: "a", screen: "Home", ports: [FlowPort(name: "next", routes: [])])
  static let variant = Split.Variant(weight: 0.5, destination: Destination(.step("a")))
  static func effect(_ transition: SessionTransition) -> SessionEffect { transition.effect }
  static func edges(_ transition: SessionTransition) -> [SessionEdge] { transition.edges }
}
