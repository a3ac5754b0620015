/* Pictures on disk: 8-bit PNG files, as rows of interleaved channels. */
#ifndef PICTURE_H
#define PICTURE_H

#include <stdint.h>

/* Reads an RGB picture into a block that the caller frees; NULL, with the reason on stderr, when that fails. */
uint8_t *picture_read(const char *path, int64_t *height, int64_t *width);

/* Writes 1 (grey) or 3 (RGB) channels; 0 when that worked. */
int picture_write(const char *path, const uint8_t *pixels, int64_t height, int64_t width, int64_t channels);

#endif
