/** Checks whether the service can do its work, and names what prevents it. */
export interface ReadinessCheck {
  /** `dataset`, `house-clerk`, `prices`. */
  readonly name: string;
  readonly ready: boolean;
  /** A sentence for the operator. */
  readonly detail: string;
}

export interface Readiness {
  readonly ready: boolean;
  readonly checks: readonly ReadinessCheck[];
}
