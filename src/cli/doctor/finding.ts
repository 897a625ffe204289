/** What `doctor` says of one thing. */
export interface Finding {
  readonly area: "settings" | "machine" | "store" | "outside";
  /** What was looked at, e.g. `house-clerk`. */
  readonly name: string;
  /** `fault`: the service does not start, or something that is switched on does not work. */
  readonly state: "ok" | "warning" | "fault";
  readonly says: string;
  /** What to do; null when nothing. */
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
