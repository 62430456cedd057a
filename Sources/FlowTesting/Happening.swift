import FlowCore
import FlowMagic

/// Something that a test has to expect.
struct Happening {
  enum Kind {
    case screen, exposure, skipped, problem, finish, adoption
  }

  let kind: Kind
  let name: Name
  let sentence: String

  init(_ kind: Kind, _ name: Name, _ sentence: String) {
    self.kind = kind
    self.name = name
    self.sentence = sentence
  }

  /// What an event means for a test; nil if the test caused it or hears of it otherwise.
  init?(_ event: FlowEvent) {
    let detail = event.detail
    switch event.kind {
    case .exposure:
      let experiment = Name(detail["experiment"]?.string ?? "")
      let variant = detail["variant"]?.string ?? ""
      self.init(.exposure, experiment, "the experiment \(experiment) with the variant \(variant)")
    case .edge:
      guard let why = detail["skipped"]?.string else { return nil }
      let step = Name(detail["step"]?.string ?? "")
      self.init(.skipped, step, "that \(step) was skipped (\(why))")
    case .releaseAdopted:
      let number = event.release.map { "\($0)" } ?? "without a number"
      self.init(.adoption, "", "that the session moved to release \(number)")
    default: return nil
    }
  }

  init(_ error: any Error) {
    switch error {
    case let error as FlowMagicError:
      self.init(.problem, Name(error.code.rawValue), "the problem “\(error)”")
    case let error as FlowError:
      self.init(
        .problem, Name(error.code.rawValue),
        "the problem “\(error.message) (\(error.code.rawValue))”")
    default:
      self.init(.problem, "app-error", "the problem “\(error)”")
    }
  }
}
