# SPDX-License-Identifier: Apache-2.0
# TALI_TEST_DATA: the folder of known_answers.txt.
using Tali, Test

@testset "one sequence" begin
    x = Tali.normal(5000, seed=42)
    @test Tali.normal(700, seed=42, first=4300, threads=2) == x[4301:end]
    @test Tali.draw("normal", 5000; seed=42, mu=0, sigma=1) == x
    @test Tali.normal(3, seed=42, type="f32") isa Vector{Float32}
    @test Tali.poisson(3, seed=42, mean=5) isa Vector{Int64}
    mu = [-1.0, 0, 1000]
    @test Tali.normal(3, seed=7, mu=mu, sigma=2) == [Tali.normal(1, seed=7, first=i - 1, mu=mu[i], sigma=2)[1] for i in 1:3]
    rows = Tali.dirichlet(4, seed=7, shapes=[1, 2, 3])
    @test size(rows) == (3, 4) && all(isapprox.(sum(rows, dims=1), 1))
    @test rows[:, 3] == Tali.dirichlet(1, seed=7, first=2, shapes=[1, 2, 3])[:]
    @test Tali.uniform_as(2, seed=1, as="numpy") isa Vector{Float64}
end

@testset "errors" begin
    fields(f) = try f(); nothing catch e; (e.argument, e.value) end
    @test fields(() -> Tali.gamma(3, seed=1, shape=-1)) == ("shape", "-1")
    @test fields(() -> Tali.gamma(3, seed=1, shape=[1, -1, 1])) == ("shape[2]", "-1")
    @test fields(() -> Tali.normal(3, seed=1, engine="philo")) == ("engine", "philo")
    @test fields(() -> Tali.normal(3, seed=1, shape=1)) == ("parameter", "shape")
    @test fields(() -> Tali.normal(3, seed=1, type="i64")) == ("type", "i64")
end

@testset "known answers" begin
    for line in eachline(joinpath(get(ENV, "TALI_TEST_DATA", joinpath(@__DIR__, "../../tests/data")), "known_answers.txt"))
        f = split(line)
        (isempty(f) || f[1] != "sequence") && continue
        seed, stream, first = parse.(UInt64, f[3:5])
        @test Tali.bits(length(f) - 5; engine=f[2], seed=seed, stream=stream, first=first) == parse.(UInt32, f[6:end]; base=16)
    end
end
