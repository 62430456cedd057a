#ifndef UNLEASH_H
#define UNLEASH_H

/// Loads Unleash's engine from a shared library with a state, its features in JSON; returns null
/// if that fails.
void *unleash_open(const char *library, const char *state);

/// Evaluates a feature for a context in JSON: 1 for on, 0 for off, -1 for a failure.
int unleash_evaluate(void *engine, const char *feature, const char *context);

#endif
