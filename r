Find the engine, seed, index and distribution that numbers are from
Usage: tali identify [OPTIONS] FILE

Positionals:
  FILE REQUIRED               The numbers; with -: standard input

Options:
  -h,--help                   Print this help message and exit
  --dtype T                   What the numbers are: u32, u64, i32, i64, f32, f64
  --engine E ...              Engine to try, instead of all; with seeding=, that way alone; repeatable
  --dist D ...                Distribution to try, with its parameters behind a colon; repeatable
  --seeds A:B=0:1e6           Seeds to try
  --stream N=0                Stream, 64 bits
  --most-index N=1024         Greatest index at which the numbers may begin
  --all                       Continue after the first match
  --threads N                 Threads of the CPU (default: 0, as many as pay)
  --json                      Print JSON

Files of NumPy, text, and raw files with --dtype. Some hundred numbers are enough; they stand side by side.
Exit code 1 where nothing is found. Example: tali identify numbers.npy
