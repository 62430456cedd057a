// Inspects pictures that tests created.
#ifndef C_PICTURE_PROBE_H
#define C_PICTURE_PROBE_H
#include <stddef.h>

// Reads the width, the height and one pixel of a WebP picture; returns 0 on success.
int probe_pixel(const void *bytes, size_t size, int x, int y, int *width, int *height,
                unsigned char rgb[3]);

// The peak memory of this process, in bytes.
size_t probe_peak_memory(void);
#endif
