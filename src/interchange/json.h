// JSON by yyjson, whose memory comes from the host's allocator.
#pragma once

#include <yyjson/yyjson.h>

#include <memory>

#include "runtime/allocator.h"

namespace ct {

const yyjson_alc &json_allocator() noexcept;

struct FreesJson {
  void operator()(yyjson_doc *doc) const noexcept { yyjson_doc_free(doc); }
  void operator()(yyjson_mut_doc *doc) const noexcept { yyjson_mut_doc_free(doc); }
};
using JsonDoc = std::unique_ptr<yyjson_doc, FreesJson>;
using NewJsonDoc = std::unique_ptr<yyjson_mut_doc, FreesJson>;

}  // namespace ct
