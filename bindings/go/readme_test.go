package ctensor_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// Every piece of Go in the README is also in an example that runs.
func TestReadme(t *testing.T) {
	readme := read(t, "README.md")
	examples := read(t, "example_test.go") + read(t, "fft/example_test.go") + read(t, "linalg/example_test.go")
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(readme, -1)
	if len(blocks) < 5 {
		t.Fatalf("%d pieces of Go in the README", len(blocks))
	}
	for _, block := range blocks {
		code := block[1]
		if strings.HasPrefix(code, "package main") {
			if code != read(t, "examples/minimal/main.go") {
				t.Error("the README's program is not examples/minimal/main.go")
			}
			continue
		}
		indented := regexp.MustCompile("(?m)^(.)").ReplaceAllString(code, "\t$1")
		if !strings.Contains(examples, indented) {
			t.Errorf("example_test.go does not have:\n%s", code)
		}
	}
}

func read(t *testing.T, name string) string {
	text, err := os.ReadFile(name)
	check(t, err)
	return string(text)
}
