/**
 * Serializes a value into a memory image. V8's serializer writes the structure first. The bytes of every typed array and buffer
 * follow, each aligned to eight bytes. An image is read back without copying its arrays, which are then views of the bytes.
 */
import { Deserializer, Serializer } from "node:v8";

const ALIGNMENT = 8;

/** Supported typed arrays; an image refers to them by index. */
const ARRAYS = [Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array] as const;
type ImageArray = InstanceType<(typeof ARRAYS)[number]>;
const KINDS: readonly unknown[] = ARRAYS;
/** The type number of a `Buffer`, which is a Uint8Array too. */
const BUFFER = ARRAYS.length;

/** A serialized value: the length of its structure, the length of the whole, and all bytes in chunks. */
interface Image {
  readonly structureBytes: number;
  readonly bytes: number;
  readonly pieces: readonly Uint8Array[];
}

class ImageWriter extends Serializer {
  /** Documented by Node but missing from its types. */
  declare readonly _setTreatArrayBufferViewsAsHostObjects: (flag: boolean) => void;
  readonly pieces: Uint8Array[] = [];
  #offset = 0;

  constructor() {
    super();
    this._setTreatArrayBufferViewsAsHostObjects(true);
  }

  /** @throws {TypeError} for an unsupported type of array. */
  _writeHostObject(array: ImageArray): void {
    const kind = Buffer.isBuffer(array) ? BUFFER : KINDS.indexOf(array.constructor);
    if (kind < 0) throw new TypeError(`an image holds no ${array.constructor.name}`);
    this.writeUint32(kind);
    this.writeDouble(this.#offset);
    this.writeDouble(array.length);
    for (const piece of alignPiece(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))) {
      this.pieces.push(piece);
      this.#offset += piece.length;
    }
  }
}

class ImageReader extends Deserializer {
  readonly #bytes: Uint8Array<ArrayBuffer>;

  constructor(structure: Uint8Array, bytes: Uint8Array<ArrayBuffer>) {
    super(structure);
    this.#bytes = bytes;
  }

  /** @throws {RangeError} if the bytes end before the array does. */
  _readHostObject(): ImageArray {
    const kind = this.readUint32();
    const start = this.#bytes.byteOffset + this.readDouble();
    const length = this.readDouble();
    const { buffer } = this.#bytes;
    if (kind === BUFFER) return Buffer.from(buffer, start, length);
    const Kind = ARRAYS[kind];
    if (Kind === undefined) throw new RangeError(`an image names an array of kind ${kind}`);
    return new Kind(buffer, start, length);
  }
}

export function encodeMemoryImage(value: unknown): Image {
  const writer = new ImageWriter();
  writer.writeHeader();
  writer.writeValue(value);
  const structure = writer.releaseBuffer();
  const pieces = [...alignPiece(structure), ...writer.pieces];
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  return { structureBytes: structure.length, bytes, pieces };
}

/** @param bytes of the whole image, aligned to eight bytes in their buffer. @throws if they are not an image. */
export function decodeMemoryImage(bytes: Uint8Array<ArrayBuffer>, structureBytes: number): unknown {
  const arraysAt = Math.ceil(structureBytes / ALIGNMENT) * ALIGNMENT;
  const reader = new ImageReader(bytes.subarray(0, structureBytes), bytes.subarray(arraysAt));
  reader.readHeader();
  return reader.readValue();
}

const PADDING = new Uint8Array(ALIGNMENT);

function* alignPiece(piece: Uint8Array): Generator<Uint8Array> {
  yield piece;
  const over = piece.length % ALIGNMENT;
  if (over > 0) yield PADDING.subarray(over);
}
