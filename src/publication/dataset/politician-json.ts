import type { IsoDate } from "../../domain/dates.ts";
import { findSeat, type Seat } from "../../domain/party.ts";
import type { PersonName, Politician } from "../../domain/politician.ts";
import { hasLeftOffice, isInOffice, toTenure } from "../../domain/tenure.ts";
import type { Activity } from "./activity.ts";
import type { Member } from "./dataset.ts";

export interface PoliticianFields extends Seat {
  readonly id: string;
  readonly name: string;
  readonly total_trades: number;
  readonly total_volume_estimate: string;
  readonly last_trade_date: string | null;
  readonly top_tickers: readonly string[];
}

export function toPoliticianFields(politician: Politician, activity: Activity): PoliticianFields {
  const { chamber, party, state, district } = findSeat(politician);
  return {
    id: politician.id,
    name: politician.name,
    chamber,
    party,
    state,
    district,
    total_trades: activity.trades,
    total_volume_estimate: activity.formatVolumeEstimate(),
    last_trade_date: activity.lastTradeDate,
    top_tickers: activity.listTopTickers(),
  };
}

/** A member's terms, and committees if in office on the day of the version. @param version such as `2026-11-20.1`. */
export function buildTenure(
  politician: Politician,
  version: string,
): Pick<Member, "terms" | "inOffice" | "hasLeft" | "committees"> {
  const day = version.slice(0, 10) as IsoDate;
  const inOffice = isInOffice(politician, day);
  return {
    terms: politician.terms.map(toTenure),
    inOffice,
    hasLeft: hasLeftOffice(politician, day),
    committees: inOffice ? politician.committees : [],
  };
}

interface DetailParts {
  readonly politician: Politician;
  readonly member: Pick<Member, "inOffice" | "committees" | "unreadReports" | "otherNames">;
  /** Number of filings by `FilingState`, without states that have none. */
  readonly filings: Readonly<Record<string, number>>;
  readonly withoutRepeats: Activity;
}

/** Body of `GET /politicians/{id}`. Each term has the party names that the unitedstates/congress-legislators data gives. */
export function buildPoliticianDetail(
  fields: PoliticianFields,
  { politician, member, filings, withoutRepeats }: DetailParts,
): object {
  const { inOffice, committees, unreadReports, otherNames } = member;
  return {
    ...fields,
    in_office: inOffice,
    unread_reports: unreadReports,
    without_possible_repeats: {
      total_trades: withoutRepeats.trades,
      total_volume_estimate: withoutRepeats.formatVolumeEstimate(),
    },
    terms: politician.terms.map(({ chamber, state, district, start, end, parties }) => ({
      chamber,
      state,
      district,
      start,
      end,
      parties: parties.map((span) => ({ party: span.party, caucus: span.caucus, start: span.start, end: span.end })),
    })),
    committees,
    filings,
    other_names: otherNames,
  };
}

/** All forms of the name except the published one, each once, in the record's order: `Nancy Patricia Pelosi`. */
export function listOtherNames({ name, names }: Politician): readonly string[] {
  const forms = new Set<string>();
  for (const each of names) {
    if (each.officialFull !== null) forms.add(each.officialFull);
    forms.add(formatPersonName(each.first, each));
    if (each.nickname !== null) forms.add(formatPersonName(each.nickname, { ...each, middle: null }));
  }
  forms.delete(name);
  return [...forms];
}

function formatPersonName(firstName: string, { middle, last, suffix }: PersonName): string {
  const full = [firstName, middle, last].filter((part) => part !== null && part !== "").join(" ");
  return suffix === null || suffix === "" ? full : `${full}, ${suffix}`;
}
