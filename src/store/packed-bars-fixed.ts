/**
 * Format 1 of packed bars, in stores created before format 2; little-endian, newest bar first:
 * - header of 8 bytes: format (1), decimals of the prices, bytes of a price (4 or 8), bytes of a volume (4 or 8), number of bars
 *   (uint32);
 * - columns, one after another: days since 1970-01-01 (int32), open, high, low, close as price * 10^decimals, volume. Prices or
 *   volumes of 4 bytes are uint32. Those of 8 bytes are float64 with an integer value.
 */
import { type BarColumns, createEmptyColumns, PRICE_COLUMNS } from "../domain/bar-columns.ts";

export const FIXED_FORMAT = 1;
const HEADER_BYTES = 8;

/** @throws {RangeError} if the length does not match the header. */
export function unpackFixedFormat(packed: Uint8Array): BarColumns {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  if (packed.byteLength < HEADER_BYTES)
    throw new RangeError(`packed bars take 8 bytes at least, not ${packed.byteLength}`);
  const [priceBytes, volumeBytes] = [view.getUint8(2), view.getUint8(3)];
  const count = view.getUint32(4, true);
  const expected = HEADER_BYTES + count * (4 + 4 * priceBytes + volumeBytes);
  if (packed.byteLength !== expected) {
    throw new RangeError(`${count} packed bars take ${expected} bytes, not ${packed.byteLength}`);
  }
  const columns = createEmptyColumns(count, view.getUint8(1));
  let at = HEADER_BYTES;
  for (let index = 0; index < count; index += 1, at += 4) columns.days[index] = view.getInt32(at, true);
  const readColumn = (column: Float64Array, bytes: number) => {
    for (let index = 0; index < count; index += 1, at += bytes) {
      column[index] = bytes === 4 ? view.getUint32(at, true) : view.getFloat64(at, true);
    }
  };
  for (const name of PRICE_COLUMNS) readColumn(columns[name], priceBytes);
  readColumn(columns.volume, volumeBytes);
  return columns;
}
