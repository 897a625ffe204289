/** The space between two ruled lines: `[from, to)` in pixels, excluding the rules' own ink. */
export interface Strip {
  readonly from: number;
  readonly to: number;
}
