// The functions that Embedded Swift needs and that wasi-libc would import from a host.
#include <stddef.h>
#include <stdint.h>

void free(void *pointer);  // allocator.c

// Swift seeds its hash tables with this function. A WebAssembly instance has no source of
// randomness, and the engine's results are the same with any seed.
void arc4random_buf(void *buffer, size_t count) {
  uint64_t state = 0x9e3779b97f4a7c15u;
  unsigned char *bytes = buffer;
  for (size_t index = 0; index < count; index++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    bytes[index] = (unsigned char)(state >> 56);
  }
}

// The product of two 128-bit numbers, a function of the compiler's run-time library.
unsigned __int128 __multi3(uint64_t low, uint64_t high, uint64_t otherLow, uint64_t otherHigh) {
  uint64_t a = low & 0xffffffffu, b = low >> 32;
  uint64_t c = otherLow & 0xffffffffu, d = otherLow >> 32;
  uint64_t lowest = a * c;
  uint64_t middle = b * c + (lowest >> 32);
  uint64_t other = a * d + (middle & 0xffffffffu);
  uint64_t upper = b * d + (middle >> 32) + (other >> 32) + low * otherHigh + high * otherLow;
  return (unsigned __int128)upper << 64 | (other << 32 | (lowest & 0xffffffffu));
}

// Frees a box whose value was never initialized, for example because the initializer threw. Part of
// Swift's runtime since 6.3; earlier compilers also generate calls of it.
__attribute__((weak)) void swift_deallocUninitializedObject(void *object, size_t size,
                                                            size_t alignmentMask) {
  (void)size, (void)alignmentMask;
  free(object);
}
