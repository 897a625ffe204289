/** A finding of `doctor`. */
export interface Finding {
  readonly area: "settings" | "machine" | "store" | "outside";
  /** Subject of the check, such as `house-clerk`. */
  readonly name: string;
  /** `fault`: the service does not start, or something that is switched on does not work. */
  readonly state: "ok" | "warning" | "fault";
  readonly says: string;
  /** Advice; null when nothing is to be done. */
  readonly advice: string | null;
}

/** Makes the findings of one area. */
export function findingsOf(area: Finding["area"]) {
  return {
    ok: (name: string, says: string): Finding => ({ area, name, state: "ok", says, advice: null }),
    warning: (name: string, says: string, advice: string): Finding => ({ area, name, state: "warning", says, advice }),
    fault: (name: string, says: string, advice: string): Finding => ({ area, name, state: "fault", says, advice }),
  };
}
