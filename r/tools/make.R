# SPDX-License-Identifier: Apache-2.0
# Writes R/distributions.R and man/distributions.Rd: a function for each distribution of the library. The folder is src.
dyn.load("tali.so")
all <- .Call("C_catalogue")
source("../R/tali.R", local = TRUE)  # default_type

last <- 'seed, stream = 0, first = 0, engine = "philox4x32", type = "%s", threads = 0'
functions <- usages <- items <- used <- character()
for (name in unique(all$name)) {
  types <- all$type[all$name == name]
  type <- default_type(types)
  entry <- which(all$name == name & all$type == type)
  parameters <- strsplit(all$parameters[entry], ", ")[[1]]
  arguments <- sub("^n$", "size", parameters)
  defaults <- all$defaults[seq_along(parameters), entry]
  formals <- paste0(arguments, ifelse(is.na(defaults), "", paste(" =", sapply(defaults, format, digits = 17))), recycle0 = TRUE)
  called <- gsub("-", "_", paste0("tali_", name))
  usage <- paste(c("n", formals, sprintf(last, type)), collapse = ", ")
  passed <- sapply(strsplit("seed stream first engine type threads", " ")[[1]], function(a) paste(a, "=", a))
  functions <- c(functions, sprintf("%s <- function(%s)\n  tali_draw(\"%s\", n, %s)", called, usage, name,
                                    paste(c(paste(arguments, "=", arguments, recycle0 = TRUE), passed), collapse = ", ")))
  usages <- c(usages, paste0(called, "(", paste(strwrap(usage, 70, exdent = 4), collapse = "\n"), ")"))
  items <- c(items, sprintf("\\item{\\code{%s}}{%s; %s.}", called, all$summary[entry], paste(types, collapse = ", ")))
  used <- union(used, arguments)
}
writeLines(c("# Written by tools/make.R.", functions), "../R/distributions.R")
page <- readLines("../tools/distributions.Rd.in")
fill <- list(aliases = paste0("\\alias{", sub("\\(.*", "", sub("\n.*", "", usages)), "}"), usages = usages,
             items = gsub("%", "\\%", items, fixed = TRUE), used = paste(used, collapse = ", "))
for (part in names(fill)) page <- sub(paste0("@", part, "@"), paste(gsub("\\", "\\\\", fill[[part]], fixed = TRUE), collapse = "\n"), page)
writeLines(page, "../man/distributions.Rd")
