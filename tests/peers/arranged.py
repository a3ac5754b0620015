"""Joining, indexing, order and tensors by rule, for layouts.py: random calls, and the same in PyTorch.

Each function takes a Source of random arguments and gives (op, arguments, PyTorch's function, ours), as those there do.
What PyTorch leaves open is not asked for: which of several elements a scatter keeps, and the index of one of equals.
"""
import torch

import ctensor

# Their results are contiguous, or ordered as what they are copies of, which PyTorch's are not always.
OPS = {'cat', 'stack', 'repeat', 'repeat_interleave', 'roll', 'rot90', 'pad', 'tril', 'triu', 'diag', 'diag_embed',
       'index', 'index_put', 'index_select', 'take', 'gather', 'take_along_dim', 'put', 'scatter', 'scatter_reduce',
       'index_add', 'index_copy', 'index_fill', 'masked_select', 'masked_fill', 'masked_scatter', 'nonzero', 'one_hot',
       'sort', 'argsort', 'topk', 'kthvalue', 'median', 'median_dim', 'nanmedian_dim', 'mode', 'quantile', 'unique',
       'unique_dim', 'unique_consecutive', 'unique_consecutive_dim', 'searchsorted', 'bucketize', 'isin', 'histc',
       'bincount', 'cummax', 'cummin', 'logcumsumexp', 'diff'}
NUMBERS = [torch.uint8, torch.int8, torch.int32, torch.int64, torch.float16, torch.bfloat16, torch.float32, torch.float64]


def distinct(source, x):
    """The same tensor with elements that all differ, so that the indices of an order are the same everywhere."""
    values = torch.randperm(x.numel()).to(torch.float64) - x.numel() // 3
    return values.reshape(x.shape).permute(list(range(x.ndim)))


def index_of(source, limit, sizes):
    if limit == 0:
        return torch.zeros([0 for _ in sizes], dtype=torch.int64)
    low = -limit if source.chance(.3) else 0
    index = torch.randint(low, limit, sizes)
    if index.numel() and source.chance(.05):
        index.view(-1)[source.random.randrange(index.numel())] = limit
    return index


def joining_call(source):
    x = source.tensor(source.pick([torch.bool, *NUMBERS, torch.complex64]))
    n, ndim = source.random.randint, x.ndim
    op = source.pick(['cat', 'stack', 'repeat', 'repeat_interleave', 'roll', 'rot90', 'pad', 'tril', 'triu', 'diag',
                      'diag_embed', 'diagonal', 'unfold', 'swapaxes'])
    dim, ours = source.dim(ndim), getattr(ctensor, op, None)
    if op in ('cat', 'stack'):
        parts = [x]
        for _ in range(n(0, 3)):
            sizes = list(x.shape)
            if op == 'cat' and ndim:
                sizes[dim if -ndim <= dim < ndim else 0] = n(0, 4)
            parts.append(source.tensor(source.pick([x.dtype, x.dtype, torch.float32]), sizes))
        if source.chance(.05):
            parts.append(source.tensor(x.dtype))
        return op, [parts, source.dim(ndim + (op == 'stack'))if op == 'stack' else dim], getattr(torch, op), ours
    if op == 'repeat':
        return op, [x, [n(0, 3) for _ in range(ndim + n(0, 1))]], torch.Tensor.repeat, ours
    if op == 'repeat_interleave':
        if ndim == 0 or not -ndim <= dim < ndim:
            return op, [x, torch.tensor([2])], torch.repeat_interleave, ours
        counts = torch.randint(0, 4, [x.shape[dim]])
        return op, [x, counts, dim], torch.repeat_interleave, ours
    if op == 'roll':
        dims = source.dims(ndim)
        shifts = [n(-9, 9) for _ in dims or [0]]
        return op, [x, shifts, dims], lambda t, s, d: torch.roll(t, s, d) if d else torch.roll(t, s[0]), ours
    if op == 'rot90':
        other = source.dim(ndim)
        return op, [x, n(-5, 5), dim, other], lambda t, k, a, b: torch.rot90(t, k, [a, b]), ctensor.Tensor.rot90
    if op == 'pad':
        mode = source.pick(['constant', 'constant', 'reflect', 'replicate', 'circular'])
        pairs = n(0, ndim) if mode == 'constant' else n(1, 3)
        if mode != 'constant':
            x = source.tensor(torch.float32, [n(1, 5) for _ in range(pairs + n(1, 2))])
        padding = [n(-1 if mode == 'constant' else 0, 4) for _ in range(2 * pairs)]
        value = source.pick([None, 1]) if mode == 'constant' else None
        return op, [x, padding, mode, value], torch.nn.functional.pad, ours
    if op in ('tril', 'triu', 'diag'):
        return op, [x, n(-4, 4)], getattr(torch, op), ours
    if op in ('diag_embed', 'diagonal'):
        args = [x, n(-3, 3), source.dim(ndim + (op == 'diag_embed')), source.dim(ndim + (op == 'diag_embed'))]
        return op, args, getattr(torch, op), ours or ctensor.Tensor.diagonal
    if op == 'unfold':
        return op, [x, dim, n(0, 4), n(1, 3)], torch.Tensor.unfold, ctensor.Tensor.unfold
    return op, [x, dim, source.dim(ndim)], torch.swapaxes, ctensor.Tensor.swapaxes


def indexing_call(source):
    x = source.tensor(source.pick(NUMBERS))
    n, ndim = source.random.randint, x.ndim
    op = source.pick(['index', 'index_put', 'index_select', 'take', 'gather', 'take_along_dim', 'put', 'scatter',
                      'scatter_reduce', 'index_add', 'index_copy', 'index_fill', 'masked_select', 'masked_fill',
                      'masked_scatter', 'nonzero', 'one_hot'])
    dim, ours = source.random.randrange(-ndim, ndim) if ndim else 0, getattr(ctensor, op, None)
    along = x.shape[dim] if ndim else 1
    if op in ('index', 'index_put'):
        together, indices = [n(1, 4)], []
        for size in x.shape[:n(0, ndim)]:
            kind = source.random.random()
            index = index_of(source, size, together) if size else None
            indices.append(None if kind < .35 else index if kind < .85 else torch.rand(size) > .5)
        if len([1 for i in indices if i is not None and i.dtype == torch.bool]) > 1:
            indices = [None if i is not None and i.dtype == torch.bool else i for i in indices]
        if op == 'index':
            return op, [x, indices], torch.ops.aten.index, ours
        if not any(i is not None for i in indices):
            return 'nonzero', [x], torch.nonzero, ctensor.nonzero
        value = source.tensor(x.dtype, [])
        x = x.clone()
        return op, [x, indices, value], lambda t, i, v: torch.ops.aten.index_put(t, i, v, True), (
            lambda t, i, v: t.clone().index_put_(i, v, True))
    if op == 'index_select':
        return op, [x, dim, index_of(source, along, [n(0, 5)])], torch.index_select, ours
    if op == 'take':
        return op, [x, index_of(source, x.numel(), [n(1, 3), n(1, 3)])], torch.take, ours
    if op in ('gather', 'take_along_dim'):
        sizes = [n(0, size) if op == 'gather' else size for size in x.shape]
        if ndim:
            sizes[dim] = n(0, 5)
        index = index_of(source, along, sizes)
        if op == 'gather':
            return op, [x, dim, index], torch.gather, ours
        return op, [x, index, dim], torch.take_along_dim, ours
    if op == 'put':
        index = index_of(source, x.numel(), [n(0, 6)])
        args = [x, index, source.tensor(x.dtype, list(index.shape))]
        return op, args, lambda t, i, v: torch.put(t, i, v, True), lambda t, i, v: ctensor.put(t, i, v, True)
    if op in ('scatter', 'scatter_reduce'):
        sizes = [n(0, size) for size in x.shape]
        if ndim:
            sizes[dim] = n(0, along)
        if op == 'scatter':
            index = torch.rand([*sizes[:dim % max(ndim, 1)], along, *sizes[dim % max(ndim, 1) + 1:]] if ndim else [])
            index = index.argsort(dim).narrow(dim, 0, sizes[dim]) if ndim else index.long() * 0
            return op, [x, dim, index, source.tensor(x.dtype, list(index.shape))], torch.scatter, ours
        index = index_of(source, along, sizes)
        index = torch.where(index < 0, index + along, index)  # PyTorch refuses negative ones
        reduce = source.pick(['add', 'mul', 'amin', 'amax'])
        args = [x, dim, index, source.tensor(x.dtype, list(index.shape)), reduce]
        theirs = {'add': 'sum', 'mul': 'prod'}.get(reduce, reduce)
        return op, args, lambda t, d, i, s, _: torch.scatter_reduce(t, d, i, s, theirs), ctensor.scatter
    if op in ('index_add', 'index_copy', 'index_fill'):
        count = n(0, along)
        index = torch.randperm(along)[:count] if op == 'index_copy' else torch.randint(0, max(along, 1), [count])
        if op == 'index_fill':
            return op, [x, dim, index, 3], torch.index_fill, ours
        sizes = list(x.shape)
        if ndim:
            sizes[dim] = count
        elif count != 1:
            index = torch.zeros([1], dtype=torch.int64)
        part = source.tensor(x.dtype, sizes)
        if op == 'index_add':
            return op, [x, dim, index, part, 2], lambda t, d, i, s, a: torch.index_add(t, d, i, s, alpha=a), ours
        return op, [x, dim, index, part], torch.index_copy, ours
    if op in ('masked_select', 'masked_fill', 'masked_scatter'):
        mask = source.tensor(torch.bool, [size if source.chance(.7) else 1 for size in x.shape])
        if op == 'masked_fill':
            return op, [x, mask, 3], torch.masked_fill, ours
        if op == 'masked_scatter':
            return op, [x, mask, source.tensor(x.dtype, [x.numel()])], torch.masked_scatter, ours
        return op, [x, mask], torch.masked_select, ours
    if op == 'nonzero':
        return op, [x], torch.nonzero, ours
    labels = torch.randint(0, 5, [n(1, 4) for _ in range(n(0, 2))])
    return op, [labels, source.pick([-1, 5, 7, 3])], torch.nn.functional.one_hot, ours


def order_call(source):
    x = source.tensor(source.pick([torch.bool, *NUMBERS]))
    op = source.pick(['sort', 'argsort', 'topk', 'kthvalue', 'median', 'median_dim', 'nanmedian_dim', 'mode', 'quantile',
                      'unique', 'unique_dim', 'unique_consecutive', 'unique_consecutive_dim', 'searchsorted', 'bucketize',
                      'isin', 'histc', 'bincount', 'cummax', 'cummin', 'logcumsumexp', 'diff'])
    n, ndim, flag = source.random.randint, x.ndim, source.chance(.5)
    dim, ours, theirs = source.dim(ndim), getattr(ctensor, op, None), getattr(torch, op, None)
    along = x.shape[dim] if ndim and -ndim <= dim < ndim else 1
    if op in ('sort', 'argsort'):
        return op, [x, dim, flag], lambda t, d, f: getattr(torch, op)(t, dim=d, descending=f, stable=True), (
            lambda t, d, f: getattr(ctensor, op)(t, d, f, True))
    if op in ('topk', 'kthvalue', 'median_dim', 'nanmedian_dim'):
        x = distinct(source, x)
        if op == 'topk':
            return op, [x, n(0, along), dim, flag], torch.topk, ours
        if op == 'kthvalue':
            return op, [x, n(1, max(along, 1)), dim, flag], torch.kthvalue, ours
        return op, [x, dim, flag], getattr(torch, op.removesuffix('_dim')), ours
    if op == 'median':
        return op, [x], torch.median, ours
    if op == 'mode':  # the index of one of several is left open
        return op, [x, dim, flag], lambda *args: torch.mode(*args)[0], lambda *args: ctensor.mode(*args)[0]
    if op == 'quantile':
        x = x.to(source.pick([torch.float32, torch.float64]))
        q = torch.rand([] if flag else [n(0, 4)], dtype=x.dtype)
        how = source.pick(['linear', 'lower', 'higher', 'midpoint', 'nearest'])
        return op, [x, q, source.pick([None, dim]), flag, how], (
            lambda t, q, d, k, how: torch.quantile(t, q, d, k, interpolation=how)), ours
    if op.startswith('unique'):
        along, base = op.endswith('_dim'), op.removesuffix('_dim')
        if along and x.numel():
            x = torch.randint(0, 2, x.shape).to(x.dtype)
        where = dim if along else None
        return op, [x], lambda t: getattr(torch, base)(t, return_inverse=True, return_counts=True, dim=where), (
            lambda t: getattr(ctensor, base)(t, True, True, where))
    if op in ('searchsorted', 'bucketize'):
        line = source.elements([n(0, 30)], torch.float32).sort()[0]
        if op == 'bucketize':
            return op, [x, line.to(x.dtype).sort()[0], flag], lambda t, b, r: torch.bucketize(t, b, right=r), ours
        rows = source.elements([*x.shape[:-1], n(0, 9)], torch.float32).to(x.dtype) if ndim else line.to(x.dtype)
        return op, [rows.sort(-1)[0], x, flag], lambda s, v, r: torch.searchsorted(s, v, right=r), ours
    if op == 'isin':
        return op, [x, source.tensor(x.dtype, [n(0, 5)]), flag], lambda t, a, i: torch.isin(t, a, invert=i), ours
    if op == 'histc':
        x = torch.randn(x.shape, dtype=source.pick([torch.float32, torch.float64]))
        return op, [x, n(1, 9), -2, source.pick([2, 1])], torch.histc, ours
    if op == 'bincount':
        x = torch.randint(0, 9, [n(0, 20)], dtype=source.pick([torch.uint8, torch.int64]))
        weights = source.pick([None, torch.rand(x.shape, dtype=torch.float64)])
        return op, [x, weights, n(0, 12)], torch.bincount, ours
    if op in ('cummax', 'cummin'):
        return op, [x, dim], theirs, ours
    if op == 'logcumsumexp':
        x = x.to(source.pick([torch.float32, torch.float64]))
        return op, [x, dim], theirs, ours
    sizes = list(x.shape)
    if sizes and -ndim <= dim < ndim:
        sizes[dim] = n(0, 2)
    before, behind = (source.pick([None, source.tensor(x.dtype, sizes)]) for _ in range(2))
    return op, [x, n(0, 3), dim, before, behind], torch.diff, ours


def rule_call(source):
    n = source.random.randint
    op = source.pick(['linspace', 'logspace', 'eye', 'tril_indices', 'triu_indices'])
    dtype = source.pick([torch.float32, torch.float64])
    if op == 'linspace':
        return op, [n(-9, 9) / 4, n(-9, 9) / 4, n(0, 30), dtype], lambda a, b, k, d: torch.linspace(a, b, k, dtype=d), (
            ctensor.linspace)
    if op == 'logspace':
        return op, [n(-9, 9) / 4, n(-9, 9) / 4, n(0, 30), 2., dtype], (
            lambda a, b, k, base, d: torch.logspace(a, b, k, base, dtype=d)), ctensor.logspace
    if op == 'eye':
        return op, [n(0, 9), n(0, 9)], torch.eye, ctensor.eye
    return op, [n(0, 9), n(0, 9), n(-4, 4)], getattr(torch, op), getattr(ctensor, op)


def stated(op, args, theirs, ours):
    """Whether docs/semantics.md says that the two differ there."""
    tensors = [a for a in args if isinstance(a, torch.Tensor)]
    if theirs is not None and ours is not None:
        # PyTorch's search meets NaN by chance
        return op in ('searchsorted', 'bucketize') and any(t.isnan().any() for t in tensors) or (
            op == 'quantile' and tensors[0].isinf().any()) or (
            # PyTorch counts and orders NaN as its sort meets them
            (op == 'mode' or op.startswith('unique')) and tensors[0].isnan().any()) or (
            op == 'bincount' and tensors[0].numel() == 0)  # of no elements, PyTorch forgets the weights
    if ours is None:  # PyTorch lets indices of take_along_dim begin again, and dims of an empty roll be anything
        return op == 'median' and tensors[0].numel() == 0 or op == 'topk' and tensors[0].ndim == 0 or (
            op == 'take_along_dim') or op == 'roll' and tensors[0].numel() == 0 or (
            # indices that choose nothing beside others
            op in ('index', 'index_put') and theirs is not None and (tensors[0].numel() == 0 or any(
                one is not None and one.dtype == torch.bool and not one.any() for one in args[1])))
    return any(t.ndim == 0 for t in tensors) or any(t.dtype == torch.bool for t in tensors) or (
        op == 'index' and not any(one is not None for one in args[1])) or (
        op in ('gather', 'index_select') and any((t < 0).any() for t in tensors[1:])) or (
        op == 'pad' and min(args[1]) < 0 and tensors[0].numel() == 0) or (
        op in ('unique_dim', 'unique_consecutive_dim', 'quantile') and tensors[0].numel() == 0)


FAMILIES = {'joining': joining_call, 'indexing': indexing_call, 'order': order_call, 'rules': rule_call}
