import Accounts

/// The role of a member; `Site` has its own type `Role`.
typealias MemberRole = Role
