//! Who keeps memory, who may write it, and whether all of it is freed.
mod leaks;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use ctensor::{DType, ErrorKind, IterConfig, MemoryFormat, Tensor};
use leaks::LeakCheck;

#[test]
fn views_outlive_their_base() {
    let _check = LeakCheck::new();
    let view = {
        let base = Tensor::from_vec(vec![1i32, 2, 3, 4], [2, 2]).unwrap();
        base.transpose(0, 1).unwrap().flip([0]).unwrap()
    };
    assert_eq!(view.to_vec::<i32>().unwrap(), [2, 4, 1, 3]);
    let values = view.iter::<i32>().unwrap();
    drop(view);
    assert_eq!(values.collect::<Vec<_>>(), [2, 4, 1, 3]);
}

#[test]
fn release_runs_once() {
    let _check = LeakCheck::new();
    let released = Arc::new(AtomicUsize::new(0));
    let count = |n| assert_eq!(released.load(Ordering::SeqCst), n);
    let mut memory = [1.0f32, 2.0, 3.0];
    let make = |sizes: &[i64], strides: Option<&[i64]>, data: *mut f32| {
        let released = released.clone();
        // SAFETY: the array outlives the tensors
        unsafe { Tensor::from_data(data, sizes, strides, move || assert!(released.fetch_add(1, Ordering::SeqCst) < 3)) }
    };
    let x = make(&[3], None, memory.as_mut_ptr()).unwrap();
    let (view, clone) = (x.slice(0, .., -1).unwrap(), x.clone());
    drop((x, clone));
    count(0);
    std::thread::spawn(move || drop(view)).join().unwrap();
    count(1);
    assert!(make(&[-3], None, memory.as_mut_ptr()).is_err()); // fails in C
    count(2);
    assert!(make(&[3], Some(&[1, 1]), memory.as_mut_ptr()).is_err()); // fails before the C call
    count(3);

    let owner: Arc<[u16]> = Arc::from([1u16, 2, 3]);
    let x = Tensor::from_owner::<u16, _>(owner.clone(), [3]).unwrap();
    assert_eq!((x.as_slice::<u16>().unwrap().as_ptr(), Arc::strong_count(&owner)), (owner.as_ptr(), 2));
    drop(x);
    assert_eq!(Arc::strong_count(&owner), 1);
    assert!(Tensor::from_owner::<u16, _>(owner.clone(), [4]).is_err());
    assert_eq!(Arc::strong_count(&owner), 1);
}

#[test]
fn shared_memory_is_not_written() {
    let _check = LeakCheck::new();
    let shared = |x: &mut Tensor| assert_eq!(x.fill(1).unwrap_err().kind(), ErrorKind::Shared);
    let mut x = Tensor::zeros([2, 2], DType::Float32).unwrap();
    let other = x.clone();
    shared(&mut x);
    assert!(x.as_mut_slice::<f32>().is_err() && x.add_in_place(1.0).is_err() && other.neg_out(&mut x).is_err());
    drop(other);
    let mut view = x.select(0, 0).unwrap();
    shared(&mut x);
    shared(&mut view);
    view.make_mut().unwrap().fill(2.0).unwrap(); // a copy now
    assert_eq!((x.to_vec::<f32>().unwrap(), view.to_vec::<f32>().unwrap()), (vec![0.0; 4], vec![2.0; 2]));

    let same = x.contiguous(MemoryFormat::Contiguous).unwrap(); // one more reference
    shared(&mut x);
    drop(same);
    let it = IterConfig::new().input(&x).build().unwrap();
    shared(&mut x);
    drop(it);
    let values = x.iter::<f32>().unwrap();
    shared(&mut x);
    drop(values);
    x.fill(3.0).unwrap();
    // SAFETY: the other is not used meanwhile
    let clone = x.clone();
    unsafe { x.write_shared() }.fill(4.0).unwrap();
    assert_eq!(clone.to_vec::<f32>().unwrap(), [4.0; 4]);
}

#[test]
fn exclusive_views_write_their_part() {
    let _check = LeakCheck::new();
    let mut x = Tensor::zeros([3, 4], DType::Int32).unwrap();
    {
        let mut all = x.write().unwrap();
        let mut columns = all.slice(1, .., 2).unwrap();
        columns.flip([0]).unwrap().select(0, 0).unwrap().fill(7).unwrap();
        columns += 1;
        columns.set([0, 1], 50).unwrap();
        assert_eq!(columns.get::<i32>([0, 1]).unwrap(), 50);
        assert!(columns.as_mut_slice::<i32>().is_err());
        drop(columns);
        all.select(0, 1).unwrap().as_mut_slice::<i32>().unwrap()[3] = -1;
    }
    assert_eq!(x.to_vec::<i32>().unwrap(), [1, 0, 50, 0, 1, 0, 1, -1, 8, 0, 8, 0]);
    let row = Tensor::from_slice(&[1i32, 2, 3, 4], [4]).unwrap();
    row.mul_out(2, &mut x.write().unwrap().select(0, 2).unwrap()).unwrap();
    assert_eq!(x.select(0, 2).unwrap().to_vec::<i32>().unwrap(), [2, 4, 6, 8]);
}

#[test]
fn dlpack_shares_memory() {
    let _check = LeakCheck::new();
    let mut x = Tensor::from_vec(vec![1i16, 2, 3, 4], [2, 2]).unwrap();
    // SAFETY: nobody else has this struct
    let y = unsafe { Tensor::from_dlpack(x.flip([0]).unwrap().to_dlpack().unwrap().as_ptr()) }.unwrap();
    assert_eq!((y.strides(), y.to_vec::<i16>().unwrap()), (&[-2, 1][..], vec![3, 4, 1, 2]));
    assert_eq!(x.fill(0).unwrap_err().kind(), ErrorKind::Shared);
    drop(y);
    x.fill(0).unwrap();
    let z = unsafe { Tensor::from_dlpack_legacy(x.to_dlpack_legacy().unwrap().as_ptr()) }.unwrap();
    drop(x);
    assert_eq!(z.to_vec::<i16>().unwrap(), [0; 4]);
}
