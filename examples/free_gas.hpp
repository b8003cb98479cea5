// SPDX-License-Identifier: Apache-2.0
// Elastic scattering of a neutron off a free gas of nuclei: sampling the velocity of the nucleus that it
// hits, for constant cross-sections and with the Doppler-broadening rejection correction, whose rejection
// probability passes 99 %.
//
// Sources: P. K. Romano, J. A. Walsh, "An improved target velocity sampling algorithm for free gas elastic
// scattering", Annals of Nuclear Energy 114, 2018 (section 2 has both methods); W. Rothenstein, Annals of
// Nuclear Energy 23, 1996. The cross-section is a single-level Breit-Wigner resonance with the parameters
// that ENDF/B-VII.1 gives for the first one of uranium-238: 6.67428 eV, neutron width 1.4758 meV, radiation
// width 23 meV; potential scattering of a radius of 9.48 fm.
#pragma once

#include <cmath>
#include <cstdint>

#include <tali/distribution/unit.hpp>
#include <tali/math/elementary.hpp>
#include <tali/rejection/attempts.hpp>

namespace free_gas {

/// Elastic cross-section at 0 K, in barns, of a neutron of relative energy E (eV).
struct breit_wigner {
  double energy = 6.67428, neutron_width = 1.4758e-3, gamma_width = 23e-3;
  double radius = 9.48e-15, mass_ratio = 236.006;

  TALI_FN double operator()(double e) const {
    const double pi = 3.141592653589793;
    const double width = neutron_width + gamma_width;
    // Wave number (1/m) of a neutron of one electron volt in the centre of mass: 2.196771e9 sqrt(E) A / (A +
    // 1).
    const double k1 = 2.196771e9 * mass_ratio / (mass_ratio + 1);
    const double k = k1 * tali::square_root(e), k0 = k1 * tali::square_root(energy);
    const double x = 2 * (e - energy) / width, bell = 1 / (1 + x * x);
    const double peak = 4 * pi / (k0 * k0) * neutron_width / width;
    const double own_width = neutron_width * tali::square_root(e / energy);
    const double resonance = peak * own_width / width * bell, interference = 2 * peak * k * radius * x * bell;
    const double potential = 4 * pi * radius * radius;
    return (resonance + interference + potential) * 1e28;
  }
};

/// The largest cross-section of relative energies that a neutron meets: thermal velocities beyond four
/// deviations are left out, as production codes do.
inline double largest(const breit_wigner& sigma, double energy, double kt) {
  const double speed = std::sqrt(energy), thermal = 4 * std::sqrt(kt / sigma.mass_ratio);
  double most = 0;
  const double from = speed > thermal ? speed - thermal : 0, to = speed + thermal;
  for (int i = 0; i <= 200'000; ++i) {
    const double v = from + (to - from) * i / 200'000;
    most = std::fmax(most, sigma(v * v));
  }
  return most;
}

/// A nucleus that is hit: its speed in units of the thermal one, and the cosine to the neutron's direction.
struct target {
  float speed, cosine;
};

/// An attempt at the target's velocity; words are uniform numbers, eight of them.
struct collision {
  static constexpr int words = 8;

  float speed;     ///< of the neutron, in units of the thermal one: sqrt(A E / kT)
  bool resonant;   ///< whether the cross-section counts
  double quantum;  ///< energy per squared unit of speed: kT / A
  double most;     ///< barns
  breit_wigner sigma;

  /// @param energy,kt  eV
  collision(double energy, double kt, bool with_resonance)
      : speed(static_cast<float>(std::sqrt(breit_wigner{}.mass_ratio * energy / kt))),
        resonant{with_resonance},
        quantum{kt / breit_wigner{}.mass_ratio},
        most{largest(breit_wigner{}, energy, kt)} {}

  TALI_FN tali::attempted<target> operator()(const std::uint32_t (&w)[words]) const {
    using namespace tali;
    // x^2 of density proportional to x^3 e^(-x^2) or x^2 e^(-x^2): which, by the weights of |v - V| <= v + V.
    const float a = math::logarithm_f32(unit_f32(w[0])), b = math::logarithm_f32(unit_f32(w[1]));
    const float cosine = math::circle_f32(w[3]).cosine;
    const bool faster = unit_f32(w[2]) * (1.0f + 0.886226925f * speed) < 1.0f;
    const float x = square_root(-(a + (faster ? b : b * cosine * cosine)));
    const float mu = 2.0f * unit_f32(w[4]) - 1.0f;
    const float relative2 = speed * speed + x * x - 2.0f * speed * x * mu;
    const float limit = unit_f32(w[5]) * (speed + x);
    bool accepted = limit * limit < relative2;
    if (accepted && resonant) {
      accepted = unit_f64(w[6], w[7]) * most < sigma(static_cast<double>(relative2) * quantum);
    }
    return {{x, mu}, accepted};
  }
};

/// Neutron energies about the resonance, in eV, at the temperature of a hot fuel pin, 1200 K.
inline constexpr double hot = 8.617333e-5 * 1200;
inline constexpr double energies[] = {0.01, 0.1, 1, 5, 6, 6.3, 6.5, 6.6, 6.67, 6.75, 6.9, 7.2, 8, 12};

}  // namespace free_gas
