import Accounts

/// What somebody may do; `Site` has roles of its own.
typealias MemberRole = Role
