#!/usr/bin/env python3
"""Writes what follows from include/ctensor.h: a function for each op, and a test that calls each beside C's.

  generate.py          writes ctensor/ops.hpp and tests/ops.inc
  generate.py --check  fails when they are not what it would write, or when the binding leaves a function of the header out
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
HEADER = os.path.join(ROOT, 'include', 'ctensor.h')
sys.path.insert(0, os.path.join(ROOT, 'tools'))
import api_ops  # noqa: E402
import check_header  # noqa: E402

LEFT_OUT = {}  # function: why the binding has no use for it

# kind: C++'s parameter and its default where C's may be NULL or UNDEFINED, what C gets for it
SCALAR = ('std::optional<Scalar> {}', ' = std::nullopt', '{0} ? {0}->get() : nullptr')
KINDS = {
    'tensor': ('const Operand &{}', ' = {{}}', '{}.get()'),
    'dims': ('Dims {}', ' = {{}}', '{0}.data(), {0}.count()'),
    'flag': ('bool {}', ' = false', '{}'),
    'dtype': ('DType {}', ' = DType::Undefined', 'detail::raw({})'),
}


def of_kind(one):
    if one.kind == 'scalar':
        return SCALAR if one.optional else ('Scalar {}', '', '{}.get()')
    if one.kind == 'dim':
        optional = ('std::optional<int32_t> {}', ' = std::nullopt', '{0} ? &*{0} : nullptr')
        return optional if one.optional else ('int32_t {}', '', '{}')
    return KINDS[one.kind]


def declared(op, defaults):
    """C++'s parameters; a default only where everything behind has one, too."""
    result = []
    for one in reversed(op.parameters):
        pattern, default, _ = of_kind(one)
        defaults = defaults and bool(default) and (one.optional or one.kind == 'flag')
        result.append(pattern.format(one.name) + (default.format() if defaults else ''))
    return ', '.join(reversed(result))


def handed_on(op):
    return ', '.join(of_kind(one)[2].format(one.name) for one in op.parameters)


def functions(op):
    lines = [f'// {op.summary}'] if op.summary else []
    call, c_name = handed_on(op), 'ct_' + op.name
    if not op.outputs:
        return lines + [f'inline bool {op.name}({declared(op, True)}) {{', '  bool out = false;',
                        f'  detail::check([&](ct_error *error) {{ return {c_name}({call}, &out, error); }});',
                        '  return out;', '}']
    if len(op.outputs) == 1:
        lines += [f'inline Tensor {op.name}({declared(op, True)}) {{',
                  '  return detail::make([&](ct_tensor **out, ct_error *error) { '
                  f'return {c_name}({call}, out, error); }});', '}']
    else:
        result = ''.join(part.capitalize() for part in op.name.split('_'))
        raw = [f'raw_{name}' for name in op.outputs]
        lines = [f'struct {result} {{', f'  Tensor {", ".join(op.outputs)};', '};', *lines,
                 f'inline {result} {op.name}({declared(op, True)}) {{',
                 f'  ct_tensor {", ".join(f"*{name} = nullptr" for name in raw)};',
                 f'  detail::check([&](ct_error *error) {{ return {c_name}({call}, '
                 f'{", ".join("&" + name for name in raw)}, error); }});',
                 f'  return {{{", ".join(f"Tensor::adopt({name})" for name in raw)}}};', '}']
    if op.has_out:
        outputs = ', '.join(f'const Tensor &{name}' for name in op.outputs)
        lines += [f'inline void {op.name}_out({declared(op, False)}, {outputs}) {{',
                  f'  detail::check([&](ct_error *error) {{ return {c_name}_out({call}, '
                  f'{", ".join(f"{name}.get()" for name in op.outputs)}, error); }});', '}']
    return lines


def ops_hpp(ops):
    lines = ['// Made by bindings/cpp/generate.py from ctensor.h: every op, fresh and into a given tensor. In place is '
             'out == an input.', '// Shapes, dtypes and errors are those of the C functions of the same names.',
             '#ifndef CTENSOR_OPS_HPP', '#define CTENSOR_OPS_HPP', '', '#include "tensor.hpp"', '',
             'namespace ctensor {', '']
    for op in ops:
        lines += [*functions(op), '']
    return '\n'.join(lines + ['}  // namespace ctensor', '', '#endif', ''])


# what a test gives for an option, in C++ and in C: nothing, then something
GIVEN = {'scalar': ('half', 'half.get()'), 'dims': ('Dims{-1}', 'last, 1'), 'flag': ('true', 'true'),
         'dtype': ('DType::Float64', 'CT_FLOAT64')}
ABSENT = {'scalar': ('std::nullopt', 'nullptr'), 'dims': ('Dims{}', 'nullptr, 0'), 'flag': ('false', 'false'),
          'dtype': ('DType::Undefined', 'CT_UNDEFINED')}


def given(one, tensor, choice):
    """A parameter's value in a test, for C++ and for C."""
    if one.kind == 'tensor':
        return f't[{tensor}]', f't[{tensor}].get()'
    if one.kind == 'dim':
        if not one.optional:
            return '-1', '-1'
        return ('-1', 'last') if choice is GIVEN else ('std::nullopt', 'nullptr')
    if one.kind == 'scalar' and not one.optional:
        return GIVEN['scalar']
    return choice[one.kind]


def ops_inc(ops):
    # qualified, for `std` alone could also mean the namespace
    lines = ['// Made by bindings/cpp/generate.py from ctensor.h: every op in C++ and in C, without options and with.']
    for op in ops:
        for choice in (ABSENT, GIVEN) if op.options else (ABSENT,):
            tensors = iter(range(9))
            both = [given(one, next(tensors) if one.kind == 'tensor' else None, choice) for one in op.parameters]
            cpp, c = (', '.join(one[i] for one in both) for i in (0, 1))
            if not op.outputs:
                lines.append(f'COMPARE_BOOL(ctensor::{op.name}({cpp}), ct_{op.name}({c}, &flag, error))')
                continue
            count = len(op.outputs)
            raw = ', '.join(f'&raw[{k}]' for k in range(count))
            made = ', '.join(f'made.{name}' for name in op.outputs) if count > 1 else 'made'
            outs = ', '.join(f'out[{k}]' for k in range(count))
            lines.append(f'COMPARE({count}, "{op.name}", (auto made = ctensor::{op.name}({cpp}); take({{{made}}})), '
                         f'(ctensor::{op.name}_out({cpp}, {outs})), ct_{op.name}({c}, {raw}, error))')
    return '\n'.join(lines + [''])


def formatted(text, name):
    return subprocess.run(['clang-format', '--style=file', '--assume-filename=' + os.path.join(HERE, name)], input=text,
                          stdout=subprocess.PIPE, check=True, text=True).stdout


def left_out():
    """Functions of the header that no file of the binding calls."""
    text = ''
    for folder, _, names in os.walk(os.path.join(HERE, 'ctensor')):
        for name in names:
            with open(os.path.join(folder, name), encoding='utf-8') as file:
                text += file.read()
    called = set(re.findall(r'\bct_\w+(?=\()', text))
    return [f'{name}: the header has it, the binding does not' for name in check_header.parse(HEADER)['functions']
            if name not in called and name not in LEFT_OUT]


def main(check):
    ops = api_ops.ops(HEADER)
    wrong = []
    for name, text in [('ctensor/ops.hpp', ops_hpp(ops)), ('tests/ops.inc', ops_inc(ops))]:
        path, text = os.path.join(HERE, name), formatted(text, name) if name.endswith('.hpp') else text
        if not check:
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
            continue
        with open(path, encoding='utf-8') as file:
            if file.read() != text:
                wrong.append(f'bindings/cpp/{name} is not what bindings/cpp/generate.py makes of ctensor.h')
    wrong += left_out() if check else []
    print('\n'.join(wrong) or f'{len(ops)} ops')
    return 1 if wrong else 0


if __name__ == '__main__':
    if sys.argv[1:] not in ([], ['--check']):
        raise SystemExit(__doc__)
    sys.exit(main(check=bool(sys.argv[1:])))
