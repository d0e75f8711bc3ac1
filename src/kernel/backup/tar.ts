import { createHash } from 'node:crypto';

/** A file in an archive, with its size known in advance. */
export interface Entry {
  name: string;
  size: number;
  content: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** An entry's name, size and hash, for the list at the end. */
export interface Packed {
  name: string;
  size: number;
  sha256: string;
}

/** The file is not a tar file that we wrote. */
export class Malformed extends Error {}

const block = 512;
const paddingOf = (size: number) => (block - (size % block)) % block;

/** Entries as a POSIX tar file; each written entry is added to `packed`. */
export async function* packTar(entries: AsyncIterable<Entry>, packed: Packed[]): AsyncGenerator<Buffer> {
  for await (const { name, size, content } of entries) {
    yield headerOf(name, size);
    const hash = createHash('sha256');
    let written = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      written += chunk.length;
      yield chunk;
    }
    if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}.`);
    yield Buffer.alloc(paddingOf(size));
    packed.push({ name, size, sha256: hash.digest('hex') });
  }
  yield Buffer.alloc(2 * block);
}

/** Visits every entry in order; skips what the visitor does not read. Returns the list of entries. */
export async function readTar(
  source: AsyncIterable<Buffer>,
  visit: (entry: { name: string; size: number; content: AsyncIterable<Buffer> }) => Promise<void>,
): Promise<Packed[]> {
  const bytes = new Bytes(source);
  const found: Packed[] = [];
  for (;;) {
    const header = await bytes.take(block);
    if (header.every((byte) => byte === 0)) break;
    const { name, size } = parseHeader(header);
    const hash = createHash('sha256');
    const content = bytes.next(size, hash);
    await visit({ name, size, content });
    for await (const _ of content);
    await bytes.take(paddingOf(size));
    found.push({ name, size, sha256: hash.digest('hex') });
  }
  await bytes.take(block);
  if (!(await bytes.isAtEnd())) throw new Malformed('there is something behind its end');
  return found;
}

function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for a name in an archive.`);
  const header = Buffer.alloc(block);
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  header.write(name, 0, 'utf8');
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  header.write('0', 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

// The checksum field itself counts as spaces.
const sumOf = (header: Buffer) => header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);

/** Only what we write: regular files with short names. */
function parseHeader(header: Buffer): { name: string; size: number } {
  const [name = ''] = header.toString('utf8', 0, 100).split('\0');
  const size = parseInt(header.toString('latin1', 124, 136), 8);
  const isOurs = name !== '' && Number.isSafeInteger(size) && size >= 0 && header.equals(headerOf(name, size));
  if (!isOurs) throw new Malformed('it holds something that Akada does not write');
  return { name, size };
}

/** Reads a stream of chunks in requested lengths. */
class Bytes {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async take(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.next(size)) parts.push(part);
    return Buffer.concat(parts);
  }

  async *next(size: number, hash?: { update(chunk: Buffer): unknown }): AsyncGenerator<Buffer> {
    for (let left = size; left > 0;) {
      if (!this.#rest.length) await this.#fill();
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      hash?.update(part);
      yield part;
    }
  }

  async isAtEnd(): Promise<boolean> {
    while (!this.#rest.length) {
      const { done, value } = await this.#source.next();
      if (done) return true;
      this.#rest = value;
    }
    return false;
  }

  async #fill() {
    if (await this.isAtEnd()) throw new Malformed('it ends too early');
  }
}
