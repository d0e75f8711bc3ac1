const headEnd = Buffer.from('\r\n\r\n');
const [lineFeed, carriageReturn] = [10, 13];

/**
 * Finds where an answer of HTTP/1.1 ends and which status it has, and looks at nothing else: it runs on the cores that
 * the server needs. One answer at a time; `next` makes it ready for another.
 */
export class AnswerReader {
  status = 0;
  bytes = 0;
  #head: Buffer = Buffer.alloc(0);
  #isInBody = false;
  #isChunked = false;
  /** Bytes to pass over before something is to be read again. */
  #skip = 0;
  #chunkSize = 0;
  #isLastChunk = false;

  next(): void {
    this.status = this.bytes = this.#skip = this.#chunkSize = 0;
    this.#isInBody = this.#isChunked = this.#isLastChunk = false;
  }

  /** Takes what has come in; true when that was the end of the answer. */
  take(part: Buffer): boolean {
    this.bytes += part.length;
    const from = this.#isInBody ? 0 : this.#readHead(part);
    if (from === undefined) return false;
    if (this.#isChunked) return this.#passChunks(part, from);
    this.#skip -= part.length - from;
    return this.#skip <= 0;
  }

  /** Where the body begins in this part, or undefined when the head goes on. */
  #readHead(part: Buffer): number | undefined {
    const known = this.#head.length;
    const all = known ? Buffer.concat([this.#head, part]) : part;
    const end = all.indexOf(headEnd);
    if (end < 0) {
      this.#head = Buffer.from(all);
      return undefined;
    }
    const head = all.toString('latin1', 0, end);
    this.#head = Buffer.alloc(0);
    this.status = Number(head.slice(9, 12));
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
    this.#isChunked = length === undefined && /\r\ntransfer-encoding: chunked/i.test(head);
    this.#skip = Number(length ?? 0);
    this.#isInBody = true;
    return end + headEnd.length - known;
  }

  #passChunks(part: Buffer, from: number): boolean {
    for (let at = from; at < part.length;) {
      if (this.#skip > 0) {
        const passed = Math.min(this.#skip, part.length - at);
        this.#skip -= passed;
        at += passed;
        continue;
      }
      const sign = part[at++]!;
      if (sign === lineFeed) {
        // A chunk and the line's end behind it; behind the last one only the line's end.
        this.#isLastChunk = this.#chunkSize === 0;
        this.#skip = this.#chunkSize + 2;
        this.#chunkSize = 0;
      } else if (sign !== carriageReturn) {
        this.#chunkSize = this.#chunkSize * 16 + parseInt(String.fromCharCode(sign), 16);
      }
    }
    return this.#isLastChunk && this.#skip === 0;
  }
}
