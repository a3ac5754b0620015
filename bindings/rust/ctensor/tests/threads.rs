//! Tensors on many threads, and the program's own threads for the library's work.
use std::sync::atomic::{AtomicI64, Ordering};

use ctensor::{DType, Tensor};

static RUN: AtomicI64 = AtomicI64::new(0);

/// A few threads of the standard library.
struct Threads;

// SAFETY: every index runs once, and the scope ends when all have run
unsafe impl ctensor::Executor for Threads {
    fn num_threads(&self) -> usize {
        4
    }

    fn parallel_for(&self, ntasks: i64, task: &(dyn Fn(i64) + Sync)) {
        let next = AtomicI64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= ntasks {
                        break;
                    }
                    RUN.fetch_add(1, Ordering::Relaxed);
                    task(index);
                });
            }
        });
    }
}

fn is_send_and_sync<T: Send + Sync>() {}

#[test]
fn threads() {
    is_send_and_sync::<Tensor>();
    is_send_and_sync::<ctensor::TensorMut<'_>>();
    is_send_and_sync::<ctensor::Iter<'_>>();
    is_send_and_sync::<ctensor::Error>();

    // settings must precede all parallel work, so one test has all of them
    ctensor::set_executor(&Threads).unwrap();
    ctensor::set_num_threads(4).unwrap();
    assert_eq!(ctensor::num_threads(), 4);
    assert!(ctensor::set_num_threads(1 << 20).is_err());
    ctensor::set_deterministic(true).unwrap();
    assert!(ctensor::deterministic());
    ctensor::set_cache_limit(1 << 20).unwrap();
    assert_eq!(ctensor::cache_limit(), 1 << 20);
    assert!(!ctensor::isa().is_empty() && ctensor::version() >= (0, 2, 0));

    let x = Tensor::arange(None, 1 << 20, None, DType::Float64).unwrap();
    let total = x.sum(.., false, None).unwrap().item().unwrap().as_f64();
    assert_eq!(total, ((1u64 << 20) * ((1 << 20) - 1) / 2) as f64);
    assert!(RUN.load(Ordering::Relaxed) > 1);
    assert!(ctensor::set_executor(&Threads).is_err()); // too late

    // many threads read one tensor, each with views, clones and results of its own
    std::thread::scope(|scope| {
        for k in 0..4 {
            let (x, clone) = (&x, x.clone());
            scope.spawn(move || {
                for i in 0..50 {
                    let y = x.slice(0, i.., k + 1).unwrap();
                    assert_eq!(y.get::<f64>([3]).unwrap(), (i + 3 * (k + 1)) as f64);
                    let mut z = clone.narrow(0, k, 1000).unwrap().mul(2.0).unwrap();
                    z += 1.0;
                    assert_eq!(z.get::<f64>([i]).unwrap(), (2 * (k + i) + 1) as f64);
                }
            });
        }
    });
    drop(std::thread::spawn(move || drop(x)).join());
    ctensor::trim();
}
