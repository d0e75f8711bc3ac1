import { z } from 'zod';
import { Malformed, type Entry } from './tar.ts';

/** The version of the format. Readers refuse unknown versions. */
export const format = 1;

/** Names in the archive, in order: header, key, tables, jobs, uploads, list. */
export const names = {
  header: 'akada-backup.json',
  secret: 'secret.key',
  jobs: 'jobs.json',
  list: 'end.json',
  table: (table: string, part: number) => `tables/${table}/${String(part).padStart(6, '0')}.copy`,
  upload: (storedAs: string) => `files/${storedAs}`,
};

type EntryKind =
  | { kind: 'header' | 'secret' | 'jobs' | 'list' }
  | { kind: 'table'; table: string }
  | { kind: 'upload'; storedAs: string };

/** The kind of an entry by its name. A name that we do not write is never used as a path or table. */
export function kindOf(name: string): EntryKind {
  for (const kind of ['header', 'secret', 'jobs', 'list'] as const) if (name === names[kind]) return { kind };
  const table = /^tables\/([a-z][a-z0-9_]{0,62})\/\d{6}\.copy$/.exec(name)?.[1];
  if (table) return { kind: 'table', table };
  const storedAs = /^files\/([0-9a-f]{2}\/[0-9a-f]{40})$/.exec(name)?.[1];
  if (storedAs) return { kind: 'upload', storedAs };
  throw new Malformed(`it holds ${JSON.stringify(name)}, which no backup does`);
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);
const storedAs = z.string().regex(/^[0-9a-f]{2}\/[0-9a-f]{40}$/);

const Header = z.object({
  format: z.literal(format),
  akada: z.string().max(50),
  createdAt: z.iso.datetime(),
  postgres: z.string().max(100),
  migrations: z.array(z.object({ name: z.string().regex(/^[\w.-]{1,100}\.sql$/), sha256 })).min(1),
  /** Shows whether a key is the one that encrypted the secrets in the database. */
  secretFingerprint: sha256,
  /** The last sealed entry of each institution's audit log, for `verify-log`. Older backups have none. */
  logHeads: z.array(z.object({ institution: z.number().int(), seq: count, hash: sha256 })).default([]),
});

const List = z.object({
  tables: z.array(z.object({ name, columns: z.array(name).min(1), rows: count, sha256 })).min(1),
  /** The next number of every identity column. */
  numbers: z.array(z.object({ table: name, column: name, next: z.string().regex(/^-?\d{1,19}$/) })),
  uploads: z.object({ count, bytes: count }),
  /** Uploads in the database that were missing on disk. */
  missing: z.array(storedAs),
  /** Uploads whose content no longer matches its hash. */
  changed: z.array(storedAs),
  entries: z.array(z.object({ name: z.string(), size: count, sha256 })),
});

const Jobs = z.array(
  // Names that only the queue's own tables use begin with underscores.
  z.object({
    queue: z.string().regex(/^[A-Za-z][\w.-]{0,99}$/),
    data: z.record(z.string(), z.unknown()),
    key: z.string().nullable(),
  }),
);

export type Header = z.infer<typeof Header>;
export type List = z.infer<typeof List>;
export type TableFacts = List['tables'][number];
export type KeptJobs = z.infer<typeof Jobs>;

export const jsonEntry = (entryName: string, value: object): Entry => {
  const bytes = Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
  return { name: entryName, size: bytes.length, content: [bytes] };
};

type Readable = { size: number; content: AsyncIterable<Buffer> };

export async function readHeader(entry: Readable): Promise<Header> {
  const value = await json(entry, 1_048_576);
  const { format: found } = (value ?? {}) as { format?: unknown };
  if (typeof found === 'number' && found > format)
    throw new Malformed('it was made by a newer version of Akada. Use that version, or a later one');
  return parsed(Header, value);
}
export const readList = async (entry: Readable): Promise<List> => parsed(List, await json(entry, 268_435_456));
export const readJobs = async (entry: Readable): Promise<KeptJobs> => parsed(Jobs, await json(entry, 67_108_864));
export const readAs = async <T>(entry: Readable, schema: z.ZodType<T>): Promise<T> =>
  parsed(schema, await json(entry, 1_048_576));
export const readText = async (entry: Readable, limit: number) => (await bytesOf(entry, limit)).toString('utf8');

async function json(entry: Readable, limit: number): Promise<unknown> {
  try {
    return JSON.parse(await readText(entry, limit)) as unknown;
  } catch (error) {
    throw error instanceof SyntaxError ? new Malformed('its description cannot be read') : error;
  }
}

function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Malformed(`its description is wrong at ${result.error.issues[0]?.path.join('.') || 'its beginning'}`);
}

async function bytesOf({ size, content }: Readable, limit: number): Promise<Buffer> {
  if (size > limit) throw new Malformed('its description is too large');
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}
