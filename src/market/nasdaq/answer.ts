/** Nasdaq's `info`, `summary` and `historical` answers, validated before use. */
import { z } from "zod";
import type { IsoDate } from "../../domain/dates.ts";
import { SourceError } from "../../errors.ts";
import type { JsonAnswer } from "../fetch-json.ts";
import { validBars } from "../valid-bars.ts";
import { printedDay, textNumber } from "./text.ts";

const message = z.object({ code: z.number().optional(), errorMessage: z.string().optional() });
const envelopeShape = z.object({
  data: z.record(z.string(), z.unknown()).nullable(),
  status: z.object({ rCode: z.number(), bCodeMessage: z.array(message).nullish() }).nullish(),
});

const printShape = z.object({
  lastSalePrice: z.string().nullish(),
  netChange: z.string().nullish(),
  percentageChange: z.string().nullish(),
  /** `up` or `down`: older answers tell the change without a sign. */
  deltaIndicator: z.string().nullish(),
  lastTradeTimestamp: z.string().nullish(),
  volume: z.string().nullish(),
});
const valueShape = z.object({ value: z.unknown() }).nullish();
const infoShape = z.object({
  symbol: z.string(),
  companyName: z.string().nullish(),
  marketStatus: z.string().nullish(),
  primaryData: printShape.nullish(),
  secondaryData: printShape.nullish(),
  keyStats: z.record(z.string(), valueShape).nullish(),
});
const summaryShape = z.object({ symbol: z.string().nullish(), summaryData: z.record(z.string(), valueShape) });
const historicalShape = z.object({
  symbol: z.string(),
  tradesTable: z.object({ rows: z.array(z.record(z.string(), z.unknown())).nullish() }).nullish(),
});

/** One sale and the change that belongs to it. */
export type Print = z.infer<typeof printShape>;
export type Info = z.infer<typeof infoShape>;
/** `PreviousClose`, `ShareVolume`, `MarketCap` and others by name, as text. */
export type Summary = (name: string) => unknown;

/** Null when Nasdaq knows no such symbol in this class. @throws {SourceError} `bad_answer` */
export function readInfo(answer: JsonAnswer, asked: string): Info | null {
  const info = dataOf(answer, infoShape, asked);
  if (info !== null) refuseOther(info.symbol, asked);
  return info;
}

/** Throws and returns as `readInfo`. */
export function readSummary(answer: JsonAnswer, asked: string): Summary | null {
  const summary = dataOf(answer, summaryShape, asked);
  if (summary === null) return null;
  refuseOther(summary.symbol ?? asked, asked);
  return (name) => summary.summaryData[name]?.value;
}

/** Null, too, when it has no day of the symbol. Throws as `readInfo`. */
export function readHistorical(answer: JsonAnswer, asked: string, today: IsoDate) {
  const history = dataOf(answer, historicalShape, asked);
  if (history === null) return null;
  refuseOther(history.symbol, asked);
  const rows = history.tradesTable?.rows ?? [];
  if (rows.length === 0) return null;
  return validBars(
    rows.map((row) => ({
      date: printedDay(row["date"]),
      open: textNumber(row["open"]),
      high: textNumber(row["high"]),
      low: textNumber(row["low"]),
      close: textNumber(row["close"]),
      volume: textNumber(row["volume"]),
    })),
    today,
  );
}

function dataOf<T>({ status, body }: JsonAnswer, shape: z.ZodType<T>, asked: string): T | null {
  const envelope = envelopeShape.safeParse(body);
  if (!envelope.success) throw new SourceError("bad_answer", `Nasdaq's answer for ${asked} is not one of its own.`);
  const { data, status: stated } = envelope.data;
  if (stated?.bCodeMessage?.some(saysUnknown)) return null;
  if (data === null || status !== 200 || (stated?.rCode ?? 200) !== 200) {
    throw new SourceError("bad_answer", `Nasdaq answered ${stated?.rCode ?? status} without data for ${asked}.`);
  }
  const read = shape.safeParse(data);
  if (!read.success)
    throw new SourceError("bad_answer", `Nasdaq's answer for ${asked} has another shape than asked for.`);
  return read.data;
}

/** `{"code":1001,"errorMessage":"Symbol not exists."}` in an answer of status 200. */
function saysUnknown({ code, errorMessage = "" }: z.infer<typeof message>): boolean {
  return code === 1001 || /symbol (does )?(not|n't) (exist|found)/i.test(errorMessage);
}

function refuseOther(answered: string, asked: string): void {
  if (answered.toUpperCase() === asked) return;
  throw new SourceError("bad_answer", `Nasdaq was asked for ${asked} and answered for another symbol.`);
}
