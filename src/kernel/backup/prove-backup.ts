import { createHash, type Hash } from 'node:crypto';
import { basename } from 'node:path';
import { CannotStart } from '#kernel/cannot-start.ts';
import { readArchive } from './archive.ts';
import { kindOf, readHeader, readJobs, readList, readText, type Header, type List } from './contents.ts';
import { proveSeal } from './seal.ts';
import { Malformed } from './tar.ts';

/** The content of a verified backup. */
export interface Proof {
  path: string;
  bytes: number;
  header: Header;
  list: List;
  secret?: string;
}

/** Reads the whole file and compares it with its own list. Changes nothing. */
export async function proveBackup(path: string): Promise<Proof> {
  const { bytes } = await proveSeal(path);
  let header: Header | undefined;
  let list: List | undefined;
  let secret: string | undefined;
  const tables = new Map<string, { rows: number; hash: Hash }>();
  const uploads = { count: 0, bytes: 0 };
  const found = await readArchive(path, async (entry) => {
    const kind = kindOf(entry.name);
    if (!header !== (kind.kind === 'header') || list) throw new Malformed('its parts are not in their order');
    if (kind.kind === 'header') header = await readHeader(entry);
    else if (kind.kind === 'list') list = await readList(entry);
    else if (kind.kind === 'secret') secret = await readText(entry, 1000);
    else if (kind.kind === 'jobs') await readJobs(entry);
    else if (kind.kind === 'table') await addLines(tables, kind.table, entry.content);
    else if (kind.kind === 'upload') {
      uploads.count += 1;
      uploads.bytes += entry.size;
    }
  });
  if (!header || !list) throw new CannotStart(`${basename(path)} cannot be used: its description is missing.`);
  refuseDifference(path, list, { found: found.slice(0, -1), tables, uploads });
  return { path, bytes, header, list, secret };
}

/** The header of a backup, without reading the rest. */
export async function peekHeader(path: string): Promise<Header> {
  const enough = new Error('The header has been read.');
  let header: Header | undefined;
  await readArchive(path, async (entry) => {
    header = await readHeader(entry);
    throw enough;
  }).catch((error) => {
    if (error !== enough) throw error;
  });
  if (!header) throw new CannotStart(`${basename(path)} cannot be used: its description is missing.`);
  return header;
}

async function addLines(tables: Map<string, { rows: number; hash: Hash }>, name: string, lines: AsyncIterable<Buffer>) {
  const table = tables.get(name) ?? { rows: 0, hash: createHash('sha256') };
  tables.set(name, table);
  for await (const chunk of lines) {
    table.hash.update(chunk);
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) table.rows += 1;
  }
}

interface Found {
  found: List['entries'];
  tables: Map<string, { rows: number; hash: Hash }>;
  uploads: List['uploads'];
}

function refuseDifference(path: string, list: List, { found, tables, uploads }: Found) {
  const refuse = (what: string) => {
    throw new CannotStart(`${basename(path)} cannot be used: ${what}.`);
  };
  const line = ({ name, size, sha256 }: List['entries'][number]) => `${name} ${size} ${sha256}`;
  const wrong = found.find((entry, at) => !list.entries[at] || line(entry) !== line(list.entries[at]));
  if (wrong) refuse(`${wrong.name} in it is not what its list says`);
  if (found.length !== list.entries.length) refuse('it holds fewer parts than its list says');
  if (new Set(found.map(({ name }) => name)).size !== found.length) refuse('it holds a part twice');
  for (const { name, rows, sha256 } of list.tables) {
    const table = tables.get(name) ?? { rows: 0, hash: createHash('sha256') };
    if (table.rows !== rows || table.hash.digest('hex') !== sha256)
      refuse(`table ${name} in it is not what its list says`);
    tables.delete(name);
  }
  for (const name of tables.keys()) refuse(`it holds table ${name}, which its list does not name`);
  if (uploads.count !== list.uploads.count || uploads.bytes !== list.uploads.bytes)
    refuse('its uploads are not what its list says');
}
