//! Files of tensors: npy, npz and safetensors.
use std::ffi::{c_void, CStr, CString};
use std::iter::FusedIterator;
use std::ops::Range;
use std::os::raw::c_char;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr::{null, null_mut, NonNull};

use crate::error::call;
use crate::tensor::make;
use crate::{sys, DType, Error, ErrorKind, Result, Tensor};

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileFormat {
    Npy,
    Npz,
    Safetensors,
}

/// An open file of named tensors. Cloning gives one more reference to the same file.
///
/// ```
/// use ctensor::{DType, File, Tensor};
/// # let folder = std::env::temp_dir().join(format!("ctensor-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).unwrap();
/// # let path = folder.join("model.safetensors");
/// let weight = Tensor::zeros([3, 4], DType::BFloat16)?;
/// File::save_safetensors(&path, &[("weight", &weight)], &[("format", "pt")])?;
/// let file = File::open(&path)?;
/// assert_eq!(file.names().collect::<Vec<_>>(), ["weight"]);
/// assert!(file.get("weight")?.equal(&weight)?);
/// for (name, tensor) in &file {
///     println!("{name}: {:?}", tensor?.sizes());
/// }
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), ctensor::Error>(())
/// ```
pub struct File(NonNull<sys::ct_file>);

// SAFETY: a file is immutable, and its reference count is atomic
unsafe impl Send for File {}
unsafe impl Sync for File {}

/// Options for opening a file, where the defaults of [`File::open`], [`File::map`] or [`File::from_bytes`] do not fit.
///
/// ```
/// use ctensor::FileOptions;
/// # let mut bytes = 2u64.to_le_bytes().to_vec();
/// # bytes.extend_from_slice(b"{}and more");
/// let file = FileOptions::new().trailing(true).from_bytes(bytes)?;
/// assert!(file.is_empty());
/// # Ok::<(), ctensor::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileOptions {
    trailing: bool,
}

impl FileOptions {
    /// The defaults.
    pub const fn new() -> Self {
        Self { trailing: false }
    }

    /// Whether to accept a safetensors file with bytes after its last tensor. By default, it is an error.
    pub const fn trailing(mut self, on: bool) -> Self {
        self.trailing = on;
        self
    }

    /// Opens a file as [`File::open`] does.
    pub fn open(self, path: impl AsRef<Path>) -> Result<File> {
        File::opened(path.as_ref(), self.flags() | sys::CT_FILE_COPY)
    }

    /// Maps a file as [`File::map`] does.
    ///
    /// # Safety
    /// Nobody writes to the file or truncates it as long as the result, or a tensor of it, lives.
    pub unsafe fn map(self, path: impl AsRef<Path>) -> Result<File> {
        File::opened(path.as_ref(), self.flags())
    }

    /// Opens the bytes of a file as [`File::from_bytes`] does.
    pub fn from_bytes(self, bytes: Vec<u8>) -> Result<File> {
        unsafe extern "C" fn release(owner: *mut c_void) {
            // SAFETY: `owner` is the box that the call was given, and this runs once
            drop(unsafe { Box::from_raw(owner.cast::<Vec<u8>>()) });
        }
        let (data, count) = (bytes.as_ptr(), bytes.len() as i64);
        let owner = Box::into_raw(Box::new(bytes)).cast(); // released by the call if it fails
                                                           // SAFETY: the bytes live, unchanged, until `release`
        File::made(|out, error| unsafe {
            sys::ct_file_open_memory(data.cast(), count, self.flags(), Some(release), owner, out, error)
        })
    }

    const fn flags(self) -> u32 {
        if self.trailing {
            sys::CT_FILE_TRAILING
        } else {
            0
        }
    }
}

impl File {
    /// Opens a file whose tensors are read into memory of their own when they are asked for.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        FileOptions::new().open(path)
    }

    /// Maps a file. Its tensors lie in the map, without a copy, wherever they can, and are then read-only.
    ///
    /// # Safety
    /// Nobody writes to the file or truncates it as long as the result, or a tensor of it, lives.
    pub unsafe fn map(path: impl AsRef<Path>) -> Result<Self> {
        FileOptions::new().map(path)
    }

    /// Opens a file whose bytes are given. Its tensors lie in them, without a copy, wherever they can.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self> {
        FileOptions::new().from_bytes(bytes)
    }

    fn opened(path: &Path, flags: u32) -> Result<Self> {
        let path = path_of(path)?;
        // SAFETY: live handles, NUL-terminated texts, and arrays with their lengths, here and below
        Self::made(|out, error| unsafe { sys::ct_file_open(path.as_ptr(), flags, out, error) })
    }

    fn made(f: impl FnOnce(*mut *mut sys::ct_file, *mut sys::ct_error) -> sys::ct_status) -> Result<Self> {
        let mut out = null_mut();
        call(|error| f(&mut out, error))?;
        Ok(Self(NonNull::new(out).expect("a file")))
    }

    fn raw(&self) -> *mut sys::ct_file {
        self.0.as_ptr()
    }

    pub fn format(&self) -> FileFormat {
        match unsafe { sys::ct_file_format(self.raw()) } {
            sys::CT_NPY => FileFormat::Npy,
            sys::CT_NPZ => FileFormat::Npz,
            _ => FileFormat::Safetensors,
        }
    }

    /// The number of tensors.
    pub fn len(&self) -> usize {
        unsafe { sys::ct_file_count(self.raw()) as usize }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The names, in the order of the file. Bytes of an npz's names that are not UTF-8 become U+FFFD.
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        (0..self.len() as i64).map(move |index| text(unsafe { sys::ct_file_name(self.raw(), index) }))
    }

    /// The tensor of that name.
    pub fn get(&self, name: &str) -> Result<Tensor> {
        let missing = || Error::new(ErrorKind::Index, format!("File::get: the file has no tensor named {name:?}"));
        let wanted = CString::new(name).map_err(|_| missing())?;
        match unsafe { sys::ct_file_find(self.raw(), wanted.as_ptr()) } {
            -1 => Err(missing()),
            index => self.get_at(index as usize),
        }
    }

    /// The tensor at that index in the file's order.
    pub fn get_at(&self, index: usize) -> Result<Tensor> {
        let index = i64::try_from(index).unwrap_or(i64::MAX);
        checked(make(|out, error| unsafe { sys::ct_file_get(self.raw(), index, out, error) })?)
    }

    /// The names with their tensors, in the order of the file. A tensor that cannot be read, for example because its
    /// dtype is unknown here, is an error of its own, and the others follow.
    pub fn iter(&self) -> FileIter<'_> {
        FileIter { file: self, left: 0..self.len() }
    }

    /// The metadata of a safetensors file: pairs of keys and values.
    pub fn metadata(&self) -> impl Iterator<Item = (String, String)> + '_ {
        let count = unsafe { sys::ct_file_metadata_count(self.raw()) };
        (0..count).map(move |index| unsafe {
            (text(sys::ct_file_metadata_key(self.raw(), index)), text(sys::ct_file_metadata_value(self.raw(), index)))
        })
    }

    /// Saves tensors and metadata. The file is written beside `path` and then moved there.
    pub fn save_safetensors(
        path: impl AsRef<Path>,
        tensors: &[(&str, &Tensor)],
        metadata: &[(&str, &str)],
    ) -> Result<()> {
        save(path.as_ref(), sys::CT_SAFETENSORS, 0, tensors, metadata)
    }

    /// Saves tensors like NumPy's `savez`, or with `deflate` like its `savez_compressed`.
    pub fn save_npz(path: impl AsRef<Path>, tensors: &[(&str, &Tensor)], deflate: bool) -> Result<()> {
        save(path.as_ref(), sys::CT_NPZ, if deflate { sys::CT_FILE_DEFLATE } else { 0 }, tensors, &[])
    }
}

impl Clone for File {
    fn clone(&self) -> Self {
        // SAFETY: retaining a live handle returns that handle
        Self(unsafe { NonNull::new_unchecked(sys::ct_file_retain(self.raw())) })
    }
}

impl Drop for File {
    fn drop(&mut self) {
        unsafe { sys::ct_file_release(self.raw()) }
    }
}

/// The iterator of [`File::iter`].
#[derive(Clone)]
pub struct FileIter<'a> {
    file: &'a File,
    left: Range<usize>,
}

impl FileIter<'_> {
    fn entry(&self, index: usize) -> (String, Result<Tensor>) {
        let name = text(unsafe { sys::ct_file_name(self.file.raw(), index as i64) });
        (name, self.file.get_at(index))
    }
}

impl Iterator for FileIter<'_> {
    type Item = (String, Result<Tensor>);

    fn next(&mut self) -> Option<Self::Item> {
        self.left.next().map(|index| self.entry(index))
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        self.left.nth(n).map(|index| self.entry(index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }
}

impl DoubleEndedIterator for FileIter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.left.next_back().map(|index| self.entry(index))
    }
}

impl ExactSizeIterator for FileIter<'_> {}
impl FusedIterator for FileIter<'_> {}

impl<'a> IntoIterator for &'a File {
    type Item = (String, Result<Tensor>);
    type IntoIter = FileIter<'a>;

    fn into_iter(self) -> FileIter<'a> {
        self.iter()
    }
}

impl Tensor {
    /// The tensor of an npy file, read into memory of its own.
    pub fn load_npy(path: impl AsRef<Path>) -> Result<Self> {
        let path = path_of(path.as_ref())?;
        checked(make(|out, error| unsafe { sys::ct_npy_load(path.as_ptr(), sys::CT_FILE_COPY, out, error) })?)
    }

    /// Saves it as npy. The file is written beside `path` and then moved there.
    pub fn save_npy(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = path_of(path.as_ref())?;
        call(|error| unsafe { sys::ct_npy_save(path.as_ptr(), self.as_raw(), error) })
    }
}

/// Makes bools 0 or 1: files and the library may hold other bytes, which would be undefined behaviour in Rust.
fn checked(t: Tensor) -> Result<Tensor> {
    if t.dtype() == DType::Bool {
        t.logical_not()?.logical_not()
    } else {
        Ok(t)
    }
}

fn text(of: *const c_char) -> String {
    // SAFETY: the text belongs to the file, which lives
    unsafe { CStr::from_ptr(of) }.to_string_lossy().into_owned()
}

fn path_of(path: &Path) -> Result<CString> {
    CString::new(path.as_os_str().as_bytes())
        .map_err(|_| Error::new(ErrorKind::Invalid, format!("the path {path:?} has a NUL inside")))
}

fn save(
    path: &Path,
    format: sys::ct_format,
    flags: u32,
    tensors: &[(&str, &Tensor)],
    metadata: &[(&str, &str)],
) -> Result<()> {
    let path = path_of(path)?;
    let c_text = |given: &str| {
        CString::new(given).map_err(|_| Error::new(ErrorKind::Invalid, format!("the text {given:?} has a NUL inside")))
    };
    let names = tensors.iter().map(|(name, _)| c_text(name)).collect::<Result<Vec<_>>>()?;
    let keys = metadata.iter().map(|(key, _)| c_text(key)).collect::<Result<Vec<_>>>()?;
    let values = metadata.iter().map(|(_, value)| c_text(value)).collect::<Result<Vec<_>>>()?;
    let pointers = |texts: &[CString]| texts.iter().map(|one| one.as_ptr()).chain([null()]).collect::<Vec<_>>();
    let handles = tensors.iter().map(|(_, t)| t.as_raw() as *const _).collect::<Vec<_>>();
    let count = |n: usize| i32::try_from(n).unwrap_or(-1);
    call(|error| unsafe {
        sys::ct_file_save(
            path.as_ptr(),
            format,
            flags,
            pointers(&names).as_ptr(),
            handles.as_ptr(),
            count(tensors.len()),
            pointers(&keys).as_ptr(),
            pointers(&values).as_ptr(),
            count(metadata.len()),
            error,
        )
    })
}
