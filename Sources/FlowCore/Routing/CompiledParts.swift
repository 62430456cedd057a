// The parts of a compiled release. Indexes are 32 bits wide and -1 stands for "none".

package struct CompiledFlow: Sendable {
  package let id: Name
  /// The first step; -1 if the document names one that does not exist.
  package let start: Int32
  package let firstStep: Int32
  package let stepCount: Int32
  /// The first step with each id.
  package let stepsByID: [Name: Int32]
  /// Whether two steps share an id; the second one can then never be found.
  package var hasDuplicates: Bool { stepsByID.count < Int(stepCount) }

  package var stepIndices: Range<Int> { Int(firstStep)..<Int(firstStep + stepCount) }
}

package struct CompiledStep: Sendable {
  package let id: Name
  package let content: JSON
  #if !hasFeature(Embedded)
    /// The members that the document adds to the step; the browser build does not read them.
    package var metadata = JSONObject()
  #endif
  package let showWhen: ConditionID?
  /// The index of the screen.
  package let screen: Int32
  package let flow: Int32
  package let firstPort: Int32
  package let portCount: Int32
  /// The port named `next`, by which a step is skipped.
  package let nextPort: Int32

  package var portIndices: Range<Int> { Int(firstPort)..<Int(firstPort + portCount) }
}

/// A screen that steps use, with its declaration in the build.
package struct CompiledScreen: Sendable {
  package let name: Name
  /// Whether the build has the screen.
  package let isAvailable: Bool
  /// The output keys that the screen reads.
  package let needs: [KeyDeclaration]
  /// The output keys that the screen may write.
  package let provides: [KeyDeclaration]
}

package struct CompiledPort: Sendable {
  package let name: Name
  package let step: Int32
  package let firstRoute: Int32
  package let routeCount: Int32

  package var routeIndices: Range<Int> { Int(firstRoute)..<Int(firstRoute + routeCount) }
}

package struct CompiledRoute: Sendable {
  package let when: ConditionID?
  /// The split, or -1.
  package let split: Int32
  /// The destination, or -1 if there is a split.
  package let destination: Int32
}

package struct CompiledDestination: Sendable {
  package let kind: CompiledDestinationKind
  package let style: Destination.Style
  /// The index of the step, outcome or flow.
  package let target: Int32
  package let firstContinuation: Int32
  package let continuationCount: Int32

  package var continuationIndices: Range<Int> {
    Int(firstContinuation)..<Int(firstContinuation + continuationCount)
  }
}

package enum CompiledDestinationKind: UInt8, Sendable {
  case step, finish, flow
  /// A step or flow that is not in the document.
  case missing
}

package struct CompiledContinuation: Sendable {
  /// The outcome, or -1 for all others.
  package let outcome: Int32
  package let destination: Int32
}

/// How a user's number is computed, shared by all splits with the same seed, attributes and hash
/// version.
package struct CompiledBucket: Sendable {
  package let prefix: BucketHash.Prefix
  /// The slot of the identifying attribute.
  package let slot: Int32
  /// The slot of the fallback attribute, or -1.
  package let fallbackSlot: Int32
  package let attribute: Name
  package let fallbackAttribute: Name?
}

package struct CompiledSplit: Sendable {
  package let experiment: Name
  package let bucket: Int32
  package let firstVariant: Int32
  package let variantCount: Int32
  package let namespace: CompiledNamespace?
  /// Whether the split can be taken; an invalid one is skipped, and the verifier reports the
  /// reason.
  package let isUsable: Bool

  package var variantIndices: Range<Int> { Int(firstVariant)..<Int(firstVariant + variantCount) }
}

package struct CompiledNamespace: Sendable {
  /// The index of the bucket that computes the user's number in the namespace.
  package let bucket: Int32
  package let from: Double
  package let to: Double
}

package struct CompiledVariant: Sendable {
  package let key: Name
  package let from: Double
  package let to: Double
  package let destination: Int32
}
