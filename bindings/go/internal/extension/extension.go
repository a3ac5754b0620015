// Package extension has what only the packages of extensions, such as ctensor/fft, need from package ctensor. Package
// ctensor sets its variables when it is initialised.
package extension

// Failure makes the error of a call from its status and its message.
var Failure func(status int32, message string) error

// Scalar returns the fields of the ct_scalar that a ctensor.Scalar stands for.
var Scalar func(value any) (dtype uint32, i int64, re, im float64)
