/** The review pages: their routes, and access control. */

import type { ReviewFunctions } from "../../domain/review.ts";
import type { FormPage } from "../../http/route.ts";
import type { Frame } from "../layout.ts";
import { IdentityAnswers } from "./identity-answers.ts";
import { ItemAnswers } from "./item-answers.ts";
import { LoginAnswers } from "./login-answers.ts";
import type { ReviewKeys } from "./reviewers.ts";
import { Sessions } from "./sessions.ts";
import { Visits } from "./visits.ts";

export interface Reviewing {
  readonly functions: ReviewFunctions;
  readonly keys: ReviewKeys;
}

interface ReviewParts extends Reviewing {
  readonly frame: Frame;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  readonly now: () => Date;
}

export function reviewPages({ functions, keys, frame, clock, now }: ReviewParts): readonly FormPage[] {
  const sessions = new Sessions(clock);
  const visits = new Visits({ sessions, keys, frame, now });
  const login = new LoginAnswers({ sessions, visits, keys, frame, clock, now });
  const items = new ItemAnswers(functions, frame);
  const identities = new IdentityAnswers(functions, frame);
  const get = (name: string, path: string, answer: FormPage["answer"]) =>
    ({ name, path, method: "GET", answer }) as const;
  const post = (name: string, path: string, answer: FormPage["answer"]) =>
    ({ name, path, method: "POST", answer }) as const;
  const show = visits.read(items.show);
  const decide = visits.change(items.decide);
  const picture = visits.read(items.picture);
  return [
    get("review", "/review", visits.read(items.list)),
    get("review_login", "/review/login", login.form),
    post("review_login", "/review/login", login.logIn),
    post("review_logout", "/review/logout", visits.change(login.logOut)),
    get("review_item", "/review/items/:id", show),
    get("review_item", "/review/items/:id/:page", show),
    post("review_decide", "/review/items/:id", decide),
    post("review_decide", "/review/items/:id/:page", decide),
    get("review_identities", "/review/identities", visits.read(identities.show)),
    post("review_identities", "/review/identities", visits.change(identities.decide)),
    get("review_picture", "/review/pictures/:id", picture),
    get("review_picture", "/review/pictures/:id/:page", picture),
  ];
}
