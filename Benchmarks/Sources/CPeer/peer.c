// The C interface of Unleash's Rust engine (PyPI: yggdrasil-engine), loaded at run time.
#include "peer.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

struct peer {
  void *state;
  char *(*check_enabled)(void *, const char *, const char *, const char *);
  void (*free_response)(char *);
};

void *peer_open(const char *library, const char *state) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return NULL;
  void *(*new_engine)(void) = (void *(*)(void))dlsym(handle, "new_engine");
  char *(*take_state)(void *, const char *) =
      (char *(*)(void *, const char *))dlsym(handle, "take_state");
  struct peer *peer = calloc(1, sizeof *peer);
  if (!peer) return NULL;
  peer->check_enabled = (char *(*)(void *, const char *, const char *, const char *))dlsym(
      handle, "check_enabled");
  peer->free_response = (void (*)(char *))dlsym(handle, "free_response");
  if (!new_engine || !take_state || !peer->check_enabled || !peer->free_response) {
    free(peer);
    return NULL;
  }
  peer->state = new_engine();
  char *response = take_state(peer->state, state);
  int is_accepted = response && strstr(response, "\"Ok\"") != NULL;
  if (response) peer->free_response(response);
  if (is_accepted) return peer;
  free(peer);
  return NULL;
}

int peer_evaluate(void *opaque, const char *feature, const char *context) {
  struct peer *peer = opaque;
  char *response = peer->check_enabled(peer->state, feature, context, "{}");
  if (!response) return -1;
  int value = strstr(response, "\"value\":true") ? 1 : strstr(response, "\"value\":false") ? 0 : -1;
  peer->free_response(response);
  return value;
}
