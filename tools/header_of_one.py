"""The declarations of the ops of one tensor, with their comments: reductions, argreductions, scans and softmax."""
import op_lists
from header_text import TAKES, entry, error, listed


class OfOne:
    """An op of one tensor t. What the two forms say that does not follow from its outputs, the caller gives:

    shapes                what the result looks like, without "*out is contiguous"
    dtypes, dtypes_into   of both forms
    invalid, dtype, rest  reasons of CT_ERROR_INVALID and CT_ERROR_DTYPE, and other errors
    dtype_into            reasons of CT_ERROR_DTYPE of the second form
    """

    def __init__(self, name, parameters, outputs=('out',), in_place=False):
        self.name, self.parameters, self.outputs, self.in_place = name, parameters, list(outputs), in_place

    def both(self, doc, shapes, dtypes, dtypes_into, invalid, dtype, dtype_into, rest):
        outs, two = listed(self.outputs), len(self.outputs) == 2
        null = f'{listed(["t", *self.outputs], "or")} NULL'
        made = listed(['*' + one for one in self.outputs])
        same = [f'{outs} the same'] if two else []
        fresh = [f'Shapes: {shapes} {made} {"are" if two else "is"} contiguous; meta when t is.' if not self.in_place
                 else f'Shapes: {shapes} and is contiguous; meta when t is.', f'Dtypes: {dtypes}.',
                 f'Ownership: the caller owns {made}{", both NULL on failure" if two else ""}; t is not kept.',
                 'Errors: ' + ', '.join([*error('CT_ERROR_INVALID', [null, *same, *invalid]),
                                         *error('CT_ERROR_DTYPE', dtype), *rest, 'CT_ERROR_OUT_OF_MEMORY']) + '.']
        one = 'an output' if two else 'out'
        invalid = [null, *invalid, 'meta and real tensors together', f'borrowed memory of {one} would have to grow']
        if self.in_place:
            where = '; in place with out == t'
            sizes = f"any; {outs} gets t's sizes, resized to them if it has others"
            overlap = "out's elements share memory with each other, or with t's in another order"
        elif two:
            where = ', which must share memory neither with t nor with each other'
            sizes = f'any; {outs} get the sizes that ct_{self.name} gives, resized to them if they have others'
            overlap = 'an output shares memory with t or the other one, or its elements with each other'
        else:
            where = ', which must not share memory with t'
            sizes = f'any; {outs} gets the sizes that ct_{self.name} gives, resized to them if it has others'
            overlap = 'out shares memory with t, or its elements with each other'
        into = [f'Shapes: {sizes}.', f'Dtypes: {dtypes_into}.',
                f'Ownership: {outs} {"stay" if two else "stays"} the caller\'s; nothing is kept.',
                'Errors: ' + ', '.join([*error('CT_ERROR_INVALID', invalid), *error('CT_ERROR_DTYPE', dtype_into), *rest,
                                        *error('CT_ERROR_OVERLAP', [overlap]),
                                        f'CT_ERROR_READ_ONLY ({one} is)', 'CT_ERROR_OUT_OF_MEMORY']) + '.']
        what = f'ct_{self.name} into {"existing tensors" if two else "an existing tensor"}{where}.'
        return [entry(self.name, doc, fresh, self.parameters, self.outputs, False),
                entry(self.name, what, into, self.parameters, self.outputs, True)]


DIMS = ['const int32_t *dims', 'int32_t ndims']
FORMS = {'Plain': [*DIMS, 'bool keepdim'], 'Typed': [*DIMS, 'bool keepdim', 'ct_dtype dtype'],
         'Norm': ['const ct_scalar *p', *DIMS, 'bool keepdim', 'ct_dtype dtype'],
         'Variance': [*DIMS, 'const ct_scalar *correction', 'bool keepdim']}
NO_ELEMENT = 'CT_ERROR_SHAPE (a dim without elements)'
WIDENED = "UNDEFINED: int64 for bool and integers, uint64 for uint64, else t's"


def reduction(name, form, dtypes, result, empty, none, doc, outputs=('out',)):
    """result: see the list; Part is that of variances."""
    op = OfOne(name, ['const ct_tensor *t', *FORMS[form]], outputs)
    complex_refused = dtypes in ('kReals', 'kFloats')
    takes = TAKES.get(dtypes, [''])[0]
    as_fresh, have = f'as ct_{name}', 'an output has another' if len(op.outputs) == 2 else 'out has another'
    out_would = listed([f'{one} has' for one in op.outputs]) if len(op.outputs) == 1 else f'{listed(op.outputs)} have'
    makes = listed(['*' + one for one in op.outputs])
    t_complex = ['t is complex'] if complex_refused else []
    no_float = ['t is bool or integer, and there is no dtype', 'dtype is bool or integer']
    said = {  # what *out has; what out must have; the reasons of CT_ERROR_DTYPE of both
        'Wide': (f'{takes}; *out has dtype. {WIDENED}', f"{as_fresh}; dtype UNDEFINED: out's, else it must be out's",
                 ['not a dtype', *(['t or dtype complex'] if complex_refused else [])], ["not out's"]),
        'Float': (('floating-point; bool and integers' if complex_refused else 'floating-point and complex; others') +
                  " only with a dtype, which they are converted to; *out has dtype. UNDEFINED: t's",
                  f"{as_fresh}; dtype UNDEFINED: out's, else it must be out's",
                  ['not a dtype', *no_float, *(['t or dtype complex'] if complex_refused else [])],
                  ['out is bool or integer', "not out's"]),
        'Same': (f"{takes}; *out has t's", f"{as_fresh}; out has t's", t_complex, ['out has another']),
        'FloatSame': (f"{takes}; *out has t's, or float32 for bool and integers",
                      f'{as_fresh}; out has what *out would have', t_complex, ['out has another']),
        'Truth': ('all; *out is bool, or uint8 when t is', 'out is bool or uint8', [], ['out has another']),
        'Count': ('all; *out is int64', 'out is int64', [], ['out has another']),
        'Real': ('floating-point and complex. dtype: what elements are converted to first, complex where t is, no '
                 "narrower; UNDEFINED: t's. *out has the real one of that",
                 f'{as_fresh}; out must have what *out would have',
                 ['t is bool or integer', 'not a dtype', "dtype narrower than t's, or real where t is complex", 'p complex'], ["not out's"]),
        'Part': ("floating-point and complex; *out has the real one of t's" + (", *mean t's" if len(outputs) > 1 else ''),
                 f'{as_fresh}; {out_would} what {makes} would have', ['t is bool or integer', 'correction complex'],
                 [have]),
    }
    fresh, into, dtype, dtype_into = said[result]
    option = {'Norm': ["p's reserved field not 0"], 'Variance': ["correction's reserved field not 0"]}.get(form, [])
    return op.both(doc, f'any; the named dims go, or with keepdim become 1. {none}', fresh, into,
                   ['ndims negative', 'dims NULL with ndims above 0', *option], dtype, [*dtype, *dtype_into],
                   [*([NO_ELEMENT] if empty == 'Error' else []), 'CT_ERROR_INDEX (a dim out of range or twice)'])


def reductions():
    text = []
    for name, form, dtypes, _, result, empty, _, none, doc in op_lists.ops('reduce', 'REDUCTIONS'):
        text += reduction(name, form, dtypes, result, empty, none, doc)
    for name, _, doc in op_lists.ops('reduce', 'PRECISE_SUMS'):
        text += reduction(name, 'Typed', 'kInexact', 'Float', 'Identity', 'The sum of no elements is 0.', doc)
    for line in op_lists.ops('reduce', 'OTHER_REDUCTIONS'):
        text += reduction(*line)
    for name, form, _, doc in op_lists.ops('reduce', 'VARIANCES'):
        text += reduction(name, 'Variance', '', 'Part', 'Nan', 'Of no elements, NaN.', doc,
                          ('out', 'mean') if form == 'Two' else ('out',))
    return text


def argreduction(name, form, dtypes, _, doc):
    takes, refused = TAKES[dtypes]
    outputs = {'Index': ['out'], 'Indexed': ['values', 'indices'], 'Range': ['amin', 'amax']}[form]
    has, out_has, others = {
        'Index': ('*out is int64', 'out is int64', ['out is not int64']),
        'Indexed': ("*values has t's dtype, *indices is int64", "values has t's dtype, indices is int64",
                    ['values has another', 'indices is not int64']),
        'Range': ("both results have t's dtype", "amin and amax have t's dtype", ['an output has another'])}[form]
    one_dim = form == 'Indexed'
    op = OfOne(name, ['const ct_tensor *t', 'int32_t dim', 'bool keepdim'], outputs)
    return op.both(doc, 'any, without dims too (dim 0 or -1); dim goes, or with keepdim becomes 1' +
                   ('' if one_dim else '; with CT_ALL_DIMS, all do') + '. No dim that goes may have size 0.',
                   f'{takes}; {has}', f'{takes}; {out_has}', [], [f't is {refused}'], [f't is {refused}', *others],
                   [NO_ELEMENT, 'CT_ERROR_INDEX (dim out of range)'])


def along(name, doc, has, out_has, refused, refused_into):
    op = OfOne(name, ['const ct_tensor *t', 'int32_t dim', 'ct_dtype dtype'], in_place=True)
    return op.both(doc, "any, without dims too (dim 0 or -1); *out has t's sizes",
                   f'all; elements become dtype first. *out has dtype, {has}', out_has, [], ['not a dtype', refused],
                   ['not a dtype', refused, refused_into], ['CT_ERROR_INDEX (dim out of range)'])


def scan(name, _, doc):
    return along(name, doc, f'which is not bool. {WIDENED}',
                 "all, but for out's bool; dtype UNDEFINED: out's, else it must be out's", 'bool', "not out's")


def softmax(name, _, doc):
    return along(name, doc, "a real float; UNDEFINED: t's. Halves are computed in float32",
                 f'all; out must have the dtype that ct_{name} gives', 'not a real float', "not out's")
