/// Which users take a route once it is evaluated.
enum RouteCoverage: UInt8 {
  /// Only some of the users for whom its condition holds.
  case someUsers
  /// Every user for whom its condition holds; only for routes with a condition.
  case matchingUsers
  /// Every user who has the attribute that its split assigns by.
  case identifiedUsers
  /// Every user.
  case allUsers

  /// The coverage of a route with a split.
  init(_ split: Split, hasCondition: Bool, _ vocabulary: AttributeVocabulary) {
    if !split.coversAllUsers {
      self = .someUsers
    } else if vocabulary.allUsersHave(split.by ?? "userId")
      || (split.fallbackBy.map { vocabulary.allUsersHave($0) } ?? false)
    {
      self = hasCondition ? .matchingUsers : .allUsers
    } else {
      self = hasCondition ? .someUsers : .identifiedUsers
    }
  }
}

extension Split {
  /// Whether every number in [0, 1) belongs to a variant.
  fileprivate var coversAllUsers: Bool {
    let version = hashVersion ?? 2
    guard version == 1 || version == 2, namespace == nil, (coverage?.double ?? 1) >= 1 else {
      return false
    }
    let bounds = SplitRanges(self).ascending
    // NB: users' numbers are multiples of 0.0001, and sums of weights have rounding errors.
    var end = 0.0
    for bound in bounds {
      if bound.from > end + 0.000_01 { return false }
      end = max(end, bound.to)
    }
    return end > 0.9999
  }
}
