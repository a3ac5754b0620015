"""The declarations of the ops of one tensor, with what their comments say that the heads of their groups do not:
reductions, argreductions, scans and softmax."""
from header_text import TAKES, entry, errors

DIMS = ['const int32_t *dims', 'int32_t ndims']
FORMS = {'Plain': [*DIMS, 'bool keepdim'], 'Typed': [*DIMS, 'bool keepdim', 'ct_dtype dtype'],
         'Norm': ['const ct_scalar *p', *DIMS, 'bool keepdim', 'ct_dtype dtype'],
         'Variance': [*DIMS, 'const ct_scalar *correction', 'bool keepdim']}
NO_ELEMENT = ['a dim without elements']
T = 'const ct_tensor *t'


def with_sentence(doc, sentence):
    """The sentence at the end of a comment's further paragraph, where there is one."""
    return doc + (' ' if '\n' in doc else '\n') + sentence


def reduction(head, name, form, dtypes, result, empty, none, doc, outputs=('out',)):
    """result: see the list; Part is that of variances."""
    no_complex = dtypes in ('kReals', 'kFloats')
    takes = TAKES.get(dtypes, [''])[0]
    t_complex = ['t is complex'] if no_complex else []
    either = ['t or dtype is complex'] if no_complex else []
    needs_float = ['t is bool or integer, and there is no dtype', 'dtype is bool or integer']
    said = {  # what it takes; what the result has; the reasons of CT_ERROR_DTYPE
        'Wide': (takes, 'the result has dtype. UNDEFINED: int64 for bool and integers, uint64 for uint64, else t\'s', either),
        'Float': (('real floats; bool and integers' if no_complex else 'floats and complex; others') +
                  ' only with a dtype, which they are converted to', "the result has dtype. UNDEFINED: t's", needs_float + either),
        'Same': (takes, "the result has t's", t_complex),
        'FloatSame': (takes, "the result has t's, or float32 for bool and integers", t_complex),
        'Truth': ('all', 'the result is bool, or uint8 when t is', []),
        'Count': ('all', 'the result is int64', []),
        'Real': ('floats and complex. dtype: what elements are converted to first, complex where t is, no narrower; '
                 "UNDEFINED: t's", 'the result has the real one of that',
                 ['t is bool or integer', "dtype is narrower than t's, or real where t is complex", 'p is complex']),
        'Part': ('floats and complex', "the result has the real one of t's" if len(outputs) == 1 else
                 "the result has the real one of t's, the mean t's", ['t is bool or integer', 'correction is complex']),
    }
    takes, has, dtype = said[result]
    lines = [('Dtypes', '', f'{takes}; {has}.'),
             ('Errors', '', errors(SHAPE=NO_ELEMENT if empty == 'Error' else [], DTYPE=dtype))]
    return entry(name, with_sentence(doc, none), lines, [T, *FORMS[form]], outputs, head)


def reductions(head, ops):
    for name, form, dtypes, _, result, empty, _, none, doc in ops('REDUCTIONS'):
        yield reduction(head, name, form, dtypes, result, empty, none, doc)
    for name, _, doc in ops('PRECISE_SUMS'):
        yield reduction(head, name, 'Typed', 'kInexact', 'Float', 'Identity', 'The sum of no elements is 0.', doc)
    for line in ops('OTHER_REDUCTIONS'):
        yield reduction(head, *line)
    for name, form, _, doc in ops('VARIANCES'):
        yield reduction(head, name, 'Variance', '', 'Part', 'Nan', 'Of no elements, NaN.', doc,
                        ('out', 'mean') if form == 'Two' else ('out',))


def argreduction(head, name, form, dtypes, _, doc):
    outputs = {'Index': ['out'], 'Indexed': ['values', 'indices'], 'Range': ['amin', 'amax']}[form]
    has = {'Index': 'the result is int64', 'Indexed': "values has t's dtype, indices is int64",
           'Range': "both results have t's dtype"}[form]
    lines = [('Dtypes', '', f'{TAKES[dtypes][0]}; {has}.')]
    return entry(name, doc, lines, [T, 'int32_t dim', 'bool keepdim'], outputs, head)


def along(head, name, _, doc):
    """A scan or a softmax."""
    return entry(name, doc, [], [T, 'int32_t dim', 'ct_dtype dtype'], ['out'], head)
