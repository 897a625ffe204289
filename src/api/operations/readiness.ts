/** Whether the service can serve what it is for, and what stands in the way. */
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
