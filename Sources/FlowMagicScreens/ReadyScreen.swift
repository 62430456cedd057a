public import FlowCore

/// Ready-made drawn screens, which need no view in the app and get their texts from the flow.
///
/// Each is a document's drawn screen; its parameters are the step's content, which the verifier
/// checks. What a user enters on ``textInput``, ``choice`` and ``form`` is the output of the step.
/// `document.add(ReadyScreen.allCases)` adds all of them to a `FlowDocument`.
public enum ReadyScreen: String, Sendable, CaseIterable {
  /// A title, a text and a button. Port `next`.
  case info = "Info"
  /// A required line of text. Port `next` with the text.
  case textInput = "TextInput"
  /// A choice of one of several options from the content. Port `next` with the option's value.
  case choice = "Choice"
  /// A name, an email address, and terms to agree to. Port `next` with `name`, `email` and `terms`.
  case form = "Form"
  /// A summary of entries from the content, to be confirmed: names and values. Port `next`.
  case summary = "Summary"
  /// Progress from the app's data `progress`, from 0 to 1; at 1, a button appears. Port `next`.
  case loading = "Loading"
  /// An error message, with buttons to retry and to go back. Port `retry`.
  case error = "Error"

  /// The name that steps use.
  public var name: Name { Name(rawValue) }

  /// The screen as an element of a document's `screens`, for handwritten documents.
  public var json: JSON {
    do throws(FlowError) {
      return try JSON(parsing: source)
    } catch {
      // NB: a test reads each of them, so this cannot happen.
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
  /// A first flow of ready-made screens, which need no view in the app.
  ///
  /// It welcomes the user, asks for a goal, a name, an email and agreement to terms, and confirms
  /// that all is set, in English and German. The answers are the outputs of its steps. An app shows
  /// it if its registry has `blocks: {}`; `flowmagic init --first-flow` publishes it.
  public static var starter: FlowDocument {
    do throws(FlowError) {
      var document = try FlowDocument(parsing: PackageResources.Starter_json)
      document.add([.info, .choice, .form])
      return document
    } catch {
      // NB: a test reads it, so this cannot happen.
      preconditionFailure("Starter.json of FlowMagicScreens cannot be read: \(error)")
    }
  }

  /// Adds ready-made screens to the document's drawn screens.
  ///
  /// - Parameter screens: The screens. One whose name the document already uses is not added.
  public mutating func add(_ screens: [ReadyScreen]) {
    var drawn = unknown["screens"]?.array ?? []
    for screen in screens
    where !drawn.contains(where: { $0["name"] == .string(screen.rawValue) }) {
      drawn.append(screen.json)
    }
    unknown["screens"] = .array(drawn)
  }
}
