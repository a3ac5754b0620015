//! The library's version, and settings. Programs change settings; libraries should not.
use std::alloc::{GlobalAlloc, Layout};
use std::ffi::CStr;
use std::os::raw::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::null_mut;

use crate::error::call;
use crate::{sys, Result};

/// The version of the library: major, minor, patch.
pub fn version() -> (u32, u32, u32) {
    // SAFETY: these take no pointers, here and below
    let version = unsafe { sys::ct_version() };
    (version >> 16, version >> 8 & 255, version & 255)
}

/// The instruction set of the kernels in use: `"base"`, `"avx2"`, `"avx512"`.
pub fn isa() -> &'static str {
    unsafe { CStr::from_ptr(sys::ct_isa()) }.to_str().unwrap_or("")
}

/// Sets how many threads calls that begin later may use. 0: the executor's number, or the machine's.
pub fn set_num_threads(n: usize) -> Result<()> {
    let n = i32::try_from(n).unwrap_or(i32::MAX);
    call(|error| unsafe { sys::ct_set_num_threads(n, error) })
}

/// How many threads a call may use.
pub fn num_threads() -> usize {
    unsafe { sys::ct_get_num_threads() as usize }
}

/// Sets whether math functions give the same bits on every instruction set, for calls that begin later.
pub fn set_deterministic(on: bool) -> Result<()> {
    call(|error| unsafe { sys::ct_set_deterministic(on, error) })
}

/// What [`set_deterministic`] set.
pub fn deterministic() -> bool {
    unsafe { sys::ct_get_deterministic() }
}

/// Sets how many bytes of freed blocks the process keeps for reuse.
pub fn set_cache_limit(bytes: usize) -> Result<()> {
    call(|error| unsafe { sys::ct_set_cache_limit(bytes, error) })
}

/// What [`set_cache_limit`] set, or the initial limit.
pub fn cache_limit() -> usize {
    unsafe { sys::ct_get_cache_limit() }
}

/// Gives back all blocks that are kept for reuse: large ones to the system, small ones to the C heap.
pub fn trim() {
    unsafe { sys::ct_trim() }
}

/// Runs the library's parallel work on a pool of threads of its own. This is final, and must precede its first parallel
/// work.
///
/// `n`, up to 1024, includes the thread that calls the library. 0: as many as OpenMP would take. If the system gives
/// fewer threads, [`num_threads`] tells how many there are.
pub fn set_thread_pool(n: usize) -> Result<()> {
    let n = i32::try_from(n).unwrap_or(i32::MAX);
    call(|error| unsafe { sys::ct_set_thread_pool(n, error) })
}

/// The program's own threads, for example rayon's.
///
/// # Safety
/// `parallel_for` calls `task` for every index from 0 up to, but without, `ntasks`, each once, and returns when all
/// calls have.
pub unsafe trait Executor: Sync + 'static {
    /// How many tasks run at the same time: 1 to 1024.
    fn num_threads(&self) -> usize;

    /// Runs the tasks. They never wait for each other. If it panics, the library's call that used it fails.
    fn parallel_for(&self, ntasks: i64, task: &(dyn Fn(i64) + Sync));
}

/// Runs the library's parallel work on the program's threads. This must precede its first parallel work.
pub fn set_executor<E: Executor>(executor: &'static E) -> Result<()> {
    unsafe extern "C" fn parallel_for<E: Executor>(
        executor: *mut c_void,
        ntasks: i64,
        task: Option<unsafe extern "C" fn(*mut c_void, i64)>,
        arg: *mut c_void,
    ) -> sys::ct_status {
        struct Arg(*mut c_void);
        // SAFETY: C's tasks may run on any thread
        unsafe impl Sync for Arg {}
        impl Arg {
            fn get(&self) -> *mut c_void {
                self.0
            }
        }
        let (executor, arg) = (&*executor.cast::<E>(), Arg(arg));
        let run = || match task {
            Some(task) => executor.parallel_for(ntasks, &|index| task(arg.get(), index)),
            None => unreachable!("ctensor.h always gives a task"),
        };
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(()) => sys::CT_OK,
            Err(_) => sys::CT_STATUS_USER,
        }
    }
    let raw = sys::ct_executor {
        struct_size: std::mem::size_of::<sys::ct_executor>() as u32,
        num_threads: i32::try_from(executor.num_threads()).unwrap_or(i32::MAX),
        user_data: (executor as *const E as *mut E).cast(),
        parallel_for: Some(parallel_for::<E>),
    };
    // SAFETY: the executor is 'static
    call(|error| unsafe { sys::ct_set_executor(&raw, error) })
}

/// Takes the library's memory from the program's allocator. This must precede the first call that allocates.
///
/// ```
/// ctensor::set_allocator(&std::alloc::System)?;
/// # Ok::<(), ctensor::Error>(())
/// ```
pub fn set_allocator<A: GlobalAlloc + Sync>(allocator: &'static A) -> Result<()> {
    // GlobalAlloc does not allow empty blocks
    unsafe fn layout(size: usize, alignment: usize) -> Layout {
        Layout::from_size_align_unchecked(size.max(1), alignment)
    }
    unsafe extern "C" fn allocate<A: GlobalAlloc>(
        user_data: *mut c_void,
        size: usize,
        alignment: usize,
    ) -> *mut c_void {
        if size > isize::MAX as usize - alignment {
            return null_mut();
        }
        (*user_data.cast::<A>()).alloc(layout(size, alignment)).cast()
    }
    unsafe extern "C" fn deallocate<A: GlobalAlloc>(
        user_data: *mut c_void,
        block: *mut c_void,
        size: usize,
        alignment: usize,
    ) {
        (*user_data.cast::<A>()).dealloc(block.cast(), layout(size, alignment))
    }
    let raw = sys::ct_allocator {
        struct_size: std::mem::size_of::<sys::ct_allocator>() as u32,
        reserved: 0,
        user_data: (allocator as *const A as *mut A).cast(),
        allocate: Some(allocate::<A>),
        deallocate: Some(deallocate::<A>),
    };
    // SAFETY: the allocator is 'static
    call(|error| unsafe { sys::ct_set_allocator(&raw, error) })
}
