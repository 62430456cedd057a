#ifndef PEER_H
#define PEER_H

/// Loads Unleash's engine from a shared library and hands it a state; null when that fails.
void *peer_open(const char *library, const char *state);

/// Asks it for one decision with a context as JSON; 1 on, 0 off, -1 when it failed.
int peer_decide(void *peer, const char *feature, const char *context);

#endif
