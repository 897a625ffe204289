/** Times of New York's stock exchanges in Yahoo's format: whole seconds since 1970. */

const TIME_ZONE = "America/New_York";
const zoned = new Intl.DateTimeFormat("en-US", { timeZone: TIME_ZONE, timeZoneName: "longOffset" });

const offsets = new Map<string, number>();

/** New York's offset from UTC in seconds at noon of a day: -18000 or -14400. */
export function getNewYorkOffset(day: string): number {
  const known = offsets.get(day) ?? findOffset(day);
  offsets.set(day, known);
  return known;
}

function findOffset(day: string): number {
  const name = zoned.formatToParts(new Date(`${day}T17:00:00Z`)).find((part) => part.type === "timeZoneName")?.value;
  const [, sign, hours] = /GMT([+-])(\d{2})/.exec(name ?? "") ?? [];
  if (hours === undefined) throw new Error(`No offset of ${TIME_ZONE} on ${day}.`);
  return Number(hours) * (sign === "-" ? -3600 : 3600);
}

/** `instant("2025-07-17", "09:30")`: 9:30 a.m. in New York on that day. */
export function toEpochSeconds(day: string, time: string): number {
  return Date.parse(`${day}T${time}:00Z`) / 1000 - getNewYorkOffset(day);
}
