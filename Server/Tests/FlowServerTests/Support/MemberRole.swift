import Accounts

/// The rights of a member; `Site` has roles of its own.
typealias MemberRole = Role
