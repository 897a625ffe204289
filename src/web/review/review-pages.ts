/** The review pages: their routes, and access control. */
import type { ReviewFunctions } from "../../domain/review.ts";
import type { FormPage } from "../../http/route.ts";
import type { Frame } from "../layout.ts";
import { ItemHandlers } from "./item-handlers.ts";
import { LoginHandlers } from "./login-handlers.ts";
import { MergedMemberHandlers } from "./merged-member-handlers.ts";
import type { ReviewKeys } from "./reviewers.ts";
import { Sessions } from "./sessions.ts";
import { ReviewGuard } from "./visits.ts";

export interface ReviewServices {
  readonly functions: ReviewFunctions;
  readonly keys: ReviewKeys;
}

interface ReviewParts extends ReviewServices {
  readonly frame: Frame;
  readonly readMonotonicMs: () => number;
  readonly now: () => Date;
}

export function createReviewPages({ functions, keys, frame, readMonotonicMs, now }: ReviewParts): readonly FormPage[] {
  const sessions = new Sessions(readMonotonicMs);
  const guard = new ReviewGuard({ sessions, keys, frame, now });
  const login = new LoginHandlers({ sessions, guard, keys, frame, readMonotonicMs, now });
  const items = new ItemHandlers(functions, frame);
  const mergedMembers = new MergedMemberHandlers(functions, frame);
  const createGetRoute = (name: string, path: string, answer: FormPage["answer"]) =>
    ({ name, path, method: "GET", answer }) as const;
  const createFormPostRoute = (name: string, path: string, answer: FormPage["answer"]) =>
    ({ name, path, method: "POST", answer }) as const;
  const show = guard.createReadHandler(items.answerItem);
  const decide = guard.createFormHandler(items.decide);
  const picture = guard.createReadHandler(items.answerPicture);
  return [
    createGetRoute("review", "/review", guard.createReadHandler(items.answerList)),
    createGetRoute("review_login", "/review/login", login.redirectToReview),
    createFormPostRoute("review_login", "/review/login", login.logIn),
    createFormPostRoute("review_logout", "/review/logout", guard.createFormHandler(login.logOut)),
    createGetRoute("review_item", "/review/items/:id", show),
    createGetRoute("review_item", "/review/items/:id/:page", show),
    createFormPostRoute("review_decide", "/review/items/:id", decide),
    createFormPostRoute("review_decide", "/review/items/:id/:page", decide),
    createGetRoute("review_identities", "/review/identities", guard.createReadHandler(mergedMembers.show)),
    createFormPostRoute("review_identities", "/review/identities", guard.createFormHandler(mergedMembers.decide)),
    createGetRoute("review_picture", "/review/pictures/:id", picture),
    createGetRoute("review_picture", "/review/pictures/:id/:page", picture),
  ];
}
