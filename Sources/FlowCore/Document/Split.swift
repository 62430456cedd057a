/// A deterministic assignment of users to variants, which needs no server.
///
/// A user's number in [0, 1) is computed from a hash of the seed and the user's `by` attribute;
/// each variant has a range of these numbers. The scheme is GrowthBook's, hash versions 1 and 2.
public struct Split: Sendable, Equatable {
  /// The experiment's key, recorded with each exposure.
  public var experiment: Name
  /// The attribute that identifies a user; if nil, `userId`.
  public var by: Name?
  /// The attribute to use for a user without the `by` attribute.
  public var fallbackBy: Name?
  /// The seed that is hashed with the attribute's value; if nil, the experiment's key.
  public var seed: Name?
  /// The hash version, 1 or 2; if nil, 2.
  public var hashVersion: Int?
  /// The share of users who take part, from 0 to 1; if nil, all; not used if variants have ranges.
  public var coverage: JSONNumber?
  /// The part of a namespace that makes experiments mutually exclusive: only users whose number in
  /// the namespace is in the range take part.
  public var namespace: Namespace?
  /// The variants in order: consecutive ranges by weight.
  public var variants: [Variant]
  /// Members that this version of the engine does not know.
  public var unknown: JSONObject

  /// Creates a split.
  public init(
    experiment: Name, by: Name? = nil, fallbackBy: Name? = nil, seed: Name? = nil,
    hashVersion: Int? = nil, coverage: JSONNumber? = nil, namespace: Namespace? = nil,
    variants: [Variant], unknown: JSONObject = JSONObject()
  ) {
    self.experiment = experiment
    self.by = by
    self.fallbackBy = fallbackBy
    self.seed = seed
    self.hashVersion = hashVersion
    self.coverage = coverage
    self.namespace = namespace
    self.variants = variants
    self.unknown = unknown
  }

  /// A range of the users' numbers in a namespace, written `["name", from, to]`.
  public struct Namespace: Sendable, Equatable {
    /// The name of the namespace.
    public var name: Name
    /// The start of the range, from 0 to 1, inclusive.
    public var from: JSONNumber
    /// The end of the range, from 0 to 1, exclusive.
    public var to: JSONNumber

    /// Creates a namespace.
    public init(name: Name, from: JSONNumber, to: JSONNumber) {
      self.name = name
      self.from = from
      self.to = to
    }
  }

  /// A variant of a split.
  public struct Variant: Sendable, Equatable {
    /// The variant's key, recorded with each exposure; if nil, its index, from 0.
    public var key: Name?
    /// Its share of the users who take part; if nil in all variants, the shares are equal.
    public var weight: JSONNumber?
    /// An explicit range of numbers, `[from, to)`, instead of a weight.
    public var range: Range?
    /// The destination of the variant.
    public var destination: Destination
    /// Members that this version of the engine does not know.
    public var unknown: JSONObject

    /// Creates a variant.
    public init(
      key: Name? = nil, weight: JSONNumber? = nil, range: Range? = nil,
      destination: Destination, unknown: JSONObject = JSONObject()
    ) {
      self.key = key
      self.weight = weight
      self.range = range
      self.destination = destination
      self.unknown = unknown
    }
  }

  /// A range of numbers, written `[from, to]`.
  public struct Range: Sendable, Equatable {
    /// The lower bound, inclusive.
    public var from: JSONNumber
    /// The upper bound, exclusive.
    public var to: JSONNumber

    /// Creates a range.
    public init(from: JSONNumber, to: JSONNumber) {
      self.from = from
      self.to = to
    }
  }
}
