/** Tells whether one part of the service can do its work, and if not, what prevents it. */
export interface ReadinessCheck {
  /** Such as `dataset`, `house-clerk` or `prices`. */
  readonly name: string;
  readonly ready: boolean;
  /** A sentence for the operator. */
  readonly detail: string;
}

export interface Readiness {
  readonly ready: boolean;
  readonly checks: readonly ReadinessCheck[];
}
