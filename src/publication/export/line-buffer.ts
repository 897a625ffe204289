/** Collects lines in one reused buffer, so that a file of any size takes the memory of one block. */
const BLOCK_BYTES = 1 << 18;

export class LineBuffer {
  #block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  #used = 0;

  /** True if `takeBytes` should be called before adding more; adding more is allowed and makes the buffer grow. */
  get isFull(): boolean {
    return this.#used >= BLOCK_BYTES - (BLOCK_BYTES >> 3);
  }

  addText(text: string): number {
    // A UTF-16 unit takes at most three bytes.
    this.#makeRoom(text.length * 3);
    const written = this.#block.write(text, this.#used, "utf8");
    this.#used += written;
    return written;
  }

  addBytes(bytes: Buffer): number {
    this.#makeRoom(bytes.length);
    bytes.copy(this.#block, this.#used);
    this.#used += bytes.length;
    return bytes.length;
  }

  /** Empties the buffer and returns its bytes, which the next addition overwrites. */
  takeBytes(): Buffer {
    const bytes = this.#block.subarray(0, this.#used);
    this.#used = 0;
    return bytes;
  }

  #makeRoom(bytes: number): void {
    if (this.#used + bytes <= this.#block.length) return;
    const larger = Buffer.allocUnsafeSlow(this.#used + bytes);
    this.#block.copy(larger, 0, 0, this.#used);
    this.#block = larger;
  }
}
