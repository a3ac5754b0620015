// The checks that the tests use instead of a framework, and a leak check: all memory comes from here, and must be
// freed.
#ifndef CHECK_HPP
#define CHECK_HPP

#include <ctensor.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <new>
#include <sstream>

inline std::atomic<int> checks{0}, failures{0};

inline bool report(bool ok, const char *file, int line, const std::string &what) {
  ++checks;
  if (!ok && ++failures <= 50) std::printf("%s:%d: %s\n", file, line, what.c_str());
  return ok;
}

template <class A, class B>
bool report_equal(const A &got, const B &wanted, const char *file, int line, const char *what) {
  std::ostringstream text;
  text << what << " is " << got << ", not " << wanted;
  return report(got == wanted, file, line, text.str());
}

#define CHECK(condition) report((condition), __FILE__, __LINE__, #condition)
#define CHECK_EQ(got, wanted) report_equal((got), (wanted), __FILE__, __LINE__, #got)
// Checks that the statement throws an Error of this code whose message has all of these words.
#define CHECK_THROWS(status, words, ...)                                                  \
  do {                                                                                    \
    bool threw = false;                                                                   \
    try {                                                                                 \
      __VA_ARGS__;                                                                        \
    } catch (const ctensor::Error &e) {                                                   \
      threw = true;                                                                       \
      CHECK_EQ(ct_status_name(e.code()), std::string(ct_status_name(status)));            \
      for (const char *word : std::vector<const char *> words) {                          \
        report(std::string(e.what()).find(word) != std::string::npos, __FILE__, __LINE__, \
               std::string("no \"") + word + "\" in \"" + e.what() + "\"");               \
      }                                                                                   \
    }                                                                                     \
    report(threw, __FILE__, __LINE__, "does not throw: " #__VA_ARGS__);                   \
  } while (0)
#define WORDS(...) ({__VA_ARGS__})

struct Counting {
  std::atomic<long> live{0}, total{0};

  void *allocate(size_t size, size_t alignment) {
    void *const block = ::operator new(size, std::align_val_t(alignment));
    ++live, ++total;
    return block;
  }
  void deallocate(void *block, size_t, size_t alignment) noexcept {
    --live;
    ::operator delete(block, std::align_val_t(alignment));
  }
};
inline Counting counting;

template <class Body>
int run_tests(Body body) {
  ctensor::set_allocator(&counting);
  try {
    body();
  } catch (const std::exception &e) {
    report(false, "main", 0, std::string("not caught: ") + e.what());
  }
  CHECK_EQ(counting.live.load(), 0);
  CHECK(counting.total > 0);
  std::printf("%d checks, %d failed\n", checks.load(), failures.load());
  return failures == 0 ? 0 : 1;
}

#endif
