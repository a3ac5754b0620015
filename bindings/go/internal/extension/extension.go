// Package extension is what the packages of extensions, such as ctensor/fft, need of package ctensor, and no program does.
// Package ctensor sets it when it starts.
package extension

// Failure makes the error of a call from its status, and its message.
var Failure func(status int32, message string) error

// Scalar gives the fields of a ct_scalar that a ctensor.Scalar is.
var Scalar func(value any) (dtype uint32, i int64, re, im float64)
