#include "expr/node.h"

#include <algorithm>

#include "runtime/error.h"

namespace ct {

// The last reference to a node may be held by the next node, and so on through a chain of any length. So a node that is
// released while another one is being destroyed waits in a list instead of recursing on the stack.
struct NodeChain {
  static void take(Node *node) noexcept {
    static thread_local Node *waiting = nullptr;
    static thread_local bool is_busy = false;
    node->next_ = waiting;
    waiting = node;
    if (is_busy) return;
    is_busy = true;
    while (waiting != nullptr) {
      Node *const gone = waiting;
      waiting = gone->next_;
      destroy(gone);
    }
    is_busy = false;
  }
};

void Node::dispose(Node *node) noexcept { NodeChain::take(node); }

namespace {

void set_operand(Node::Operand &operand, const Tensor &t, DType read) {
  operand.read = read;
  if (t.is_deferred()) {
    operand.tensor = t.keep();
    return;
  }
  operand.tensor = Tensor::on_storage(t.keep_storage(), t.sizes(), t.strides(), t.offset(), t.dtype());
  operand.version = operand.tensor->storage().watch();
}

Ref<Tensor> tensor_of(Ref<Node> node, Dims sizes, Dims strides, int64_t offset, int64_t nbytes) {
  const DType dtype = node->dtype;
  const auto release = [](void *held) { static_cast<Node *>(held)->release(); };
  Ref<Storage> storage = Storage::defer(nbytes, release, node.get());
  static_cast<void>(node.detach());  // the storage has it
  return Tensor::on_storage(std::move(storage), sizes, strides, offset, dtype);
}

}  // namespace

Ref<Node> make_node(const Recorded &op) {
  Ref<Node> node = Ref<Node>::adopt(make<Node>());
  const Operand &output = op.it.operand(0);
  node->name = op.name;
  node->loop = op.loop;
  node->op = op.op;
  node->written = output.dtype;
  node->dtype = output.tensor_dtype;
  node->element_ps = op.element_ps;
  node->looks_for_zeros = op.looks_for_zeros;
  node->sizes.assign(output.tensor->sizes());
  node->strides.assign(output.tensor->strides());
  node->noperands = op.it.ninputs();
  for (int32_t k = 0; k < node->noperands; ++k) {
    const Operand &input = op.it.operand(1 + k);
    set_operand(node->operands[k], *input.tensor, input.dtype);
  }
  for (const char *option : op.options) std::copy_n(option, 16, node->options[node->noptions++]);
  return node;
}

Ref<Node> make_node(const char *name, const ReductionCall &call, const Tensor &input, Dims sizes, DType dtype) {
  Ref<Node> node = Ref<Node>::adopt(make<Node>());
  node->name = name;
  node->reduction = call;
  node->written = node->dtype = dtype;
  node->sizes.assign(sizes);
  node->strides = contiguous_strides(sizes);
  node->noperands = 1;
  set_operand(node->operands[0], input, input.dtype());
  return node;
}

Ref<Tensor> deferred_tensor(Ref<Node> node) {
  const Node &of = *node;
  const int64_t nbytes = checked_nbytes(of.sizes, dtype_size(of.dtype));
  return tensor_of(std::move(node), of.sizes, of.strides, 0, nbytes);
}

Ref<Tensor> defer(const Tensor &t) {
  if (t.is_deferred()) fail(CT_ERROR_INVALID, "x is deferred already");
  if (t.is_wrapped_number()) fail(CT_ERROR_INVALID, "x is a number: it takes part in an expression as it is");
  Ref<Node> node = Ref<Node>::adopt(make<Node>());
  node->name = "leaf";
  node->dtype = node->written = t.dtype();
  node->is_leaf = true;
  node->noperands = 1;
  set_operand(node->operands[0], t, t.dtype());
  return tensor_of(std::move(node), t.sizes(), t.strides(), t.offset(), t.storage().nbytes());
}

}  // namespace ct
