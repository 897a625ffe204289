/** Student's t distribution, by the regularized incomplete beta function (NIST DLMF 8.17). Degrees of freedom need not be whole numbers. */

const TOLERANCE = 1e-14;
const MAX_TERMS = 500;

/** Probability of a value at least as far from zero as `t`. */
export function computeTwoSidedP(t: number, degreesOfFreedom: number): number {
  if (!Number.isFinite(t)) return 0;
  return computeIncompleteBeta(degreesOfFreedom / (degreesOfFreedom + t * t), degreesOfFreedom / 2, 0.5);
}

/** The value that is exceeded in absolute terms with probability `p`; found by bisection. */
export function computeTwoSidedQuantile(p: number, degreesOfFreedom: number): number {
  let [low, high] = [0, 1];
  while (computeTwoSidedP(high, degreesOfFreedom) > p) high *= 2;
  while (high - low > TOLERANCE * high) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (computeTwoSidedP(middle, degreesOfFreedom) > p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function computeIncompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(
    computeLogGamma(a + b) - computeLogGamma(a) - computeLogGamma(b) + a * Math.log(x) + b * Math.log1p(-x),
  );
  // The continued fraction converges fast only on this side of the mean.
  return x < (a + 1) / (a + b + 2)
    ? (front * computeBetaFraction(x, a, b)) / a
    : 1 - (front * computeBetaFraction(1 - x, b, a)) / b;
}

/** Continued fraction of DLMF 8.17.22, by Lentz's method. */
function computeBetaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const avoidZero = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / avoidZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let term = 1; term <= MAX_TERMS; term += 1) {
    const even = (term * (b - term) * x) / ((a + 2 * term - 1) * (a + 2 * term));
    const odd = (-(a + term) * (a + b + term) * x) / ((a + 2 * term) * (a + 2 * term + 1));
    d = 1 / avoidZero(1 + even * d);
    c = avoidZero(1 + even / c);
    fraction *= d * c;
    d = 1 / avoidZero(1 + odd * d);
    c = avoidZero(1 + odd / c);
    const change = d * c;
    fraction *= change;
    if (Math.abs(change - 1) < TOLERANCE) break;
  }
  return fraction;
}

const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** Lanczos approximation with nine terms: 15 digits for positive numbers. */
function computeLogGamma(z: number): number {
  if (z < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * z)) - computeLogGamma(1 - z);
  const base = z - 1;
  const t = base + LANCZOS.length - 1.5;
  const series = LANCZOS.reduce((sum, term, index) => (index === 0 ? term : sum + term / (base + index)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (base + 0.5) * Math.log(t) - t + Math.log(series);
}
