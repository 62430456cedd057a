# shellcheck shell=bash
# Where the list of common passwords comes from and where it goes, for scripts/setup and
# scripts/common-passwords.

# Where installed files are looked for; the scripts' own tests point it elsewhere.
system_root=${SETUP_SYSTEM_ROOT:-}
debians_common_passwords=usr/lib/python3/dist-packages/zxcvbn/frequency_lists.py
common_passwords=Accounts/Sources/Accounts/Passwords/CommonPasswords+List.swift
common_passwords=${COMMON_PASSWORDS_FILE:-$common_passwords}
