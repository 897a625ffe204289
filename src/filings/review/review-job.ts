/** Messages between the service and its review process. */
import type { ReviewFunctions } from "../../domain/review.ts";

export interface ReviewJob {
  readonly number: number;
  readonly name: keyof ReviewFunctions;
  readonly request: unknown;
}

export type ReviewJobAnswer =
  | { readonly number: number; readonly value: unknown }
  | {
      readonly number: number;
      readonly error: { readonly name: string; readonly code: string; readonly message: string };
    };
