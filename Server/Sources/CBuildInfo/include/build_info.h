#pragma once

/// The git commit of this build; empty if unknown.
const char *flowmagic_commit(void);

/// The version of the Swift compiler of this build; empty if unknown.
const char *flowmagic_swift_version(void);
