"""What compiled code is made with: compiling, records, random numbers, bits, binding, inlining, atomics."""
