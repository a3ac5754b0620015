package ctensor

// #include "shim.h"
import "C"

import "libctensor.example/ctensor/internal/extension"

func init() {
	extension.Failure = func(status int32, message string) error {
		return failed(C.ct_status(status), message)
	}
	extension.Scalar = func(value any) (uint32, int64, float64, float64) {
		s := value.(Scalar)
		return uint32(s.dtype), s.i, s.re, s.im
	}
}
