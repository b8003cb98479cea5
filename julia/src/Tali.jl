# SPDX-License-Identifier: Apache-2.0
"""
    Tali

Random numbers by the C library tali: element `i` of a distribution over a sequence depends only on the engine, the
seed, the stream and `i`. `Tali.draw` takes a distribution's name; each distribution is also a function, `Tali.gamma`.
The environment variable `TALI_LIBRARY`, the path of libtali, is read when the package is precompiled.
"""
module Tali

const library = get(ENV, "TALI_LIBRARY", "libtali")

"An argument that is not allowed, or another failure: the library's fields, as text. Elements are counted from 1."
struct Error <: Exception
    message::String
    argument::String
    value::String
    expected::String
end
Base.showerror(io::IO, e::Error) = print(io, "Tali.Error: ", e.message)

function check(status)
    status == 0 && return
    message, argument, value, expected = unsafe_string.((
        ccall((:tali_last_error, library), Cstring, ()), ccall((:tali_last_argument, library), Cstring, ()),
        ccall((:tali_last_value, library), Cstring, ()), ccall((:tali_last_expected, library), Cstring, ())))
    named = replace(argument, r"\[\d+\]$" => at -> "[$(parse(Int, at[2:end - 1]) + 1)]")  # the library counts from 0
    throw(Error(named == argument ? message : replace(message, argument => named, count=1), named, value, expected))
end

# Julia's types for the library's; a bfloat16 is its bits.
const types = Dict("u8" => UInt8, "u32" => UInt32, "u64" => UInt64, "i32" => Int32, "i64" => Int64, "f32" => Float32,
                   "f64" => Float64, "bf16" => UInt16, "f16" => Float16)
type_name(t) = unsafe_string(ccall((:tali_type_name, library), Cstring, (Cint,), t))

function entry(i)
    p = ccall((:tali_distribution_name, library), Cstring, (Csize_t,), i)
    p == C_NULL && return nothing
    code = ccall((:tali_distribution_value_type, library), Cint, (Csize_t,), i)
    listed = unsafe_string(ccall((:tali_distribution_parameters, library), Cstring, (Csize_t,), i))
    parameters = Symbol.(split(listed, ", "; keepempty=false))
    (name=unsafe_string(p), code=code, type=type_name(code), parameters=parameters,
     defaults=[ccall((:tali_distribution_default, library), Cdouble, (Csize_t, Csize_t), i, k - 1) for k in 1:length(parameters)],
     summary=unsafe_string(ccall((:tali_distribution_summary, library), Cstring, (Csize_t,), i)))
end

"The distributions of the library, one entry for each type of values."
function catalogue()
    all, i = [entry(0)], 1
    while (e = entry(i)) !== nothing
        push!(all, e)
        i += 1
    end
    all
end
const known = catalogue()  # read once, when the package is precompiled, as the functions below are

# The entry for a type's name; by default f64, else i64, else the first.
function entry_of(name, type)
    all = filter(e -> e.name == name, known)
    isempty(all) && throw(Error("unknown distribution '$name'", "distribution", name, "a name of Tali.catalogue()"))
    wanted = type === nothing ? ("f64", "i64", all[1].type) : (type,)
    for w in wanted, e in all
        e.type == w && return e
    end
    expected = join((e.type for e in all), ", ")
    throw(Error("type is '$type'; expected $expected", "type", string(type), expected))
end

"""
    draw(name, n; seed, stream=0, first=0, engine="philox4x32", type=nothing, threads=0, parameters...)

Elements `first` to `first + n - 1`, counted from 0, of a distribution. A parameter that is a vector of length `n` is one
per element, or of a distribution with lists a list. If elements are rows, each is a column of a matrix.
"""
function draw(name, n; seed, stream=0, first=0, engine="philox4x32", type=nothing, threads=0, parameters...)
    e = entry_of(name, type)
    T = types[e.type]
    handle, law = Ref{Ptr{Cvoid}}(C_NULL), Ref{Ptr{Cvoid}}(C_NULL)
    try
        check(ccall((:tali_engine_create, library), Cint, (Ptr{Ptr{Cvoid}}, Cstring, UInt64, UInt64), handle, engine, seed, stream))
        arrays = any(v -> v isa AbstractVector, values(parameters)) && !any(isnan, e.defaults) && keys(parameters) ⊆ e.parameters
        if arrays
            P = T == Float32 ? Float32 : Float64
            columns = [let v = get(parameters, k, d); v isa Number ? fill(P(v), n) : P.(v) end for (k, d) in zip(e.parameters, e.defaults)]
            all(c -> length(c) == n, columns) || throw(Error("vectors of parameters have other lengths than $n", "parameters", "", "$n numbers"))
            out = Vector{T}(undef, n)
            GC.@preserve columns check(ccall((:tali_fill_cpu_arrays, library), Cint,
                (Ptr{Cvoid}, Cstring, Cint, UInt64, Csize_t, Ptr{Ptr{Cvoid}}, Csize_t, Ptr{Cvoid}, Cint),
                handle[], name, e.code, first, n, Ptr{Cvoid}.(pointer.(columns)), length(columns), out, threads))
            return out
        end
        words = join((",$k=$v" for (k, v) in pairs(parameters) if v isa AbstractString))
        numbers = Pair{String,Float64}[string(k) => x for (k, v) in pairs(parameters) if !(v isa AbstractString) for x in v]
        check(ccall((:tali_distribution_create, library), Cint, (Ptr{Ptr{Cvoid}}, Cstring, Cint, Ptr{Cstring}, Ptr{Cdouble}, Csize_t),
                    law, isempty(words) ? name : name * ":" * words[2:end], e.code, Base.first.(numbers), last.(numbers), length(numbers)))
        row = ccall((:tali_distribution_row_size, library), Csize_t, (Ptr{Cvoid},), law[])
        out = row == 1 ? Vector{T}(undef, n) : Matrix{T}(undef, row, n)
        check(ccall((:tali_fill_cpu, library), Cint, (Ptr{Cvoid}, Ptr{Cvoid}, UInt64, Csize_t, Ptr{Cvoid}, Cint),
                    handle[], law[], first, n, out, threads))
        return out
    finally
        ccall((:tali_distribution_destroy, library), Cvoid, (Ptr{Cvoid},), law[])
        ccall((:tali_engine_destroy, library), Cvoid, (Ptr{Cvoid},), handle[])
    end
end

for e in unique(e -> e.name, known)
    @eval begin
        $(Symbol(replace(e.name, "-" => "_")))(n; parameters...) = draw($(e.name), n; parameters...)
        @doc $(e.summary * ". Parameters: " * join(e.parameters, ", ") * "; the others are those of `draw`.") $(Symbol(replace(e.name, "-" => "_")))
    end
end

end
