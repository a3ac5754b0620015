package ctensor_test

import (
	"errors"
	"os"
	"slices"
	"testing"

	. "libctensor.example/ctensor"
)

// must(call(…))(t) returns the call's value, or ends the test if the call fails.
func must[T any](value T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantStatus(t testing.TB, err error, status Status) {
	t.Helper()
	if !errors.Is(err, status) {
		t.Errorf("%v, wanted %v", err, status)
	}
}

func wantValues[T Element](t testing.TB, tensor *Tensor, values ...T) {
	t.Helper()
	got := must(Values[T](tensor))(t)
	if !slices.Equal(got, values) {
		t.Errorf("%v, wanted %v", got, values)
	}
}

func wantInts(t testing.TB, got []int, want ...int) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%v, wanted %v", got, want)
	}
}

func wantPanic(t testing.TB, want any, run func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := recover(); got != want {
			t.Errorf("panic %v, wanted %v", got, want)
		}
	}()
	run()
}

// children are tests that need a process of their own, because they change settings that can be set only once.
var children = map[string]func() error{}

func TestMain(m *testing.M) {
	if child, ok := children[os.Getenv("CTENSOR_TEST_CHILD")]; ok {
		if err := child(); err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}
