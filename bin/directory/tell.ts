import { digestOf, type Directory, type Found } from '#kernel/directory.ts';
import { query, render, type Database, type Tx } from '#kernel/database.ts';
import { lookForWork, onCommitted } from '#kernel/look-for-work.ts';
import { fingerprintOf } from '#kernel/secrets/check-secret.ts';
import { signatureOf } from '../institution/signing.ts';
import { signatureHeader, type Message } from './message.ts';

/** What changes is rare, and a late entry costs one more click: a second's commits are one look. */
const soon = 1000;
const most = 1000;
/** Another process may send after so many seconds; an answer takes less. */
const lease = 30;

interface Telling {
  database: Database;
  secret: Buffer;
  cell: number;
  directory: Pick<Directory, 'address' | 'keys'>;
}

/** Reports to the directory what changes here, for as long as the server runs. */
export function tellDirectory(telling: Telling, onError: (error: Error) => void): () => Promise<void> {
  const looking = lookForWork(() => tellOnce(telling), onError);
  // Whatever changes a name of an account, a school or a site is in the audit log.
  const forget = onCommitted('audit_entries', () => looking.wake(soon));
  return async () => {
    forget();
    await looking.stop();
  };
}

/** Sends one message if there is something to say; returns after how many milliseconds there may be more. */
export async function tellOnce(telling: Telling): Promise<number | undefined> {
  const fingerprint = fingerprintOf(telling.directory.keys[0]!);
  if (!(await hasNews(telling.database, fingerprint))) return undefined;
  const taken = await take(telling, fingerprint);
  if (!taken) return lease * 1000;
  const { message, ids } = taken;
  const known = await send(telling, message).catch(async (error: Error) => {
    await telling.database.anonymous((tx) => query(tx, render)`update installation set directory_busy_until = null`);
    throw error;
  });
  await telling.database.anonymous(async (tx) => {
    if (known === null) await settle(tx, message, ids);
    else await query(tx, render)`select akada_tell_directory_all(${fingerprint}, ${known})`;
  });
  return 0;
}

const hasNews = (database: Database, fingerprint: string) =>
  database.anonymous(async (tx) => {
    const [state] = await query<{ isNew: boolean; waits: boolean }>(tx, render)`
      select directory_key is distinct from ${fingerprint} as "isNew",
        directory_anew is not null or exists (select from directory_changes) as waits from installation`;
    // The revision continues: no two messages have the same.
    if (state?.isNew)
      await query(
        tx,
        render,
      )`select akada_tell_directory_all(${fingerprint}, directory_acknowledged) from installation`;
    return Boolean(state?.isNew || state?.waits);
  });

interface State {
  revision: number;
  after: number;
  anew: number | null;
}

/** The next message, unless another process sends one now. */
const take = ({ database, directory, cell }: Telling, key: string) =>
  database.anonymous(async (tx): Promise<{ message: Message; ids: number[] } | undefined> => {
    const [state] = await query<State>(tx, render)`
      update installation set directory_revision = directory_revision + 1,
        directory_busy_until = now() + make_interval(secs => ${lease})
      where directory_busy_until is null or directory_busy_until < now()
      returning directory_revision::float8 as revision, directory_acknowledged::float8 as after, directory_anew::float8 as anew`;
    if (!state) return undefined;
    const { revision, after, anew } = state;
    // First what has changed, then what it is now, which is no older.
    const rows = await query<{ id: number; subject: number }>(tx, render)`
      select id::float8 as id, subject::float8 as subject from directory_changes order by id limit ${most}`;
    const changes = await changesOf(tx, directory.keys[0]!, [...new Set(rows.map(({ subject }) => subject))]);
    const [{ countries } = { countries: [] }] = await query<{ countries: string[] }>(tx, render)`
      select akada_countries() as countries`;
    const forgetsBefore = rows.length < most ? anew : null;
    return {
      message: { cell, key, revision, after, countries, changes, forgetsBefore },
      ids: rows.map(({ id }) => id),
    };
  });

interface FoundBy {
  subject: number;
  kind: Found;
  name: string;
  path: string | null;
}

async function changesOf(tx: Tx, key: Buffer, subjects: number[]): Promise<Message['changes']> {
  const found = await query<FoundBy>(tx, render)`
    select subject::float8 as subject, kind, name, path from akada_found_by(${`{${subjects.join(',')}}`}::bigint[])`;
  const entries = new Map(subjects.map((subject): Message['changes'][number] => [subject, []]));
  for (const { subject, kind, name, path } of found)
    entries.get(subject)!.push([digestOf(key, kind, name).toString('base64'), path]);
  return [...entries];
}

/** Null when it was taken; else the revision that the directory knows, and needs everything after. */
async function send({ directory, secret, cell }: Telling, message: Message): Promise<number | null> {
  const body = Buffer.from(JSON.stringify(message));
  const answer = await fetch(`${directory.address}/cells/${cell}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/octet-stream',
      [signatureHeader]: signatureOf(secret, body, 'changes for the directory'),
    },
    redirect: 'error',
    signal: AbortSignal.timeout(15_000),
  });
  if (answer.status === 204) return null;
  const said = (await answer.json().catch(() => ({}))) as { revision?: number; message?: string };
  if (answer.status === 409 && Number.isSafeInteger(said.revision)) return said.revision!;
  throw new Error(`The directory answered ${answer.status}: ${said.message ?? ''}`);
}

async function settle(tx: Tx, { revision, forgetsBefore }: Message, ids: number[]) {
  await query(tx, render)`delete from directory_changes where id = any(${`{${ids.join(',')}}`}::bigint[])`;
  await query(tx, render)`
    update installation set directory_acknowledged = greatest(directory_acknowledged, ${revision}::bigint), directory_busy_until = null,
      directory_anew = nullif(directory_anew, ${forgetsBefore}::bigint)`;
}
