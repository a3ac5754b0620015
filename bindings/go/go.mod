module libctensor.example/ctensor

go 1.24.0
