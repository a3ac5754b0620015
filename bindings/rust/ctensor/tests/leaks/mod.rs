//! An allocator that counts, to check that all memory of the library is freed.
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::{Mutex, MutexGuard};

/// Counts the library's blocks that are in use.
struct Counting(AtomicIsize);

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.0.fetch_add(1, Ordering::Relaxed);
        System.alloc(layout)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        self.0.fetch_sub(1, Ordering::Relaxed);
        System.dealloc(block, layout)
    }
}

static BLOCKS: Counting = Counting(AtomicIsize::new(0));
static ALONE: Mutex<bool> = Mutex::new(false);

/// Lets a test run alone with the counting allocator, and checks at its end that no block is left.
pub struct LeakCheck(#[allow(dead_code)] MutexGuard<'static, bool>);

impl LeakCheck {
    pub fn new() -> Self {
        let mut set = ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if !*set {
            ctensor::set_allocator(&BLOCKS).unwrap();
            *set = true;
        }
        assert_eq!(BLOCKS.0.load(Ordering::Relaxed), 0);
        Self(set)
    }
}

impl Drop for LeakCheck {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert_eq!(BLOCKS.0.load(Ordering::Relaxed), 0, "blocks are left");
        }
    }
}
