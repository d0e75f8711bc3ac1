import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pack, type Pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { type Entry, Malformed, type TarEntry, packTar, readTar } from '../../bin/backup/tar.ts';

const big = Buffer.alloc(300_000, 'a row\n');

async function* entriesOf(...entries: [name: string, size: number, content: Buffer[]][]): AsyncGenerator<Entry> {
  for (const [name, size, content] of entries) yield { name, size, content };
}
const write = (entries: AsyncIterable<Entry>, packed: TarEntry[] = []) =>
  buffer(Readable.from(packTar(entries, packed)));
const read = async (bytes: Buffer | AsyncIterable<Buffer>) => {
  const contents: Record<string, string> = {};
  const found = await readTar(Buffer.isBuffer(bytes) ? Readable.from([bytes]) : bytes, async ({ name, content }) => {
    if (name !== 'skipped') contents[name] = (await buffer(content)).toString();
  });
  return { found, contents };
};

test('what was written is read, with the same sizes and hashes, and what nobody reads is skipped', async () => {
  const packed: TarEntry[] = [];
  const bytes = await write(
    entriesOf(['skipped', 300_000, [big]], ['empty', 0, []], ['parts', 6, [Buffer.from('abc'), Buffer.from('def')]]),
    packed,
  );
  const { found, contents } = await read(bytes);
  expect(found).toEqual(packed);
  expect(contents).toEqual({ empty: '', parts: 'abcdef' });
});

/** A header as releases before tar-stream wrote it. */
function oldHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(512);
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  header.write(name);
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  header.write('0', 156);
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((all, byte) => all + byte, 8 * 0x20);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

test('backups of earlier releases are read', async () => {
  const text = Buffer.from('a roster');
  const bytes = Buffer.concat([oldHeader('files/ab', 8), text, Buffer.alloc(504), Buffer.alloc(1024)]);
  expect((await read(bytes)).contents).toEqual({ 'files/ab': 'a roster' });
  await expect(read(bytes.subarray(0, 515))).rejects.toThrow(Malformed);
});

test('links, folders and long names are refused', async () => {
  const cases: ((tar: Pack) => void)[] = [
    (tar) => void tar.entry({ name: 'link', type: 'symlink', linkname: '/etc/passwd' }),
    (tar) => void tar.entry({ name: 'folder', type: 'directory' }),
    (tar) => void tar.entry({ name: 'long'.repeat(80) }, 'text'),
  ];
  for (const add of cases) {
    const tar = pack();
    add(tar);
    tar.finalize();
    await expect(read(tar)).rejects.toThrow('it holds something that Akada does not write');
  }
  await expect(write(entriesOf(['n'.repeat(101), 0, []]))).rejects.toThrow('is too long for a name in an archive');
});

test('a content of another size than said makes no archive', async () => {
  for (const content of [Buffer.alloc(4), big])
    await expect(write(entriesOf(['a', 5, [content]]))).rejects.toThrow(`a has ${content.length} bytes instead of 5.`);
});

test('an archive that is given up gives up what it was made from', async () => {
  let isClosed = false;
  async function* endless(): AsyncGenerator<Entry> {
    try {
      for (;;) yield { name: 'a', size: big.length, content: [big] };
    } finally {
      isClosed = true;
    }
  }
  for await (const _ of packTar(endless(), [])) break;
  expect(isClosed).toBe(true);
});
