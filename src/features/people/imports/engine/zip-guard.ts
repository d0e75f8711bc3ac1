import { createInflateRaw } from 'node:zlib';
import { maxUnpackedBytes } from './limits.ts';
import { Unreadable } from './unreadable.ts';

type Entry = { name: string; method: number; packed: number; offset: number };

const damaged = 'The Excel file is damaged. Open it in Excel, save it again and upload it.';
const tooLarge = 'The Excel file unpacks to more than 300 MB. Save only the sheet with the list, or save it as CSV.';

/** Receives the content of one file in the workbook, chunk by chunk. */
export type Look = (name: string, piece: Buffer) => void;

/** Refuses files that are not workbooks or exceed the unpacked size limit, by unpacking them once. */
export async function guardWorkbook(bytes: Buffer, look: Look): Promise<void> {
  const entries = entriesOf(bytes);
  if (entries.some(({ name }) => name === 'content.xml')) {
    throw new Unreadable('This is an OpenDocument file (.ods). Save it as Excel (.xlsx) or CSV and upload that.');
  }
  if (!entries.some(({ name }) => name === 'xl/workbook.xml')) {
    throw new Unreadable(
      'This is a compressed file or a document, not a spreadsheet. Choose a CSV or Excel (.xlsx) file.',
    );
  }
  let room = maxUnpackedBytes;
  for (const entry of entries) room -= await unpackedSize(bytes, entry, room, look);
}

/** Declared sizes in a zip file can be false, so the actual output is counted. */
async function unpackedSize(bytes: Buffer, entry: Entry, room: number, look: Look): Promise<number> {
  const start = entry.offset + 30 + bytes.readUInt16LE(entry.offset + 26) + bytes.readUInt16LE(entry.offset + 28);
  const packed = bytes.subarray(start, start + entry.packed);
  if (entry.method === 0) {
    look(entry.name, packed);
    return packed.length;
  }
  if (entry.method !== 8) throw new Unreadable(damaged);
  const inflate = createInflateRaw();
  inflate.end(packed);
  let size = 0;
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > room) throw new Unreadable(tooLarge);
      look(entry.name, chunk);
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(damaged);
  }
  return size;
}

function entriesOf(bytes: Buffer): Entry[] {
  try {
    const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
    const count = bytes.readUInt16LE(end + 10);
    let at = bytes.readUInt32LE(end + 16);
    return Array.from({ length: count }, () => {
      if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Unreadable(damaged);
      const nameLength = bytes.readUInt16LE(at + 28);
      const entry = {
        name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
        method: bytes.readUInt16LE(at + 10),
        packed: bytes.readUInt32LE(at + 20),
        offset: bytes.readUInt32LE(at + 42),
      };
      if (bytes.readUInt32LE(entry.offset) !== 0x04034b50) throw new Unreadable(damaged);
      at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
      return entry;
    });
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(damaged);
  }
}
