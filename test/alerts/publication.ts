import type { Publication } from "../../src/store/publication.ts";
import { outcome, politician, trade } from "../store/made.ts";
import { later } from "../store/premium-made.ts";

/** Two announced trades of one report. */
export const PUBLICATION: Publication = {
  at: later(100),
  politicians: [politician("E000001")],
  outcomes: [outcome("2", [trade("2", 1), trade("2", 2)])],
};
