//! Operators: on tensors, by reference or value, with numbers on either side.
//!
//! They panic where the op's method would return an error, with its message. Numbers are only f64 and i64: with more
//! types, Rust could not infer the type of the literal in `(x * 2).sum(…)`.
use std::ops::*;

use crate::{Result, Tensor, TensorMut};

#[track_caller]
fn or_panic<T>(result: Result<T>) -> T {
    match result {
        Ok(made) => made,
        Err(error) => panic!("{error}"),
    }
}

macro_rules! binary {
    ($($trait:ident $method:ident, $assign:ident $assign_method:ident, $in_place:ident, $op:ident;)+) => { $(
        binary!(@tensors $trait $method $op: (&Tensor, &Tensor), (&Tensor, Tensor), (Tensor, &Tensor), (Tensor, Tensor));
        binary!(@numbers $trait $method $op: f64 i64);
        binary!(@assign $assign $assign_method $in_place: &Tensor, Tensor, f64, i64);
    )+ };
    (@tensors $trait:ident $method:ident $op:ident: $(($a:ty, $b:ty)),+) => { $(
        impl $trait<$b> for $a {
            type Output = Tensor;

            #[track_caller]
            fn $method(self, other: $b) -> Tensor {
                or_panic(Tensor::$op(self.borrowed(), other))
            }
        }
    )+ };
    (@numbers $trait:ident $method:ident $op:ident: $($number:ty)+) => { $(
        binary!(@tensors $trait $method $op: (&Tensor, $number), (Tensor, $number));

        impl $trait<&Tensor> for $number {
            type Output = Tensor;

            #[track_caller]
            fn $method(self, other: &Tensor) -> Tensor {
                or_panic(Tensor::with_number(self, |number| number.$op(other)))
            }
        }

        impl $trait<Tensor> for $number {
            type Output = Tensor;

            #[track_caller]
            fn $method(self, other: Tensor) -> Tensor {
                $trait::$method(self, &other)
            }
        }
    )+ };
    (@assign $trait:ident $method:ident $op:ident: $($b:ty),+) => { $(
        impl $trait<$b> for Tensor {
            #[track_caller]
            fn $method(&mut self, other: $b) {
                or_panic(self.$op(other))
            }
        }

        impl $trait<$b> for TensorMut<'_> {
            #[track_caller]
            fn $method(&mut self, other: $b) {
                or_panic(self.$op(other))
            }
        }
    )+ };
}

/// Borrows a tensor that came by value or by reference.
trait Borrowed {
    fn borrowed(&self) -> &Tensor;
}

impl Borrowed for Tensor {
    fn borrowed(&self) -> &Tensor {
        self
    }
}

impl Borrowed for &Tensor {
    fn borrowed(&self) -> &Tensor {
        self
    }
}

binary! {
    Add add, AddAssign add_assign, add_in_place, add;
    Sub sub, SubAssign sub_assign, sub_in_place, sub;
    Mul mul, MulAssign mul_assign, mul_in_place, mul;
    Div div, DivAssign div_assign, div_in_place, div;
    // Rust's remainder has the dividend's sign; Tensor::remainder is Python's
    Rem rem, RemAssign rem_assign, fmod_in_place, fmod;
    BitAnd bitand, BitAndAssign bitand_assign, bitwise_and_in_place, bitwise_and;
    BitOr bitor, BitOrAssign bitor_assign, bitwise_or_in_place, bitwise_or;
    BitXor bitxor, BitXorAssign bitxor_assign, bitwise_xor_in_place, bitwise_xor;
    Shl shl, ShlAssign shl_assign, left_shift_in_place, left_shift;
    Shr shr, ShrAssign shr_assign, right_shift_in_place, right_shift;
}

macro_rules! unary {
    ($($trait:ident $method:ident $op:ident: $($a:ty),+;)+) => { $($(
        impl $trait for $a {
            type Output = Tensor;

            #[track_caller]
            fn $method(self) -> Tensor {
                or_panic(Tensor::$op(self.borrowed()))
            }
        }
    )+)+ };
}
unary! {
    Neg neg neg: &Tensor, Tensor;
    Not not bitwise_not: &Tensor, Tensor;
}
