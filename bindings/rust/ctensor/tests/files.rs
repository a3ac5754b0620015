//! Files: round trips in every format, and malformed files.
use std::fs;
use std::path::PathBuf;

use ctensor::{DType, ErrorKind, File, FileFormat, FileOptions, MemoryFormat, Result, Tensor};
use leaks::LeakCheck;

mod leaks;

fn path(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("ctensor-{}-{name}", std::process::id()))
}

#[test]
fn npy() -> Result<()> {
    let _check = LeakCheck::new();
    let path = path("npy");
    let x = Tensor::from_vec(vec![1f32, 2.0, 3.0, 4.0, 5.0, 6.0], [2, 3])?.transpose(0, 1)?;
    x.save_npy(&path)?;
    let back = Tensor::load_npy(&path)?;
    assert!(back.equal(&x)? && !back.is_read_only());
    assert_eq!(back.strides(), x.strides());
    let file = File::open(&path)?;
    assert_eq!((file.format(), file.len(), file.is_empty()), (FileFormat::Npy, 1, false));
    // SAFETY: nobody else writes to the file
    let mapped = unsafe { File::map(&path)? }.get_at(0)?;
    assert!(mapped.is_read_only());
    fs::remove_file(&path).unwrap();
    assert!(mapped.equal(&x)?);
    let missing = Tensor::load_npy(&path).unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::Io);
    assert!(missing.to_string().contains("No such file"), "{missing}");
    assert_eq!(x.save_npy("a\0b").unwrap_err().kind(), ErrorKind::Invalid);
    Ok(())
}

#[test]
fn safetensors() -> Result<()> {
    let _check = LeakCheck::new();
    let path = path("safetensors");
    let x = Tensor::from_vec(vec![1i64, -2], [2])?;
    let half = x.to(DType::BFloat16, MemoryFormat::Preserve, false)?;
    File::save_safetensors(&path, &[("x", &x), ("half", &half)], &[("format", "pt")])?;
    let file = File::open(&path)?.clone();
    assert_eq!(file.names().collect::<Vec<_>>(), ["x", "half"]);
    assert_eq!(file.metadata().collect::<Vec<_>>(), [("format".to_string(), "pt".to_string())]);
    let outlives = file.get("half")?;
    for wanted in ["y", "x\0"] {
        assert_eq!(file.get(wanted).unwrap_err().kind(), ErrorKind::Index);
    }
    assert_eq!(file.get_at(2).unwrap_err().kind(), ErrorKind::Index);
    assert_eq!(file.get_at(usize::MAX).unwrap_err().kind(), ErrorKind::Index);
    drop(file);
    assert!(outlives.equal(&half)?);

    let mut bytes = fs::read(&path).unwrap();
    assert!(File::from_bytes(bytes.clone())?.get("x")?.equal(&x)?);
    bytes.pop();
    let cut = File::from_bytes(bytes).err().unwrap();
    assert_eq!(cut.kind(), ErrorKind::Format);
    assert!(cut.to_string().contains("half lies"), "{cut}");
    let twice = File::save_safetensors(&path, &[("x", &x), ("x", &x)], &[]).unwrap_err();
    assert_eq!(twice.kind(), ErrorKind::Invalid);
    assert!(File::open(&path)?.get("x")?.equal(&x)?, "a failure leaves the file that was there");
    fs::remove_file(&path).unwrap();
    Ok(())
}

#[test]
fn npz() -> Result<()> {
    let _check = LeakCheck::new();
    let path = path("npz");
    let x = Tensor::from_vec(vec![1f64, 2.0], [2])?;
    for deflate in [false, true] {
        match File::save_npz(&path, &[("x", &x)], deflate) {
            Err(error) => assert_eq!(error.kind(), ErrorKind::Unsupported), // libzip is not on this machine
            Ok(()) => {
                let file = File::open(&path)?;
                assert_eq!(file.format(), FileFormat::Npz);
                assert!(file.get("x")?.equal(&x)?);
                fs::remove_file(&path).unwrap();
            }
        }
    }
    Ok(())
}

#[test]
fn a_bool_is_0_or_1() -> Result<()> {
    let _check = LeakCheck::new();
    let header = br#"{"a":{"dtype":"BOOL","shape":[3],"data_offsets":[0,3]}}"#;
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend_from_slice(header);
    bytes.extend_from_slice(&[0, 1, 7]);
    assert_eq!(File::from_bytes(bytes)?.get("a")?.to_vec::<bool>()?, [false, true, true]);
    Ok(())
}

/// The bytes of a safetensors file with this header and data.
fn safetensors_of(header: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend_from_slice(header.as_bytes());
    bytes.extend_from_slice(data);
    bytes
}

#[test]
fn trailing_bytes() -> Result<()> {
    let _check = LeakCheck::new();
    let path = path("trailing");
    let bytes = safetensors_of(r#"{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}"#, &[1, 2, 3]);
    fs::write(&path, &bytes).unwrap();
    let options = FileOptions::new().trailing(true);
    // SAFETY: nobody else writes to the file
    let opened = unsafe { [File::open(&path), File::map(&path), File::from_bytes(bytes.clone())] };
    for refused in opened {
        assert_eq!(refused.err().unwrap().kind(), ErrorKind::Format);
    }
    let opened = unsafe { [options.open(&path), options.map(&path), options.from_bytes(bytes)] };
    for file in opened {
        assert_eq!(file?.get("a")?.to_vec::<u8>()?, [1, 2]);
    }
    assert_eq!(options.trailing(false), FileOptions::default());
    fs::remove_file(&path).unwrap();
    Ok(())
}

#[test]
fn iteration() -> Result<()> {
    let _check = LeakCheck::new();
    let header = r#"{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"F8_E4M3","shape":[1],"data_offsets":[2,3]},
        "c":{"dtype":"I8","shape":[],"data_offsets":[3,4]}}"#;
    let file = File::from_bytes(safetensors_of(header, &[1, 2, 3, 255]))?;
    let mut kept = Vec::new();
    for (name, tensor) in &file {
        match tensor {
            Ok(tensor) => kept.push((name, tensor)),
            Err(error) => assert_eq!((name.as_str(), error.kind()), ("b", ErrorKind::Dtype)),
        }
    }
    assert_eq!(file.iter().len(), 3);
    assert_eq!(file.iter().rev().map(|(name, _)| name).collect::<Vec<_>>(), ["c", "b", "a"]);
    assert_eq!(file.iter().nth(2).unwrap().0, "c");
    let mut done = file.iter();
    assert!(done.by_ref().count() == 3 && done.next().is_none() && done.next_back().is_none());
    drop(file);
    assert_eq!(kept.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["a", "c"]);
    assert_eq!((kept[0].1.to_vec::<u8>()?, kept[1].1.to_vec::<i8>()?), (vec![1, 2], vec![-1]));
    assert_eq!(File::from_bytes(safetensors_of("{}", &[]))?.iter().count(), 0);
    Ok(())
}
