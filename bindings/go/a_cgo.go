//go:build !cgo

package ctensor

// Without cgo, the compiler reports this name first, before everything that is then missing.
var _ = ctensor_needs_cgo__set_CGO_ENABLED_to_1_and_install_a_C_compiler
