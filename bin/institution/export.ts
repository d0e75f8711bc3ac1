import type pg from 'pg';
import packageJson from '../../package.json' with { type: 'json' };
import { writeArchive } from '../backup/archive.ts';
import * as contents from '../backup/contents.ts';
import { openSnapshot, packTable, unfinishedJobs } from '../backup/make-backup.ts';
import type { Entry, TarEntry } from '../backup/tar.ts';
import { packUploads } from '../backup/uploads.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import type { Files } from '#kernel/files.ts';
import { connectAsOwner, readMigrations } from '#kernel/migrate.ts';
import { loadCarriedKeys } from '#kernel/secrets/carried-keys.ts';
import { refuseOtherSecret } from '#kernel/secrets/check-secret.ts';
import { names, proveArchive, type Header, type ProvedArchive } from './archive.ts';
import { findInstitution, record, sealAll, type Institution } from './find.ts';
import { lock, openSecrets } from './secrets.ts';
import { publicKeyOf, signatureOf } from './signing.ts';
import { peopleOf, rowsOf, travellingTables } from './travels.ts';
import { verifyAll } from './verify.ts';

export interface Source {
  ownerUrl: string;
  files: Files;
  secret: Buffer;
}

interface Wishes {
  /** By id or name. */
  wanted: string;
  passphrase: string;
}

/** Writes all that belongs to an institution, as of one moment, to one signed file and verifies it. */
export async function exportArchive(from: Source, target: string, wishes: Wishes): Promise<ProvedArchive> {
  const client = await connectAsOwner(from.ownerUrl);
  client.on('error', () => {});
  try {
    await refuseOtherSecret(client, from.secret);
    await loadCarriedKeys(client, from.secret);
    const institution = await findInstitution(client, wishes.wanted);
    await refuseMoved(client, institution);
    // In the log that goes along, too.
    await record(client, institution.id, 'institution.export', `exported ${institution.name} to move it`);
    await sealAll(client);
    const archive = { ...from, institution, passphrase: wishes.passphrase };
    const proof = await writeArchive(target, (packed) => entriesOf(client, archive, packed), proveArchive);
    return { ...proof, path: target };
  } finally {
    await client.end().catch(() => {});
  }
}

async function refuseMoved(client: pg.Client, { id, name }: Institution) {
  const { rows } = await client.query<{ to: string }>(
    'select moved_to as to from moved_institutions where id = $1 and removed_at is null',
    [id],
  );
  if (rows[0]) throw new CannotStart(`${name} has moved to ${rows[0].to}. Export it there.`);
}

interface Work extends Source {
  institution: Institution;
  passphrase: string;
}

async function* entriesOf(client: pg.Client, work: Work, packed: TarEntry[]): AsyncGenerator<Entry> {
  const { institution, secret, passphrase, files } = work;
  const { landed, now } = await openSnapshot(client, readMigrations());
  const people = await peopleOf(client, institution.id);
  yield contents.jsonEntry(names.header, await headerOf(client, work, { landed, now, members: people.members }));
  const secrets = await openSecrets(client, secret, institution.id, people);
  yield entryOf(names.secrets, lock(secrets, passphrase).toString('base64'));
  const list: contents.List = {
    tables: [],
    numbers: [],
    uploads: { count: 0, bytes: 0 },
    missing: [],
    changed: [],
    entries: packed,
  };
  for (const table of await travellingTables(client, institution.id, people))
    list.tables.push(yield* packTable(client, table));
  yield contents.jsonEntry(contents.names.jobs, await unfinishedJobs(client, institution.id));
  yield* packUploads(client, files, list, rowsOf('files', institution.id));
  await client.query('commit');
  const listed = contents.jsonEntry(contents.names.list, list);
  const [content] = listed.content as [Buffer];
  yield listed;
  yield contents.jsonEntry(names.signature, { signature: signatureOf(secret, content) });
}

interface Moment {
  landed: Map<string, string>;
  now: Date;
  members: number[];
}

/** Nothing leaves that is not as it was sealed: the signature vouches for it. */
async function headerOf(client: pg.Client, work: Work, { landed, now, members }: Moment): Promise<Header> {
  const { institution, secret } = work;
  const { problems, head, results, papers } = await verifyAll(client, secret, institution);
  if (problems.length > 0)
    throw new CannotStart(
      `${institution.name} is not exported, because what is sealed was changed:\n${problems.map((one) => `  ${one}`).join('\n')}`,
    );
  const { rows } = await client.query<{ cell: number | null; publicUrl: string | null }>(
    'select cell, public_url as "publicUrl" from installation',
  );
  const { cell = null, publicUrl = null } = rows[0] ?? {};
  return {
    format: 1,
    akada: packageJson.version,
    createdAt: now.toISOString(),
    migrations: [...landed].map(([name, sha256]) => ({ name, sha256 })),
    institution: { id: institution.id, name: institution.name },
    cell,
    publicUrl,
    publicKey: publicKeyOf(secret),
    logHead: head,
    members,
    sealed: { results, papers },
  };
}

const entryOf = (name: string, text: string): Entry => {
  const bytes = Buffer.from(text);
  return { name, size: bytes.length, content: [bytes] };
};
