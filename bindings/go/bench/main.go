// Bench prints what a call from Go costs compared with the same call in C, and fails when it exceeds the limits.
package main

import (
	"fmt"
	"os"
	"sort"
	"time"

	"libctensor.example/ctensor"
	"libctensor.example/ctensor/internal/direct"
)

const (
	rounds = 21
	calls  = 20000
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	x, err := ctensor.Ones(ctensor.Float32, 8)
	if err != nil {
		return err
	}
	y, err := ctensor.Ones(ctensor.Float32, 8)
	if err != nil {
		return err
	}
	out, err := ctensor.Empty(ctensor.Float32, 8)
	if err != nil {
		return err
	}
	beyond := false
	fmt.Printf("%-28s %9s %9s %9s %9s\n", "add of 8 floats, median", "C", "Go", "more", "limit")
	for _, one := range []struct {
		name   string
		limit  float64
		c      func() float64
		goCall func() error
	}{
		{"out=", 60, func() float64 { return direct.AddOut(x.Pointer(), y.Pointer(), out.Pointer(), calls) },
			func() error { return ctensor.AddOut(out, x, y) }},
		{"out=, of a number", 60, func() float64 { return direct.AddNumberOut(x.Pointer(), 2, out.Pointer(), calls) },
			func() error { return ctensor.AddOut(out, x, ctensor.NewScalar(2.0)) }},
		{"fresh, and closed", 200, func() float64 { return direct.Add(x.Pointer(), y.Pointer(), calls) },
			func() error {
				sum, err := ctensor.Add(x, y)
				sum.Close()
				return err
			}},
	} {
		var inC, inGo []float64
		for range rounds {
			inC = append(inC, one.c())
			began := time.Now()
			for range calls {
				if err := one.goCall(); err != nil {
					return err
				}
			}
			inGo = append(inGo, float64(time.Since(began).Nanoseconds())/calls)
		}
		more := median(inGo) - median(inC)
		fmt.Printf("%-28s %6.1f ns %6.1f ns %6.1f ns %6.0f ns\n", one.name, median(inC), median(inGo), more, one.limit)
		beyond = beyond || more > one.limit
	}
	if beyond {
		return fmt.Errorf("beyond the limit")
	}
	return nil
}

func median(values []float64) float64 {
	sort.Float64s(values)
	return values[len(values)/2]
}
