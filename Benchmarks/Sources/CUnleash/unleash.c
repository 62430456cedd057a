// The C interface of Unleash's Rust engine (PyPI: yggdrasil-engine), loaded at run time.
#include "unleash.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

struct engine {
  void *state;
  char *(*check_enabled)(void *, const char *, const char *, const char *);
  void (*free_response)(char *);
};

void *unleash_open(const char *library, const char *state) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return NULL;
  void *(*new_engine)(void) = (void *(*)(void))dlsym(handle, "new_engine");
  char *(*take_state)(void *, const char *) =
      (char *(*)(void *, const char *))dlsym(handle, "take_state");
  struct engine *engine = calloc(1, sizeof *engine);
  if (!engine) return NULL;
  engine->check_enabled = (char *(*)(void *, const char *, const char *, const char *))dlsym(
      handle, "check_enabled");
  engine->free_response = (void (*)(char *))dlsym(handle, "free_response");
  if (!new_engine || !take_state || !engine->check_enabled || !engine->free_response) {
    free(engine);
    return NULL;
  }
  engine->state = new_engine();
  char *response = take_state(engine->state, state);
  int is_accepted = response && strstr(response, "\"Ok\"") != NULL;
  if (response) engine->free_response(response);
  if (is_accepted) return engine;
  free(engine);
  return NULL;
}

int unleash_evaluate(void *opaque, const char *feature, const char *context) {
  struct engine *engine = opaque;
  char *response = engine->check_enabled(engine->state, feature, context, "{}");
  if (!response) return -1;
  int value = strstr(response, "\"value\":true") ? 1 : strstr(response, "\"value\":false") ? 0 : -1;
  engine->free_response(response);
  return value;
}
