public import FlowCore

/// Drawn screens that need no view of an app's own: a first flow takes them and gives their texts.
///
/// Each is a document's drawn screen; its parameters are the step's content, which the verifier
/// checks. What a user enters on ``textInput`` and ``choice`` is the output of the step.
/// `document.add(ReadyScreen.allCases)` puts all of them into a `FlowDocument`.
public enum ReadyScreen: String, Sendable, CaseIterable {
  /// A title, a text and a button. Port `next`.
  case info = "Info"
  /// One line of text that must be filled in. Port `next` with the text.
  case textInput = "TextInput"
  /// One of several options, which are in the content. Port `next` with the value of the option.
  case choice = "Choice"
  /// A name, an email address, and terms to agree to. Port `next` with `name`, `email` and `terms`.
  case form = "Form"
  /// A summary of the entries, to be confirmed: names and values from the content. Port `next`.
  case summary = "Summary"
  /// Progress from the app's data `progress`, from 0 to 1; at 1 a button. Port `next`.
  case loading = "Loading"
  /// An error message, with buttons to retry and to go back. Port `retry`.
  case error = "Error"

  /// The name that steps use.
  public var name: Name { Name(rawValue) }

  /// The screen as an element of a document's `screens`, for documents that are written by hand.
  public var json: JSON {
    do throws(FlowError) {
      return try JSON(parsing: source)
    } catch {
      // NB: a test reads each of them.
      preconditionFailure("\(rawValue).json of FlowMagicScreens cannot be read: \(error)")
    }
  }

  private var source: [UInt8] {
    switch self {
    case .info: PackageResources.Info_json
    case .textInput: PackageResources.TextInput_json
    case .choice: PackageResources.Choice_json
    case .form: PackageResources.Form_json
    case .summary: PackageResources.Summary_json
    case .loading: PackageResources.Loading_json
    case .error: PackageResources.Error_json
    }
  }
}

extension FlowDocument {
  /// A first flow, which needs no view of an app's own: ready-made screens that welcome, ask for a
  /// goal, a name and an email, and say that all is set, in English and German.
  ///
  /// What it asks for are the outputs of its steps. An app shows it when its registry has
  /// `blocks: {}`; `flowmagic init --first-flow` publishes it.
  public static var starter: FlowDocument {
    do throws(FlowError) {
      var document = try FlowDocument(parsing: PackageResources.Starter_json)
      document.add([.info, .choice, .form])
      return document
    } catch {
      // NB: a test reads it.
      preconditionFailure("Starter.json of FlowMagicScreens cannot be read: \(error)")
    }
  }

  /// Adds ready-made screens to the document's drawn screens.
  ///
  /// - Parameter screens: The screens. The document's own screen of a name stays in its place.
  public mutating func add(_ screens: [ReadyScreen]) {
    var drawn = unknown["screens"]?.array ?? []
    for screen in screens
    where !drawn.contains(where: { $0["name"] == .string(screen.rawValue) }) {
      drawn.append(screen.json)
    }
    unknown["screens"] = .array(drawn)
  }
}
