//! Cursors, which pull an iteration piece by piece, as Rust iterators and on threads of one's own.
use std::marker::PhantomData;
use std::mem::{size_of, MaybeUninit};
use std::ops::RangeBounds;
use std::ptr::{addr_of_mut, null_mut, NonNull};

use crate::access::check_dtype;
use crate::error::call;
use crate::piece::{Operand, Piece, Roles, Strided};
use crate::{sys, Element, Error, ErrorKind, Iter, IterConfig, Result, Tensor};

/// A C cursor, which keeps its iterator alive.
struct Raw(NonNull<sys::ct_iter_cursor>);

// SAFETY: one thread at a time uses a cursor, the one that has it by `&mut`
unsafe impl Send for Raw {}
unsafe impl Sync for Raw {}

impl Raw {
    fn new(it: &Iter<'_>, begin: i64, end: i64) -> Result<Self> {
        let mut raw = null_mut();
        // SAFETY: a live iterator
        call(|error| unsafe { sys::ct_iter_cursor_create(it.raw.as_ptr(), begin, end, &mut raw, error) })?;
        Ok(Self(NonNull::new(raw).expect("a cursor after success")))
    }

    fn next(&mut self) -> Option<sys::ct_loop> {
        let mut piece = MaybeUninit::<sys::ct_loop>::uninit();
        // SAFETY: the cursor reads struct_size only, and has written the rest where it returns true
        unsafe {
            addr_of_mut!((*piece.as_mut_ptr()).struct_size).write(size_of::<sys::ct_loop>() as u32);
            sys::ct_iter_cursor_next(self.0.as_ptr(), piece.as_mut_ptr()).then(|| piece.assume_init())
        }
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        // SAFETY: the cursor is ours
        unsafe { sys::ct_iter_cursor_release(self.0.as_ptr()) }
    }
}

impl Iter<'_> {
    /// A cursor over a range of the iterator's order.
    pub fn cursor(&mut self, range: impl RangeBounds<i64>) -> Result<Cursor<'_>> {
        self.clear_unset();
        let (begin, end) = self.range(range);
        Cursor::new(self, begin, end)
    }

    /// Cursors over `parts` ranges of about equal size. Each may go to a thread of its own.
    ///
    /// ```
    /// use ctensor::{IterConfig, Tensor};
    /// let x = Tensor::arange(None, 1000, None, None)?;
    /// let mut it = IterConfig::new().input(&x).build()?;
    /// let sums = std::thread::scope(|scope| {
    ///     let threads: Vec<_> = it.split(2)?.into_iter().map(|mut part| scope.spawn(move || -> ctensor::Result<i64> {
    ///         let mut sum = 0;
    ///         while let Some(piece) = part.next_piece() {
    ///             let x = piece.input::<i64>(0)?;
    ///             sum += (0..x.sizes()[1]).flat_map(|j| x.row(j)).sum::<i64>();
    ///         }
    ///         Ok(sum)
    ///     })).collect();
    ///     threads.into_iter().map(|thread| thread.join().unwrap()).collect::<ctensor::Result<Vec<_>>>()
    /// })?;
    /// assert_eq!(sums.iter().sum::<i64>(), 499500);
    /// # Ok::<(), ctensor::Error>(())
    /// ```
    pub fn split(&mut self, parts: usize) -> Result<Vec<Cursor<'_>>> {
        self.clear_unset();
        let (numel, parts) = (i128::from(self.numel()), parts.max(1) as i128);
        let edge = |part: i128| (numel * part / parts) as i64;
        // SAFETY: their outputs do not clash, since the ranges have no element in common
        (0..parts).map(|part| Cursor::new(self, edge(part), edge(part + 1))).collect()
    }

    /// All pieces, as a Rust iterator. Rayon's `par_bridge` spreads them over its threads.
    ///
    /// Pieces live as long as this iterator is borrowed, so this fails where an operand is converted block by block;
    /// [`cursor`](Self::cursor) and [`for_each`](Self::for_each) take such operands.
    ///
    /// ```
    /// use ctensor::{IterConfig, Tensor};
    /// let x = Tensor::from_slice(&[1.0f32, 2.0, 3.0], [3])?;
    /// let mut it = IterConfig::new().input(&x).build()?;
    /// let total: f32 = it.pieces()?.map(|piece| piece.input::<f32>(0).unwrap().row(0).sum::<f32>()).sum();
    /// assert_eq!(total, 6.0);
    /// # Ok::<(), ctensor::Error>(())
    /// ```
    pub fn pieces(&mut self) -> Result<Pieces<'_>> {
        let converted = (0..self.operands.len()).find(|&k| self.operands[k].converted);
        if let Some(k) = converted {
            let message =
                format!("pieces: operand {k} is converted to {} in blocks that do not last", self.operands[k].dtype);
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        self.cursor(..).map(|cursor| Pieces { cursor })
    }
}

/// A walk that the caller pulls, piece by piece.
pub struct Cursor<'i> {
    raw: Raw,
    operands: &'i [Operand],
    noutputs: usize,
    outputs: PhantomData<&'i mut Tensor>,
}

impl<'i> Cursor<'i> {
    fn new(it: &'i Iter<'_>, begin: i64, end: i64) -> Result<Self> {
        let raw = Raw::new(it, begin, end)?;
        Ok(Self { raw, operands: &it.operands, noutputs: it.noutputs, outputs: PhantomData })
    }

    /// The next piece, which is valid until the one after it is asked for.
    pub fn next_piece(&mut self) -> Option<Piece<'_>> {
        let piece = self.raw.next()?;
        // SAFETY: lent until the cursor moves on, which `&mut` prevents; no other cursor has these elements
        let piece = unsafe { Piece::new(&piece, self.operands, Roles::Walk(self.noutputs)) };
        piece.clear_staged();
        Some(piece)
    }
}

/// All pieces of an iteration: see [`Iter::pieces`].
pub struct Pieces<'i> {
    cursor: Cursor<'i>,
}

impl<'i> Iterator for Pieces<'i> {
    type Item = Piece<'i>;

    fn next(&mut self) -> Option<Piece<'i>> {
        let Cursor { raw, operands, noutputs, .. } = &mut self.cursor;
        let piece = raw.next()?;
        // SAFETY: nothing is converted, so the piece is in the tensors' own memory, which the iterator keeps for 'i; the
        // arrays that the next step would overwrite are copied
        Some(unsafe { Piece::new(&piece, operands, Roles::Walk(*noutputs)) }.keep())
    }
}

impl Tensor {
    /// The elements in row-major order, whatever the strides.
    ///
    /// ```
    /// use ctensor::Tensor;
    /// let x = Tensor::from_slice(&[1u8, 2, 3, 4], [2, 2])?.transpose(0, 1)?;
    /// assert!(x.iter::<u8>()?.eq([1, 3, 2, 4]));
    /// # Ok::<(), ctensor::Error>(())
    /// ```
    pub fn iter<T: Element>(&self) -> Result<Values<T>> {
        check_dtype::<T>(self, "iter")?;
        crate::access::check_real(self, "iter")?;
        let it = IterConfig::new().linear().input(self).build()?;
        let cursor = Raw::new(&it, 0, it.numel())?;
        Ok(Values { cursor, piece: None, at: [0, 0], left: self.numel() })
    }
}

/// A tensor's elements in row-major order: see [`Tensor::iter`].
pub struct Values<T: 'static> {
    cursor: Raw,
    /// The current piece, in the tensor's memory, which the cursor keeps alive.
    piece: Option<Strided<'static, T>>,
    at: [usize; 2],
    left: usize,
}

impl<T: Element> Iterator for Values<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        loop {
            if let Some(piece) = &self.piece {
                let [i, j] = self.at;
                if i < piece.sizes()[0] && j < piece.sizes()[1] {
                    self.at = if i + 1 < piece.sizes()[0] { [i + 1, j] } else { [0, j + 1] };
                    self.left -= 1;
                    return Some(piece.get(i, j));
                }
            }
            let next = self.cursor.next()?;
            // SAFETY: the one operand is of T and not converted
            self.piece = Some(unsafe { Strided::of_loop(&next) });
            self.at = [0, 0];
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<T: Element> ExactSizeIterator for Values<T> {}
