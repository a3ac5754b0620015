// The precompiled header of the program; Meson wants a folder for it. No file relies on it: clang-tidy reads each file without it.
#ifndef CT_CLI_PRECOMPILED_H
#define CT_CLI_PRECOMPILED_H

#include "../cli.h"

#endif
