import FlowCore
import FlowMagic

/// An event that a test has to expect.
struct ExpectedEvent {
  enum Category {
    case screen, exposure, skipped, problem, finish, adoption, fieldError, opened, call
  }

  let category: Category
  let name: Name
  let description: String

  init(_ category: Category, _ name: Name, _ description: String) {
    self.category = category
    self.name = name
    self.description = description
  }

  /// The expectation for a recorded event; nil if a test does not have to expect it.
  init?(_ event: FlowEvent) {
    let detail = event.detail
    switch event.type {
    case .exposure:
      let experiment = Name(detail["experiment"]?.string ?? "")
      let variant = detail["variant"]?.string ?? ""
      self.init(.exposure, experiment, "the variant \(variant) of the experiment \(experiment)")
    case .edge:
      guard let reason = detail["skipped"]?.string else { return nil }
      let step = Name(detail["step"]?.string ?? "")
      self.init(.skipped, step, "the skipped step \(step) (\(reason))")
    case .releaseAdopted:
      let release = event.release.map { "release \($0)" } ?? "a release without a number"
      self.init(.adoption, "", "that the session moved to \(release)")
    default: return nil
    }
  }

  init(_ error: any Error) {
    switch error {
    case let error as FlowMagicError:
      self.init(.problem, Name(error.code.rawValue), "the error “\(error)”")
    case let error as FlowError:
      self.init(
        .problem, Name(error.code.rawValue),
        "the error “\(error.message) (\(error.code.rawValue))”")
    default:
      self.init(.problem, "app-error", "the error “\(error)”")
    }
  }
}
