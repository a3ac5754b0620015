// Settings of the process: our own threads and memory. (The other tests also take their memory from `counting`.)
#include "check.hpp"

#include <thread>

using namespace ctensor;

int main() {
  std::atomic<int> runs{0};
  bool refuse = false;
  set_executor(3, [&](const Tasks &tasks) {
    if (refuse) throw std::runtime_error("no threads today");
    ++runs;
    std::vector<std::thread> all;
    for (int64_t k = 0; k < tasks.count(); ++k) all.emplace_back([=] { tasks(k); });
    for (std::thread &one : all) one.join();
  });
  return run_tests([&] {
    CHECK_EQ(get_num_threads(), 3);
    set_num_threads(2);
    CHECK_EQ(get_num_threads(), 2);
    set_num_threads(0);
    CHECK_THROWS(CT_ERROR_INVALID, WORDS("-1"), set_num_threads(-1));
    const Tensor t = zeros({200000});
    const Iter it = IterConfig().output(t).preset(CT_ITER_NULLARY).build();
    it.elements<float>([](float &x) { x = 1; }, 1000);
    CHECK_EQ(sum(t).item<int>(), 200000);
    CHECK(runs > 0);
    refuse = true;
    CHECK_THROWS(CT_STATUS_USER, WORDS("ct_iter_for_each"), it.elements<float>([](float &x) { x = 1; }, 1000));
    refuse = false;
    CHECK_THROWS(CT_ERROR_BUSY, WORDS("ct_set_executor"), set_executor(2, [](const Tasks &) {}));
    CHECK_THROWS(CT_ERROR_BUSY, WORDS("ct_set_executor"), set_executor(nullptr));
    CHECK_THROWS(CT_ERROR_BUSY, WORDS("ct_set_thread_pool"), set_thread_pool(2));
    CHECK_THROWS(CT_ERROR_INVALID, WORDS("ct_set_thread_pool", "-1"), set_thread_pool(-1));
    CHECK_THROWS(CT_ERROR_BUSY, WORDS("ct_set_allocator"), set_allocator(nullptr));

    CHECK(!get_deterministic());
    set_deterministic(true);
    CHECK(get_deterministic());
    set_deterministic(false);
    const size_t limit = get_cache_limit();
    set_cache_limit(1 << 20);
    CHECK_EQ(get_cache_limit(), size_t{1} << 20);
    set_cache_limit(limit);
    trim();
    CHECK_EQ(version().major * 65536 + version().minor * 256 + version().patch, int(ct_version()));
    CHECK_EQ(version().major, CT_VERSION_MAJOR);
    CHECK(std::string(isa()) == ct_isa());
  });
}
