extension Accounts {
  /// The same accounts with other keys, such as after they were rotated.
  public func with(_ keys: AccountKeys) -> Accounts {
    var accounts = self
    accounts.keys = keys
    return accounts
  }
}
