#!/usr/bin/env python3
"""What the Zig binding has of every op, from ctensor.h: src/ops.zig, their names in src/tensor.zig, tests/ops.zig.

  generate.py            writes them
  generate.py --check    fails when they differ from what it would write, or when a function or constant of the header
                         is not used in src/
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
HEADER = os.path.join(ROOT, 'include', 'ctensor.h')
sys.path.insert(0, os.path.join(ROOT, 'tools'))

from api_ops import ops  # noqa: E402
from check_header import parse  # noqa: E402

KEYWORDS = set('''addrspace align allowzero and anyframe anytype asm async await break callconv catch comptime const
continue defer else enum errdefer error export extern fn for if inline linksection noalias noinline nosuspend opaque or
orelse packed pub resume return struct suspend switch test threadlocal try union unreachable usingnamespace var volatile
while bool void type true false null undefined'''.split())
MADE_BY = '// Made by generate.py from ctensor.h.\n'
OPS_HEAD = f'''//! The ops: each makes a fresh tensor, or with Out at the end of its name writes into given ones. After the first
//! operand, operands are tensors or numbers. What ctensor.h says about shapes and dtypes holds here.
{MADE_BY}const c = @import("c");
const errors = @import("errors.zig");
const Diagnostics = errors.Diagnostics;
const Error = errors.Error;
const Dtype = @import("dtype.zig").Dtype;
const Scalar = @import("scalar.zig").Scalar;
const Tensor = @import("tensor.zig").Tensor;
const operand = @import("operand.zig").operand;
const optionalOperand = @import("operand.zig").optionalOperand;

const check = errors.check;
const rawOf = errors.rawOf;
'''
TESTS_HEAD = f'''//! Every op against C's function, called with the same operands and options.
{MADE_BY}const c = ct.c;
const ct = @import("ctensor");
const Compare = @import("compare.zig").Compare;

const dims: [1]i32 = .{{-1}};
'''
OPTION_TYPES = {'scalar': ('?Scalar', 'null'), 'dims': ('[]const i32', '&.{}'), 'dim': ('?i32', 'null'),
                'flag': ('bool', 'false'), 'dtype': ('?Dtype', 'null')}
# of options that not every number is right for
SAMPLES = {'equal_nan': 'true', 'decimals': '1', 'correction': '1'}


def camel(name):
    first, *rest = name.split('_')
    return first + ''.join(word.capitalize() for word in rest)


def quoted(name):
    return f'@"{name}"' if name in KEYWORDS else name


def pascal(names):
    return ''.join(name.capitalize() for name in names)


class Call:
    """One op in Zig."""

    def __init__(self, op, taken):
        self.op, self.taken = op, taken
        self.name = camel(op.name)
        self.options = [one for one in op.options if one.optional or one.kind == 'flag']
        self.positional = [one for one in op.parameters if one not in self.options]

    def local(self, name):
        """A parameter may have no name that the file declares already."""
        return name + '_' if name in self.taken or name in KEYWORDS else name

    def options_type(self):
        fields = [f'{quoted(one.name)}: {OPTION_TYPES[one.kind][0]} = {OPTION_TYPES[one.kind][1]}'
                  for one in self.options]
        return 'struct { ' + ', '.join(fields) + ' }'

    def result(self):
        if not self.op.outputs:
            return 'bool'
        return 'Tensor' if len(self.op.outputs) == 1 else pascal(self.op.outputs)

    def parameters(self, out):
        listed = []
        for index, one in enumerate(self.positional):
            kind = {'tensor': 'Tensor' if index == 0 else 'anytype', 'scalar': 'anytype', 'dim': 'i32'}[one.kind]
            listed.append(f'{self.local(one.name)}: {kind}')
        if self.options:
            listed.append(f'options: {self.options_type()}')
        if out:
            listed += [f'{self.local(name)}: Tensor' for name in self.op.outputs]
        return ', '.join(listed + ['diag: ?*Diagnostics'])

    def prepare(self):
        """Lines before the call, and what C is given for each parameter."""
        lines, given = [], []
        for index, one in enumerate(self.op.parameters):
            name, option = self.local(one.name), f'options.{quoted(one.name)}'
            if one.kind == 'tensor' and index == 0:
                given.append(f'{name}.handle')
            elif one.kind == 'tensor':
                how = 'optionalOperand' if one.optional else 'operand'
                lines += [f'const {one.name}_operand = try {how}({name}, diag);',
                          f'defer {one.name}_operand.deinit();']
                given.append(f'{one.name}_operand.raw')
            elif one.kind == 'scalar' and one.optional:
                given.append(f'if ({option}) |*one| &one.raw else null')
            elif one.kind == 'scalar':
                lines.append(f'const {one.name}_scalar: Scalar = .of({name});')
                given.append(f'&{one.name}_scalar.raw')
            elif one.kind == 'dims':
                given += [f'{option}.ptr', f'@intCast({option}.len)']
            elif one.kind == 'dim' and one.optional:
                given.append(f'if ({option}) |*one| one else null')
            elif one.kind == 'dim':
                given.append(name)
            elif one.kind == 'flag':
                given.append(option)
            elif one.kind == 'dtype':
                given.append(f'Dtype.toRaw({option})')
        return lines, given

    def function(self, out):
        op, (lines, given) = self.op, self.prepare()
        name = self.name + ('Out' if out else '')
        summary = f'`{self.name}` into existing tensors; in place where one is an input.' if out else op.summary
        text = [f'/// {summary}', f'pub fn {quoted(name)}({self.parameters(out)}) Error!{"void" if out else self.result()} {{']
        if out:
            given += [f'{self.local(one)}.handle' for one in op.outputs]
        elif not op.outputs:
            lines.append('var out = false;')
            given.append('&out')
        elif len(op.outputs) == 1:
            lines.append('var out: Tensor = .released;')
            given.append('&out.handle')
        else:
            released = ', '.join(f'.{quoted(one)} = .released' for one in op.outputs)
            lines.append(f'var out: {self.result()} = .{{ {released} }};')
            given += [f'&out.{quoted(one)}.handle' for one in op.outputs]
        lines.append(f'try check(c.ct_{op.name}{"_out" if out else ""}({", ".join(given + ["rawOf(diag)"])}));')
        if not out:
            lines.append('return out;')
        return '\n'.join(text + ['    ' + line for line in lines] + ['}'])

    def test(self):
        """Calls it and C's function with options that are none's default."""
        zig, raw, options, tensors = [], [], [], 0
        for index, one in enumerate(self.op.parameters):
            sample = SAMPLES.get(one.name, str(0.25 * (index + 1)))
            if one.kind == 'tensor':
                at = 'mask' if one.name in ('condition', 'mask') else f'tensors[{tensors}]'
                tensors += 1
                zig.append(f'all.{at}')
                raw.append(f'all.{at}.handle')
            elif one in self.options:
                value, c_value = {'scalar': (f'.of({sample})', f'&ct.Scalar.of({sample}).raw'),
                                  'dims': ('&dims', '&dims, dims.len'), 'dim': ('dims[0]', '&dims'),
                                  'flag': ('true', 'true'), 'dtype': ('.float64', 'c.CT_FLOAT64')}[one.kind]
                options.append(f'.{quoted(one.name)} = {value}')
                raw.append(c_value)
            else:
                value, c_value = {'scalar': ('1', '&ct.Scalar.of(1).raw'), 'dim': ('-1', '-1')}[one.kind]
                zig.append(value)
                raw.append(c_value)
        self_tensor, *rest = zig
        if options:
            rest.append(f'.{{ {", ".join(options)} }}')
        count = len(self.op.outputs)
        lines = [f'test "{self.name}" {{', '    var all: Compare = .{};', '    while (try all.next()) {']
        if not count:
            lines += ['        var wanted = false;',
                      f'        const status = c.ct_{self.op.name}({", ".join(raw + ["&wanted", "null"])});',
                      f'        try all.flag(status, wanted, {self_tensor}.{quoted(self.name)}({", ".join(rest + ["null"])}));']
        else:
            outs = [f'&wanted[{k}]' for k in range(count)]
            lines += [f'        var wanted: [{count}]?*c.ct_tensor = @splat(null);',
                      f'        const status = c.ct_{self.op.name}({", ".join(raw + outs + ["null"])});',
                      f'        try all.fresh(status, &wanted, {self_tensor}.{quoted(self.name)}({", ".join(rest + ["null"])}));',
                      f'        var out = try Compare.outputs({count}, &wanted);']
            given = ', '.join(rest + [f'out[{k}]' for k in range(count)] + ['null'])
            lines.append(f'        try Compare.into({count}, &out, &wanted, {self_tensor}.{self.name}Out({given}));')
        return '\n'.join(lines + ['    }', '}'])


def result_type(outputs):
    fields = [f'    {quoted(one)}: Tensor,' for one in outputs]
    releases = [f'        self.{quoted(one)}.deinit();' for one in outputs]
    name = pascal(outputs)
    return '\n'.join([f'pub const {name} = struct {{', *fields, '', f'    pub fn deinit(self: *{name}) void {{', *releases,
                      '    }', '};'])


def made():
    """{file: its text}"""
    found = ops(HEADER)
    taken = set(re.findall(r'^const (\w+)', OPS_HEAD, flags=re.M)) | {'options', 'diag'}
    for op in found:
        taken |= {camel(op.name), camel(op.name) + 'Out'}
    calls = [Call(op, taken) for op in found]
    results = {tuple(call.op.outputs): None for call in calls if len(call.op.outputs) > 1}
    parts = [OPS_HEAD.rstrip()] + [result_type(one) for one in results]
    names = []
    for call in calls:
        forms = [False, True] if call.op.has_out else [False]
        for out in forms:
            parts.append(call.function(out))
            name = quoted(call.name + ('Out' if out else ''))
            names.append(f'    pub const {name} = ops.{name};')
    tensor = os.path.join(HERE, 'src', 'tensor.zig')
    text = read(tensor)
    begin, end = '    // ---- ops: generate.py writes these lines ----\n', '    // ---- ops: end ----\n'
    before, after = text.split(begin)[0], text.split(end)[1]
    tests = [TESTS_HEAD.rstrip()] + [call.test() for call in calls]
    return {os.path.join(HERE, 'src', 'ops.zig'): '\n\n'.join(parts) + '\n',
            tensor: before + begin + '\n'.join(names) + '\n' + end + after,
            os.path.join(HERE, 'tests', 'ops.zig'): '\n\n'.join(tests) + '\n'}


def read(path):
    if not os.path.exists(path):
        return ''
    with open(path, encoding='utf-8') as file:
        return file.read()


def unreachable():
    """What the header has and the safe layer does not use."""
    api = parse(HEADER)
    folder = os.path.join(HERE, 'src')
    text = ''.join(read(os.path.join(folder, name)) for name in os.listdir(folder))
    used = set(re.findall(r'\bc\.(\w+)', text))
    return [name for name in [*api['functions'], *api['constants'], *api['macros']] if name not in used]


def main(arguments):
    if arguments not in ([], ['--check']):
        raise SystemExit(__doc__)
    wrong = []
    for path, text in made().items():
        if arguments and read(path) != text:
            wrong.append(f'{os.path.relpath(path, ROOT)} is not what generate.py makes of ctensor.h: run it')
        elif not arguments:
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
    wrong += [f'{name}: of ctensor.h, but not in bindings/zig/src' for name in unreachable()]
    print('\n'.join(wrong) or 'the Zig binding has all of ctensor.h')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
