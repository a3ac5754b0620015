package ctensor_test

import (
	"sync"
	"sync/atomic"
	"testing"

	. "libctensor.example/ctensor"
)

// Many goroutines read one tensor, make views and results of it, and leave some to the collector.
func TestGoroutines(t *testing.T) {
	shared := must(Arange(Scalar{}, NewScalar(1000), Scalar{}, Float32))(t)
	var group sync.WaitGroup
	for range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			for round := range 200 {
				view, err := shared.Flip(Dims(0))
				if err != nil {
					t.Error(err)
					return
				}
				sum, err := Add(shared, view)
				if err != nil {
					t.Error(err)
					return
				}
				all, err := Sum(sum, nil)
				if err != nil {
					t.Error(err)
					return
				}
				if item, err := all.Item(); err != nil || item.Float() != 999000 {
					t.Error(item, err)
				}
				if round%2 == 0 {
					all.Close()
					sum.Close()
					view.Close()
				}
			}
		}()
	}
	group.Wait()
}

// The last reference to a borrowed slice may be dropped on any goroutine, and the slice is released once.
func TestClosingOnManyGoroutines(t *testing.T) {
	var released atomic.Int32
	for range 100 {
		x := borrowed(t, &released)
		var group sync.WaitGroup
		for range 4 {
			view := x.Retain()
			group.Add(1)
			go func() {
				defer group.Done()
				view.Close()
			}()
		}
		x.Close()
		group.Wait()
	}
	if released.Load() != 100 {
		t.Errorf("%d of 100 released", released.Load())
	}
}
