import type { Hash } from 'node:crypto';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { readArchive } from '../backup/archive.ts';
import { kindOf, readAs, readJobs, readList, readText, type KeptJobs, type List } from '../backup/contents.ts';
import { addLines, refuseDifference } from '../backup/make-backup.ts';
import { proveSeal } from '../backup/seal.ts';
import { Malformed } from '../backup/tar.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { fingerprintOfKey, isSigned } from './signing.ts';

/** Names in the archive, beside those of a backup: header, secrets, tables, jobs, uploads, list, signature. */
export const names = { header: 'akada-institution.json', secrets: 'secrets.bin', signature: 'signature.json' };

export const Header = z.object({
  format: z.literal(1),
  akada: z.string().max(50),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string().max(100), sha256: z.string().length(64) })).min(1),
  institution: z.object({ id: z.number().int().positive(), name: z.string().max(200) }),
  /** The number of the installation that it comes from. */
  cell: z.number().int().nullable(),
  publicUrl: z.string().nullable(),
  publicKey: z.string().max(200),
  logHead: z.object({ seq: z.number().int(), hash: z.string().length(64) }),
  members: z.array(z.number().int()),
  sealed: z.object({ results: z.number().int(), papers: z.number().int() }),
});
export type Header = z.infer<typeof Header>;

export interface ProvedArchive {
  path: string;
  bytes: number;
  header: Header;
  list: List;
  jobs: KeptJobs;
  /** Locked with the passphrase. */
  secrets: Buffer;
  fingerprint: string;
}

const Signature = z.object({ signature: z.string().max(200) });

/** Reads the whole file and compares it with its list, and the list with its signature. Changes nothing. */
export async function proveArchive(path: string): Promise<ProvedArchive> {
  const { bytes } = await proveSeal(path);
  const read: Partial<ProvedArchive> = {};
  let listed = Buffer.alloc(0);
  let signature: string | undefined;
  const tables = new Map<string, { rows: number; hash: Hash }>();
  const uploads = { count: 0, bytes: 0 };
  const found = await readArchive(path, async (entry) => {
    if (entry.name === names.header) read.header = await readAs(entry, Header);
    else if (!read.header || signature) throw new Malformed('it is not the archive of an institution');
    else if (entry.name === names.secrets) read.secrets = Buffer.from(await readText(entry, 134_217_728), 'base64');
    else if (entry.name === names.signature) ({ signature } = await readAs(entry, Signature));
    else {
      const kind = kindOf(entry.name);
      if (kind.kind === 'list') {
        listed = Buffer.from(await readText(entry, 268_435_456));
        read.list = await readList({ size: listed.length, content: Readable.from([listed]) });
      } else if (kind.kind === 'jobs') read.jobs = await readJobs(entry);
      else if (kind.kind === 'table') await addLines(tables, kind.table, entry.content);
      else if (kind.kind === 'upload') {
        uploads.count += 1;
        uploads.bytes += entry.size;
      } else throw new Malformed('its parts are out of order');
    }
  });
  const { header, list, jobs = [], secrets } = read;
  if (!header || !list || !secrets || !signature)
    throw new CannotStart(`${basename(path)} cannot be used: it is not the archive of an institution.`);
  refuseDifference(path, list, { found: found.slice(0, -2), tables, uploads });
  if (!isSigned(listed, signature, header.publicKey))
    throw new CannotStart(`${basename(path)} cannot be used: its signature does not fit, so it was changed.`);
  return { path, bytes, header, list, jobs, secrets, fingerprint: fingerprintOfKey(header.publicKey) };
}
