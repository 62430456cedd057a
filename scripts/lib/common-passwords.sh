# shellcheck shell=bash
# The source and the destination of the list of common passwords, for scripts/setup and
# scripts/common-passwords.

# The root of installed files; the scripts' own tests set another.
system_root=${SETUP_SYSTEM_ROOT:-}
debians_common_passwords=usr/lib/python3/dist-packages/zxcvbn/frequency_lists.py
common_passwords=Accounts/Sources/Accounts/Passwords/CommonPasswords+List.swift
common_passwords=${COMMON_PASSWORDS_FILE:-$common_passwords}
