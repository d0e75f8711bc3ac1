import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import type { Chance } from './random.ts';
import type { Upload } from './uploads.ts';

export interface Part {
  name: string;
  content: Buffer | string;
  filename?: string;
  type?: string;
}

/** A multipart body as a browser writes it. */
export function multipart(parts: Part[], boundary = 'zqcloth'): Upload {
  const pieces = parts.flatMap(({ name, content, filename, type }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n`,
    type ? `Content-Type: ${type}\r\n\r\n` : '\r\n',
    content,
    '\r\n',
  ]);
  const body = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece as string)));
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}

/** One pixel, or so many as its header claims. */
export function png(width = 1, height = 1): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const pixels = deflateSync(Buffer.from([0, 43, 58, 143]));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="zq()"><script>zq()</script></svg>`;

/** A ZIP with one entry, packed, whose header may lie about the size. */
export function zip(name: string, content: Buffer, claimed = content.length): Buffer {
  const packed = deflateRawSync(content);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(crc32(content), 14);
  head.writeUInt32LE(packed.length, 18);
  head.writeUInt32LE(claimed, 22);
  head.writeUInt16LE(Buffer.byteLength(name), 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  head.copy(entry, 6, 4, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + Buffer.byteLength(name), 12);
  end.writeUInt32LE(30 + Buffer.byteLength(name) + packed.length, 16);
  return Buffer.concat([head, Buffer.from(name), packed, entry, Buffer.from(name), end]);
}

export const entities = `<?xml version="1.0"?><!DOCTYPE z [<!ENTITY a "zqzqzqzqzq"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="inlineStr"><is><t>&b;&c;</t></is></c></row></sheetData></worksheet>`;

export const cut = ({ type, body }: Upload, chance: Chance): Upload => ({
  type,
  body: body.subarray(0, chance.below(body.length)),
});
