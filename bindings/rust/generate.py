#!/usr/bin/env python3
"""The uniform wrappers of the ops, and the test that compares each with the C call: from ctensor.h, by api_ops.py.

  generate.py           writes ctensor/src/ops.rs and ctensor/tests/all_ops.rs
  generate.py --check   fails when those files are others
"""
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
HEADER = ROOT / 'include' / 'ctensor.h'
sys.path.insert(0, str(ROOT / 'tools'))
sys.dont_write_bytecode = True
import api_ops  # noqa: E402

KEYWORDS = {'where', 'in', 'move', 'ref', 'type', 'match'}
NOTE = '// Made by bindings/rust/generate.py from ctensor.h.'


def rust_name(name):
    return name + '_' if name in KEYWORDS else name


def rust_type(parameter):
    return {
        'tensor': 'impl OptionalOperand' if parameter.optional else 'impl Operand',
        'scalar': 'impl OptionalScalar' if parameter.optional else 'impl Into<Scalar>',
        'dims': 'impl Dims',
        'dim': 'impl Into<Option<i32>>' if parameter.optional else 'i32',
        'flag': 'bool',
        'dtype': 'impl Into<Option<DType>>',
    }[parameter.kind]


def preparation(parameter):
    """Rust's argument made one that C takes."""
    name = parameter.name
    return {
        'tensor': f'let {name} = {name}.hold()?;',
        'scalar': f'let {name} = RawScalar::new({name});' if parameter.optional else f'let {name} = {name}.into().raw();',
        'dims': f'let {name} = {name}.dims();',
        'dim': f'let {name} = {name}.into();' if parameter.optional else '',
        'flag': '',
        'dtype': f'let {name} = raw_dtype({name});',
    }[parameter.kind]


def argument(parameter):
    name = parameter.name
    return {
        'tensor': f'{name}.raw()',
        'scalar': f'{name}.as_ptr()' if parameter.optional else f'&{name}',
        'dims': f'{name}.as_ptr(), {name}.len() as i32',
        'dim': f'dim_ptr(&{name})' if parameter.optional else name,
        'flag': name,
        'dtype': name,
    }[parameter.kind]


def shown(summary):
    """A comment of the header as Rust's docs have it: without ct_, and without brackets that would be links."""
    summary = re.sub(r'\bct_(\w+)', lambda m: rust_name(m[1]), summary)
    return '/// ' + re.sub(r'([\[\]<>])', r'\\\1', summary)


class Wrapped:
    def __init__(self, op):
        self.op, self.name = op, rust_name(op.name)
        self.rest = op.parameters[1:]
        self.takes = ', '.join(f'{p.name}: {rust_type(p)}' for p in self.rest)
        self.prepare = ''.join(map(preparation, self.rest))
        self.arguments = ', '.join(['self.as_raw()'] + [argument(p) for p in self.rest])

    def fresh(self):
        name, outputs = self.op.name, self.op.outputs
        head = f'{shown(self.op.summary)}\n#[inline]\npub fn {self.name}(&self, {self.takes})'
        if not outputs:
            return f'''{head} -> Result<bool> {{ {self.prepare}
                let mut out = false;
                call(|error| unsafe {{ sys::ct_{name}({self.arguments}, &mut out, error) }})?;
                Ok(out) }}'''
        result, make = ('Tensor', 'make') if len(outputs) == 1 else ('(Tensor, Tensor)', 'make_two')
        outs = ', '.join(outputs)
        return f'''{head} -> Result<{result}> {{ {self.prepare}
            {make}(|{outs}, error| unsafe {{ sys::ct_{name}({self.arguments}, {outs}, error) }}) }}'''

    def into(self):
        if not self.op.has_out:
            return ''
        name, outputs = self.op.name, self.op.outputs
        takes = ', '.join(([self.takes] if self.takes else []) + [f'{out}: &mut impl Out' for out in outputs])
        outs = ', '.join(outputs)
        write = 'write' if len(outputs) == 1 else 'write_two'
        results = ' and '.join(f'`{out}`' for out in outputs)
        return f'''/// [`{self.name}`](Self::{self.name}) into {results}.\n#[inline]
            pub fn {name}_out(&self, {takes}) -> Result<()> {{ {self.prepare}
            {write}({outs}, |{outs}, error| unsafe {{ sys::ct_{name}_out({self.arguments}, {outs}, error) }}) }}'''

    def has_in_place(self, header):
        """Whether the header says that out may be the first tensor."""
        said = re.search(rf'/\*\* ct_{self.op.name} into[^/]*?in place with ([^.]*)\.', header)
        return bool(said) and f'out == {self.op.parameters[0].name}' in re.sub(r'[\s*]+', ' ', said[1])

    def in_place(self):
        name = self.op.name
        arguments = self.arguments.replace('self.as_raw()', 'out', 1)
        return f'''/// [`{self.name}`](Tensor::{self.name}) into this tensor itself.\n#[inline]
            pub fn {name}_in_place(&mut self, {self.takes}) -> Result<()> {{ {self.prepare}
            write(self, |out, error| unsafe {{ sys::ct_{name}_out({arguments}, out, error) }}) }}'''


def wrappers(ops, header):
    wrapped = [Wrapped(op) for op in ops]
    fresh = '\n\n'.join(text for one in wrapped for text in (one.fresh(), one.into()) if text)
    in_place = '\n\n'.join(one.in_place() for one in wrapped if one.has_in_place(header))
    return f'''{NOTE}
//! The ops, one method each: fresh, into an output, in place. What they mean is said in ctensor.h.
use crate::args::{{dim_ptr, raw_dtype, Held, RawScalar}};
use crate::error::call;
use crate::tensor::{{make, make_two}};
use crate::write::{{write, write_two}};
use crate::{{sys, DType, Dims, Operand, OptionalOperand, OptionalScalar, Out, Result, Scalar, Tensor, TensorMut}};

// SAFETY of all: handles that live for the call, arrays with their lengths, and outputs that are nobody else's
impl Tensor {{
{fresh}
}}

/// Ops in place, of tensors and of exclusive views.
macro_rules! in_place {{ ($type:ty) => {{
impl $type {{
{in_place}
}}
}} }}
in_place!(Tensor);
in_place!(TensorMut<'_>);
'''


class Case:
    """An op called with options that are not the defaults, from safe Rust and from C."""

    def __init__(self, op):
        self.op, self.safe, self.raw = op, [], []
        self.mask = next((i for i, p in enumerate(op.inputs) if p.name in ('condition', 'mask')), None)
        tensors = 0
        scalars = 1
        for parameter in op.parameters:
            if parameter.kind == 'tensor':
                optional = parameter.optional
                self.safe.append(f'Some(&t[{tensors}])' if optional else f'&t[{tensors}]')
                self.raw.append(f't[{tensors}].as_raw()')
                tensors += 1
            elif parameter.kind == 'scalar':
                scalars += 1
                self.safe.append(f'{scalars}i64')
                self.raw.append(f'&integer({scalars})')
            else:
                safe, raw = {'dims': ('[1]', '[1].as_ptr(), 1'), 'flag': ('true', 'true'),
                             'dim': ('1', '[1].as_ptr()' if parameter.optional else '1'),
                             'dtype': ('DType::Float64', 'sys::CT_FLOAT64')}[parameter.kind]
                self.safe.append(safe)
                self.raw.append(raw)

    def text(self, header):
        op, one = self.op, Wrapped(self.op)
        safe, raw = ', '.join(self.safe[1:]), ', '.join(self.raw)
        if not op.outputs:
            return f'''Case {{ name: "{op.name}", inputs: {len(op.inputs)}, mask: {self.masked()},
                fresh: |t| Ok(vec![Tensor::scalar(t[0].{one.name}({safe})?)?]),
                raw: |t, out, error| unsafe {{
                    let mut is = false;
                    match sys::ct_{op.name}({raw}, &mut is, error) {{
                        0 => sys::ct_tensor_create_scalar(&truth(is), false, &mut out[0], error),
                        status => status,
                    }}
                }},
                into: None, in_place: None }},'''
        two = len(op.outputs) == 2
        pack = '{ let (a, b) = %s; Ok(vec![a, b]) }' if two else 'Ok(vec![%s])'
        fresh = pack % f't[0].{one.name}({safe})?'
        raw_outs = '&mut out[0], &mut out[1]' if two else '&mut out[0]'
        if two:
            outs = ', '.join([safe] if safe else []) + ', a, b'
            into = f'Some(|t, out| match out {{ [a, b] => t[0].{op.name}_out({outs}), _ => unreachable!() }})'
        else:
            outs = ', '.join(([safe] if safe else []) + ['&mut out[0]'])
            into = f'Some(|t, out| t[0].{op.name}_out({outs}))'
        in_place = f'Some(|t, x| x.{op.name}_in_place({safe}))' if one.has_in_place(header) else 'None'
        unused = '_t' if not any('t[' in part for part in self.safe[1:]) else 't'
        in_place = in_place.replace('|t,', f'|{unused},')
        return f'''Case {{ name: "{op.name}", inputs: {len(op.inputs)}, mask: {self.masked()}, fresh: |t| {fresh},
            raw: |t, out, error| unsafe {{ sys::ct_{op.name}({raw}, {raw_outs}, error) }},
            into: {into if op.has_out else 'None'}, in_place: {in_place} }},'''

    def masked(self):
        return 'None' if self.mask is None else f'Some({self.mask})'


def cases(ops, header):
    return f'''{NOTE}
//! Every op, called from safe Rust in all its forms and from C, with options that are not the defaults.
mod compare;
use compare::{{integer, truth, Case}};
use ctensor::{{sys, DType, Tensor}};

#[test]
fn every_op_gives_what_c_gives() {{
    for case in CASES {{
        case.run();
    }}
}}

#[rustfmt::skip]
const CASES: &[Case] = &[
{chr(10).join(re.sub(chr(10) + ' *', ' ', Case(op).text(header)) for op in ops)}
];
'''


def formatted(text):
    # written as one line each: rustfmt has the last word
    run = subprocess.run(['rustfmt', '--edition', '2021', '--config-path', str(HERE / 'rustfmt.toml')], input=text,
                         capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise SystemExit(run.stderr)
    return run.stdout


def main():
    header = HEADER.read_text(encoding='utf-8')
    ops = api_ops.ops(str(HEADER))
    made = {HERE / 'ctensor/src/ops.rs': formatted(wrappers(ops, header)),
            HERE / 'ctensor/tests/all_ops.rs': formatted(cases(ops, header))}
    for path, text in made.items():
        if sys.argv[1:] != ['--check']:
            path.write_text(text, encoding='utf-8')
        elif not path.exists() or path.read_text(encoding='utf-8') != text:
            raise SystemExit(f'{path.relative_to(ROOT)} is not what ctensor.h makes it: run bindings/rust/generate.py')


if __name__ == '__main__':
    main()
