// Precompiled once for all tests of a folder.
#ifndef CT_TESTS_PRECOMPILED_H
#define CT_TESTS_PRECOMPILED_H

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#endif
