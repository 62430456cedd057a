import Accounts

/// What someone may do; `Site` has roles of its own.
typealias MemberRole = Role
