//! Two-dimensional pieces of an iteration's memory, as closures and cursors see them.
use std::marker::PhantomData;
use std::os::raw::c_char;

use crate::{sys, DType, Element, Error, ErrorKind, Result};

/// What a piece must know of an operand.
#[derive(Clone, Debug)]
pub struct Operand {
    /// The dtype that the loop sees.
    pub dtype: DType,
    /// Whether it has no data.
    pub meta: bool,
    /// Whether the tensor's own dtype is another, so that pieces are blocks of scratch.
    pub converted: bool,
    /// Whether it is an output that is converted, so that its scratch holds garbage until the closure writes it.
    pub staged: bool,
}

/// What the operands of a piece are for.
#[derive(Clone, Copy)]
pub(crate) enum Roles {
    /// This many outputs, then inputs.
    Walk(usize),
    /// A pair of accumulators for each output of a reduction: the one to add to, then the one to add.
    Pairs,
}

/// Addresses and strides. They are vectors, since moving a box claims that nothing else points into it.
type Arrays = (Vec<*mut c_char>, Vec<i64>);

/// One piece of an iteration: outputs to write and inputs to read, of the same two-dimensional shape.
pub struct Piece<'p> {
    data: *const *mut c_char,
    strides: *const i64,
    sizes: [usize; 2],
    begin: i64,
    worker: usize,
    operands: &'p [Operand],
    roles: Roles,
    /// One bit for each output, set once it is lent.
    lent: u64,
    /// The arrays that `data` and `strides` point to, if the piece keeps them itself.
    kept: Option<Arrays>,
}

// SAFETY: the pieces of a walk have no output element in common, and inputs are only read
unsafe impl Send for Piece<'_> {}
unsafe impl Sync for Piece<'_> {}

impl<'p> Piece<'p> {
    /// # Safety
    /// What the loop points to lives for `'p` and is described by `operands`, and no other live piece has the same
    /// outputs.
    pub(crate) unsafe fn new(piece: &sys::ct_loop, operands: &'p [Operand], roles: Roles) -> Self {
        Self {
            data: piece.data,
            strides: piece.strides,
            sizes: [piece.size0 as usize, piece.size1 as usize],
            begin: piece.begin,
            worker: piece.worker as usize,
            operands,
            roles,
            lent: 0,
            kept: None,
        }
    }

    /// Copies the arrays into the piece, so that it outlives its cursor's next step.
    pub(crate) fn keep(mut self) -> Self {
        let count = self.operands.len();
        // SAFETY: a loop has one address and two strides for each operand
        let kept = unsafe {
            let data = std::slice::from_raw_parts(self.data, count).to_vec();
            let strides = std::slice::from_raw_parts(self.strides, 2 * count).to_vec();
            (data, strides)
        };
        self.data = kept.0.as_ptr();
        self.strides = kept.1.as_ptr();
        self.kept = Some(kept);
        self
    }

    /// Elements along the inner and the outer dim.
    pub fn sizes(&self) -> [usize; 2] {
        self.sizes
    }

    /// The position of the first element in the iterator's order.
    pub fn begin(&self) -> i64 {
        self.begin
    }

    /// An index for scratch that no other piece uses at the same time, from 0 to the number of threads - 1.
    pub fn worker(&self) -> usize {
        self.worker
    }

    /// Input `k`, in the dtype that [`Iter::input_dtype`](crate::Iter::input_dtype) says.
    #[inline]
    pub fn input<T: Element>(&self, k: usize) -> Result<Strided<'p, T>> {
        let index = match self.roles {
            Roles::Walk(noutputs) => noutputs.checked_add(k),
            Roles::Pairs => k.checked_mul(2).map(|index| index + 1),
        };
        let index = self.checked::<T>("input", k, index)?;
        // SAFETY: the operand exists, is of this dtype, and has data; its memory is not written meanwhile
        Ok(unsafe { self.strided(index) })
    }

    /// Output `k`. Each output of a piece can be taken once.
    #[inline]
    pub fn output<T: Element>(&mut self, k: usize) -> Result<StridedMut<'p, T>> {
        let index = match self.roles {
            Roles::Walk(noutputs) => Some(k).filter(|&k| k < noutputs),
            Roles::Pairs => k.checked_mul(2),
        };
        let index = self.checked::<T>("output", k, index)?;
        if self.lent >> index & 1 == 1 {
            let message = format!("output {k} of this piece has been taken already");
            return Err(Error::new(ErrorKind::Invalid, message));
        }
        self.lent |= 1 << index; // an iterator has at most 64 operands
                                 // SAFETY: as above, and nobody else has this output's piece
        Ok(StridedMut { part: unsafe { self.strided(index) }, exclusive: PhantomData })
    }

    #[inline]
    fn checked<T: Element>(&self, what: &str, k: usize, index: Option<usize>) -> Result<usize> {
        match index.and_then(|index| self.operands.get(index)) {
            Some(operand) if operand.dtype == T::DTYPE && !operand.meta => Ok(index.unwrap_or(0)),
            operand => Err(refused::<T>(what, k, operand)),
        }
    }

    /// # Safety
    /// The operand is there and has elements of T.
    #[inline]
    unsafe fn strided<T>(&self, index: usize) -> Strided<'p, T> {
        let strides = [*self.strides.add(index), *self.strides.add(self.operands.len() + index)];
        Strided {
            data: (*self.data.add(index)).cast(),
            strides: [strides[0] as isize, strides[1] as isize],
            sizes: self.sizes,
            lifetime: PhantomData,
        }
    }

    /// Address and byte strides of every operand, for loops over elements: outputs first.
    pub(crate) fn raw(&self) -> (*const *mut c_char, *const i64, usize) {
        (self.data, self.strides, self.operands.len())
    }

    /// Zeroes the scratch of staged outputs, which would otherwise show an earlier block's values.
    pub(crate) fn clear_staged(&self) {
        for (index, operand) in self.operands.iter().enumerate().filter(|(_, operand)| operand.staged) {
            let size = operand.dtype.size();
            // SAFETY: every element of the block is there to be written
            unsafe {
                let block: Strided<'_, u8> = self.strided(index);
                for j in 0..self.sizes[1] {
                    for i in 0..self.sizes[0] {
                        block.address(i, j).write_bytes(0, size);
                    }
                }
            }
        }
    }
}

#[cold]
fn refused<T: Element>(what: &str, k: usize, operand: Option<&Operand>) -> Error {
    match operand {
        None => Error::new(ErrorKind::Index, format!("{what} {k}: the iterator has no such {what}")),
        Some(operand) if operand.meta => Error::new(ErrorKind::Invalid, format!("{what} {k} is a meta tensor")),
        Some(operand) => {
            let message = format!("{what} {k}: the loop sees dtype {}, not {}", operand.dtype, T::DTYPE);
            Error::new(ErrorKind::Dtype, message)
        }
    }
}

/// An input's part of a piece: `sizes()[0]` elements along the inner dim `i`, `sizes()[1]` along the outer dim `j`.
#[derive(Clone, Copy)]
pub struct Strided<'p, T> {
    data: *mut u8,
    strides: [isize; 2],
    sizes: [usize; 2],
    lifetime: PhantomData<&'p T>,
}

// SAFETY: shared access to elements, which are Send and Sync
unsafe impl<T: Element> Send for Strided<'_, T> {}
unsafe impl<T: Element> Sync for Strided<'_, T> {}

impl<'p, T> Strided<'p, T> {
    /// The first operand of a piece.
    ///
    /// # Safety
    /// It has elements of T, which live for 'p and are not written.
    pub(crate) unsafe fn of_loop(piece: &sys::ct_loop) -> Self {
        let strides = [*piece.strides as isize, *piece.strides.offset(piece.noperands as isize) as isize];
        let sizes = [piece.size0 as usize, piece.size1 as usize];
        Strided { data: (*piece.data).cast(), strides, sizes, lifetime: PhantomData }
    }

    /// Elements along the inner and the outer dim.
    pub fn sizes(&self) -> [usize; 2] {
        self.sizes
    }

    #[inline]
    fn address(&self, i: usize, j: usize) -> *mut T {
        self.data.wrapping_offset(i as isize * self.strides[0] + j as isize * self.strides[1]).cast()
    }

    #[inline]
    fn checked(&self, i: usize, j: usize) -> *mut T {
        assert!(i < self.sizes[0] && j < self.sizes[1], "({i}, {j}) is not within the sizes {:?}", self.sizes);
        self.address(i, j)
    }

    /// Whether row `j` is a slice.
    #[inline]
    fn is_dense(&self, j: usize) -> bool {
        let size = std::mem::size_of::<T>() as isize;
        j < self.sizes[1] && (self.strides[0] == size || self.sizes[0] == 1)
    }
}

impl<'p, T: Element> Strided<'p, T> {
    /// Element (i, j). Panics out of bounds.
    #[inline]
    pub fn get(&self, i: usize, j: usize) -> T {
        // SAFETY: within bounds
        unsafe { *self.checked(i, j) }
    }

    /// Row `j` as a slice, if its elements are adjacent in memory.
    #[inline]
    pub fn as_slice(&self, j: usize) -> Option<&'p [T]> {
        // SAFETY: sizes[0] elements without gaps
        self.is_dense(j).then(|| unsafe { std::slice::from_raw_parts(self.address(0, j), self.sizes[0]) })
    }

    /// The elements of row `j`.
    #[inline]
    pub fn row(&self, j: usize) -> impl Iterator<Item = T> + 'p {
        assert!(j < self.sizes[1], "row {j} is not within the sizes {:?}", self.sizes);
        let this = Strided { lifetime: PhantomData::<&'p T>, ..*self };
        // SAFETY: within bounds
        (0..self.sizes[0]).map(move |i| unsafe { *this.address(i, j) })
    }
}

/// An output's part of a piece. In a reduction, several of its elements may be the same one: the accumulator.
pub struct StridedMut<'p, T> {
    part: Strided<'p, T>,
    exclusive: PhantomData<&'p mut T>,
}

// SAFETY: exclusive access to elements, which are Send and Sync
unsafe impl<T: Element> Send for StridedMut<'_, T> {}
unsafe impl<T: Element> Sync for StridedMut<'_, T> {}

impl<T: Element> StridedMut<'_, T> {
    /// Elements along the inner and the outer dim.
    pub fn sizes(&self) -> [usize; 2] {
        self.part.sizes
    }

    /// Element (i, j). Panics out of bounds, as do the methods below.
    #[inline]
    pub fn get(&self, i: usize, j: usize) -> T {
        self.part.get(i, j)
    }

    #[inline]
    pub fn set(&mut self, i: usize, j: usize, value: T) {
        *self.get_mut(i, j) = value;
    }

    #[inline]
    pub fn get_mut(&mut self, i: usize, j: usize) -> &mut T {
        // SAFETY: within bounds, and one reference at a time
        unsafe { &mut *self.part.checked(i, j) }
    }

    /// Row `j` as a slice, if its elements are adjacent in memory.
    #[inline]
    pub fn as_mut_slice(&mut self, j: usize) -> Option<&mut [T]> {
        let part = &self.part;
        // SAFETY: sizes[0] elements without gaps, and one slice at a time
        part.is_dense(j).then(|| unsafe { std::slice::from_raw_parts_mut(part.address(0, j), part.sizes[0]) })
    }
}
