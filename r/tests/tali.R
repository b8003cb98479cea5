# SPDX-License-Identifier: Apache-2.0
# TALI_TEST_DATA: the folder of known_answers.txt; TALI: the command. What they are for is left out without them.
library(tali)
same <- function(a, b) if (!identical(a, b)) stop("not the same: ", deparse(substitute(a)), " and ", deparse(substitute(b)))
refused <- function(call, argument, value) {
  e <- tryCatch(call, tali_error = identity)
  if (!inherits(e, "tali_error")) stop("accepted: ", deparse(substitute(call)))
  same(c(e$argument, e$value), c(argument, value))
  stopifnot(nzchar(e$expected), grepl(argument, conditionMessage(e), fixed = TRUE))
}

# One sequence: first, cuts, threads, engines.
x <- tali_normal(5000, seed = 42)
same(tali_normal(700, seed = 42, first = 4300), x[4301:5000])
same(c(tali_normal(3, seed = "42"), tali_normal(4997, seed = 42, first = "3", threads = 3)), x)
stopifnot(!identical(tali_normal(5000, seed = 42, stream = 1), x), abs(mean(x)) < 0.1, abs(sd(x) - 1) < 0.1)
same(tali_uniform(9, seed = 0, engine = "sobol32:dims=3")[1:3], c(0, 0, 0))

# Parameters: recycled, by name, lists, words, size.
mu <- c(-1, 0, 1000)
for (draw in list(tali_normal, tali_lognormal, tali_laplace)) {
  each <- mapply(function(m, i) draw(1, m, 2, seed = 7, first = i), rep_len(pmin(mu, 9), 8), 0:7)
  same(draw(8, pmin(mu, 9), 2, seed = 7), each)
}
same(tali_normal(4, mu, seed = 7, type = "f32")[3], tali_normal(1, 1000, seed = 7, first = 2, type = "f32"))
same(tali_draw("gamma", 4, shape = 2.5, seed = 1), tali_draw("gamma:shape=2.5", 4, seed = 1))
same(tali_draw("binomial", 4, size = 20, seed = 1), tali_binomial(4, 20, seed = 1))
same(dim(tali_dirichlet(2, c(1, 2, 3), seed = 1)), c(2L, 3L))
same(rowSums(tali_multinomial(5, 10, c(0.2, 0.8), seed = 1)), rep(10, 5))
same(tali_multinomial(5, 10, c(0.2, 0.8), seed = 1)[3, ], tali_multinomial(1, 10, c(0.2, 0.8), seed = 1, first = 2)[1, ])
same(tali_normal(letters[1:3], seed = 1), tali_normal(3, seed = 1))
same(tali_normal(0, mu, seed = 1), numeric())
stopifnot(is.integer(tali_poisson(9, c(1, 100), seed = 1)), is.double(tali_poisson(1, 1e12, seed = 1)),
          all(tali_categorical(99, c(1, 0, 1), seed = 1) %in% c(0L, 2L)), tali_uniform_as(1, "numpy", seed = 1) < 1,
          max(abs(tali_normal(99, seed = 1, type = "f16") - tali_normal(99, seed = 1, type = "f32"))) < 0.01,
          max(abs(tali_normal(99, seed = 1, type = "bf16") - tali_normal(99, seed = 1, type = "f32"))) < 0.02)
same(tryCatch(tali_bits(1, seed = 1, type = "u64"), warning = function(w) "rounded"), "rounded")

# Errors.
refused(tali_gamma(3, -1, seed = 1), "shape", "-1")
refused(tali_gamma(3, c(1, -1), seed = 1), "shape[2]", "-1")
refused(tali_normal(3, 0, c(1, 1, -1), seed = 1), "sigma[3]", "-1")
refused(tali_binomial(3, c(1, -1), seed = 1), "size[2]", "-1")
refused(tali_dirichlet(3, c(1, -2), seed = 1), "shapes[2]", "-2")
refused(tali_normal(-1, seed = 1), "n", "-1")
refused(tali_normal(3, seed = 2^54), "seed", "18014398509481984")
refused(tali_normal(3, seed = "18446744073709551616"), "seed", "'18446744073709551616'")
refused(tali_normal(3, seed = 1, stream = NA), "stream", "NA")
refused(tali_normal(3, seed = 1, first = 0.5), "first", "0.5")
refused(tali_normal(3, seed = 1, threads = 5000), "threads", "5000")
refused(tali_normal(3, seed = 1, type = "i64"), "type", "'i64'")
refused(tali_normal(3, numeric(), seed = 1), "mu", "numeric(0)")
refused(tali_normal(3, NA, seed = 1), "mu", "nan")
refused(tali_normal(3, seed = 1, engine = "philo"), "engine", "philo")
refused(tali_draw("gama", 3, seed = 1), "distribution", "gama")
refused(tali_draw("gamma", 3, 2.5, seed = 1), "...", "2.5")
refused(tali_draw("gamma", 3, shap = 1:2, seed = 1), "parameter", "shap")

# R's generators.
old <- tali_rng(42)
uniform <- tali_uniform_open_open(3000, seed = 42)
same(runif(700), uniform[1:700])
same(.Random.seed[-1], c(42L, 0L, 0L, 0L, 700L, 0L))
saved <- .Random.seed
same(runif(5), uniform[701:705])
.Random.seed <- saved
same(rnorm(1), qnorm((floor(134217728 * uniform[701]) + uniform[702]) / 134217728))  # R's inversion
same(replicate(2, {.Random.seed <<- saved; sample(1000)})[, 1], {.Random.seed <- saved; sample(1000)})
set.seed(42)
same(runif(3000), uniform)
set.seed(-1)
same(runif(2), tali_uniform_open_open(2, seed = 2^32 - 1))
tali_rng(seed = "9223372036854775808", stream = 7, first = 2^40)
same(runif(2), tali_uniform_open_open(2, seed = "9223372036854775808", stream = 7, first = 2^40))
RNGkind(old[1])

# The catalogue: every distribution by its function; the version.
catalogue <- tali_catalogue()
for (name in unique(catalogue$name)) stopifnot(is.function(get(gsub("-", "_", paste0("tali_", name)))))
stopifnot("philox4x32" %in% tali_catalogue("engines")$name)
same(tali_gamma(3, seed = 1), tali_gamma(3, 1, 1, seed = 1))

data <- Sys.getenv("TALI_TEST_DATA")
if (nzchar(data)) {
  lines <- grep("^sequence", readLines(file.path(data, "known_answers.txt")), value = TRUE)
  for (line in strsplit(lines, " ")) {
    words <- line[-(1:5)]
    stopifnot(tali_bits(length(words), line[3], line[4], line[5], line[2]) == as.numeric(paste0("0x", words)))
  }
  stopifnot(length(lines) > 50)
}
command <- Sys.getenv("TALI")
if (nzchar(command)) {
  file <- tempfile()
  plain <- catalogue[catalogue$type == "f64" & !grepl("uniform-as|direction|dirichlet|multivariate", catalogue$name), "name"]
  for (name in plain) {
    stopifnot(system2(command, c("gen --seed 5 --stream 6 --offset 7 -n 100 --dtype f64 --format raw --dist", name, "-o", file)) == 0)
    same(tali_draw(name, 100, seed = 5, stream = 6, first = 7), readBin(file, "double", 101))
  }
  stopifnot(length(plain) > 20)
}
