# SPDX-License-Identifier: Apache-2.0

known <- new.env()  # the library's catalogue
.onLoad <- function(libname, pkgname) list2env(.Call(C_catalogue), known)

tali_catalogue <- function(what = c("distributions", "engines")) {
  if (match.arg(what) == "engines") data.frame(name = known$engine, options = known$options, summary = known$about)
  else data.frame(name = known$name, type = known$type, parameters = known$parameters, summary = known$summary)
}

# An error with fields; the sentence is the library's.
refuse <- function(argument, value, expected, message = paste0(argument, " is ", value, "; expected ", expected))
  stop(structure(class = c("tali_error", "error", "condition"),
                 list(message = message, call = NULL, argument = argument, value = value, expected = expected)))
shown <- function(x) if (is_text(x)) paste0("'", x, "'") else substr(deparse(x, nlines = 1L)[1L], 1L, 60L)

is_text <- function(x) is.character(x) && length(x) == 1L && !is.na(x)

# A number from 0 to 2^64 - 1 as digits: R's own numbers are exact to 2^53.
digits <- function(x, argument, expected = "a whole number from 0 to 2^53, or up to 2^64 - 1 in quotes", most = Inf) {
  text <- if (is.numeric(x) && length(x) == 1L && !is.na(x) && x <= 2^53) sprintf("%.17g", x) else x
  if (!is_text(text) || !grepl("^[0-9]{1,20}$", text) || (nchar(text) == 20L && text > "18446744073709551615") ||
      as.numeric(text) > most) refuse(argument, shown(x), expected)
  text
}

# "f64" where the distribution has it, else "i64", else its first.
default_type <- function(types) c(intersect(c("f64", "i64"), types), types)[1L]

tali_draw <- function(name, n, ..., seed, stream = 0, first = 0, engine = "philox4x32", type = NULL, threads = 0) {
  if (!is_text(name)) refuse("name", shown(name), "the name of a distribution")
  if (!is_text(engine)) refuse("engine", shown(engine), "the name of an engine")
  if (length(n) > 1L) n <- length(n)
  n <- as.numeric(digits(n, "n", "a whole number of at least 0", 2^52))
  threads <- as.integer(digits(threads, "threads", "1 to 4096, or 0", 4096))
  where <- c(digits(seed, "seed"), digits(stream, "stream"), digits(first, "first"))
  entries <- which(known$name == sub(":.*", "", name))
  if (is.null(type)) type <- if (length(entries)) default_type(known$type[entries]) else "f64"
  if (length(entries) && !(is_text(type) && type %in% known$type[entries]))
    refuse("type", shown(type), paste(known$type[entries], collapse = ", "))
  entry <- entries[known$type[entries] == type]
  parameters <- strsplit(known$parameters[entry], ", ")[seq_along(entry)]
  parameters <- if (length(entry)) parameters[[1L]] else character()

  given <- list(...)
  if (is.null(names(given))) names(given) <- rep("", length(given))
  sized <- "n" %in% parameters  # R's name for it is size
  if (sized) names(given)[names(given) == "size"] <- "n"
  for (k in seq_along(given)) {
    key <- names(given)[k]
    x <- given[[k]]
    if (key == "") refuse("...", shown(x), "parameters by name")
    if (is_text(x)) {
      name <- paste0(name, if (grepl(":", name)) "," else ":", key, "=", x)
    } else if (length(x) == 0L || !(is.numeric(x) || is.logical(x))) {
      refuse(key, shown(x), "numbers")
    }
  }
  given <- given[!vapply(given, is.character, NA)]

  defaults <- known$defaults[seq_along(parameters), entry]
  arrays <- any(lengths(given) != 1L) && !anyNA(defaults) && all(names(given) %in% parameters)
  if (arrays) {
    values <- as.list(defaults)
    names(values) <- parameters
    values[names(given)] <- given
    values <- lapply(values, function(v) rep_len(as.double(v), n))
    keys <- parameters
  } else {
    keys <- rep(names(given), lengths(given))
    values <- as.double(unlist(given))
  }
  x <- .Call(C_draw, name, type, n, keys, values, where, engine, threads)
  if (is.list(x)) {  # the library counts elements from 0, and calls size n
    argument <- x$argument
    at <- gregexpr("[0-9]+(?=[0-9, ]*\\]$)", argument, perl = TRUE)
    regmatches(argument, at) <- lapply(regmatches(argument, at), function(k) as.character(as.numeric(k) + 1))
    if (sized) argument <- sub("^n\\b", "size", argument)
    refuse(argument, x$value, x$expected, if (argument == x$argument) x$message else sub(x$argument, argument, x$message, fixed = TRUE))
  }
  if (!startsWith(type, "f") && type != "bf16" && length(x)) {
    greatest <- max(abs(range(x)))
    if (greatest <= .Machine$integer.max) storage.mode(x) <- "integer"
    if (greatest > 2^53) warning("numbers above 2^53 are rounded to doubles", call. = FALSE)
  }
  rows <- attr(x, "rows")
  if (is.null(rows)) x else matrix(x, rows[2L], rows[1L], byrow = TRUE)
}

tali_rng <- function(seed, stream = 0, first = 0) {
  where <- c(digits(seed, "seed"), digits(stream, "stream"), digits(first, "first"))
  old <- RNGkind("user-supplied")
  .Call(C_seek, where)
  invisible(old)
}
