//! Closures over elements: what they take, and the loops that call them.
use std::os::raw::c_char;

use crate::piece::{Operand, Piece};
use crate::{Element, Error, ErrorKind, Result};

/// What a closure over elements takes: the element of one input, or a tuple with one element of each input.
///
/// # Safety
/// `load` reads operands 0 to `COUNT` - 1, which are of the dtypes that `check` wants.
pub unsafe trait Elements: Copy {
    #[doc(hidden)]
    const COUNT: usize;

    #[doc(hidden)]
    fn check(function: &str, inputs: &[Operand]) -> Result<()>;

    /// Element `i` of rows that begin at `rows` and have these byte strides.
    ///
    /// # Safety
    /// There are COUNT rows and strides, of the types that `check` wants.
    #[doc(hidden)]
    unsafe fn load(rows: *const *mut c_char, strides: *const i64, i: usize) -> Self;

    /// Does the same where elements are adjacent in memory.
    ///
    /// # Safety
    /// As for `load`.
    #[doc(hidden)]
    unsafe fn load_dense(rows: *const *mut c_char, i: usize) -> Self;

    /// Whether elements are adjacent in memory.
    ///
    /// # Safety
    /// There are COUNT strides.
    #[doc(hidden)]
    unsafe fn is_dense(strides: *const i64) -> bool;
}

fn checked<T: Element>(function: &str, k: usize, inputs: &[Operand]) -> Result<()> {
    if inputs[k].dtype == T::DTYPE {
        return Ok(());
    }
    let message = format!("{function}: the closure takes {} as input {k}, the loop sees {}", T::DTYPE, inputs[k].dtype);
    Err(Error::new(ErrorKind::Dtype, message))
}

fn check_count(function: &str, count: usize, inputs: &[Operand]) -> Result<()> {
    if inputs.len() == count {
        return Ok(());
    }
    let message = format!("{function}: the closure takes {count} inputs, the iterator has {}", inputs.len());
    Err(Error::new(ErrorKind::Invalid, message))
}

macro_rules! elements {
    (($($type:ident $k:literal),+), $count:literal, $elements:ty) => {
        #[doc(hidden)]
        const COUNT: usize = $count;

        fn check(function: &str, inputs: &[Operand]) -> Result<()> {
            check_count(function, $count, inputs)?;
            $(checked::<$type>(function, $k, inputs)?;)+
            Ok(())
        }

        #[inline(always)]
        unsafe fn is_dense(strides: *const i64) -> bool {
            true $(&& *strides.add($k) == std::mem::size_of::<$type>() as i64)+
        }
    };
}

// SAFETY: it loads the types that it checks
unsafe impl<A: Element> Elements for A {
    elements!((A 0), 1, A);

    #[inline(always)]
    unsafe fn load(rows: *const *mut c_char, strides: *const i64, i: usize) -> Self {
        *(*rows).offset(i as isize * *strides as isize).cast::<A>()
    }

    #[inline(always)]
    unsafe fn load_dense(rows: *const *mut c_char, i: usize) -> Self {
        *(*rows).cast::<A>().add(i)
    }
}

macro_rules! tuples {
    ($($count:literal: $($type:ident $k:literal),+;)+) => { $(
        // SAFETY: it loads the types that it checks
        unsafe impl<$($type: Element),+> Elements for ($($type,)+) {
            elements!(($($type $k),+), $count, Self);

            #[inline(always)]
            unsafe fn load(rows: *const *mut c_char, strides: *const i64, i: usize) -> Self {
                ($(*(*rows.add($k)).offset(i as isize * *strides.add($k) as isize).cast::<$type>(),)+)
            }

            #[inline(always)]
            unsafe fn load_dense(rows: *const *mut c_char, i: usize) -> Self {
                ($(*(*rows.add($k)).cast::<$type>().add(i),)+)
            }
        }
    )+ };
}
tuples! {
    1: A 0;
    2: A 0, B 1;
    3: A 0, B 1, C 2;
    4: A 0, B 1, C 2, D 3;
    5: A 0, B 1, C 2, D 3, E 4;
    6: A 0, B 1, C 2, D 3, E 4, F 5;
}

/// The most operands of a loop over elements: an output and a tuple.
const MOST: usize = 7;

/// Output = f(inputs), for every element of a piece.
///
/// # Safety
/// The piece has one output of T, then inputs that E has checked.
pub(crate) unsafe fn map_piece<E: Elements, T: Element>(piece: &Piece<'_>, f: &impl Fn(E) -> T) -> Result<()> {
    rows(piece, |rows, strides, count| {
        let inputs = rows.add(1);
        let (out, step) = ((*rows).cast::<T>(), *strides as isize);
        if step == std::mem::size_of::<T>() as isize && E::is_dense(strides.add(1)) {
            for i in 0..count {
                *out.add(i) = f(E::load_dense(inputs, i));
            }
        } else {
            for i in 0..count {
                let out = out.cast::<u8>().offset(i as isize * step).cast::<T>();
                *out = f(E::load(inputs, strides.add(1), i));
            }
        }
    });
    Ok(())
}

/// Output = f(output, inputs), for every element of a piece.
///
/// # Safety
/// The piece has one output of A, then inputs that E has checked.
pub(crate) unsafe fn fold_piece<E: Elements, A: Element>(piece: &Piece<'_>, f: &impl Fn(A, E) -> A) -> Result<()> {
    rows(piece, |rows, strides, count| {
        let inputs = rows.add(1);
        let (out, step) = ((*rows).cast::<A>(), *strides as isize);
        if step == 0 && count > 0 {
            let mut accumulator = *out; // stays in a register along a row
            for i in 0..count {
                accumulator = f(accumulator, E::load(inputs, strides.add(1), i));
            }
            *out = accumulator;
        } else {
            for i in 0..count {
                let out = out.cast::<u8>().offset(i as isize * step).cast::<A>();
                *out = f(*out, E::load(inputs, strides.add(1), i));
            }
        }
    });
    Ok(())
}

/// Calls `f` with the addresses of every operand's row, their strides, and the count of elements.
///
/// # Safety
/// The piece has at most `MOST` operands.
unsafe fn rows(piece: &Piece<'_>, f: impl Fn(*const *mut c_char, *const i64, usize)) {
    let (data, strides, count) = piece.raw();
    debug_assert!(count <= MOST);
    let mut rows = [std::ptr::null_mut(); MOST];
    for j in 0..piece.sizes()[1] {
        for (k, row) in rows[..count].iter_mut().enumerate() {
            *row = (*data.add(k)).offset(j as isize * *strides.add(count + k) as isize);
        }
        f(rows.as_ptr(), strides, piece.sizes()[0]);
    }
}
