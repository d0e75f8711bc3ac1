import { sql } from 'drizzle-orm';
import { query, type Db, type Tx } from '#kernel/database.ts';
import type { CardPromotion, ReportCard, CardRemarks } from '../cards/card-promotion.ts';
import type { ResultSheet } from '../term-results/find-sheet.ts';
import { createHash, randomBytes, createHmac, createSecretKey } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Actor } from '#kernel/actor.ts';
import { take } from '#kernel/counters.ts';
import { keyFor } from '#kernel/secrets/keys.ts';

interface PublishedOfSheet {
  id: number;
  code: string;
  card: ReportCard;
  photo: string | null;
}

type Place = Pick<ResultSheet, 'institutionId' | 'termId' | 'batchId'>;

/** The current results that a sheet was published with, by name: what is printed of it, whatever its marks are now. */
export async function publishedOfSheet(
  db: Db,
  { institutionId, termId, batchId }: Place,
  studentId?: number,
): Promise<PublishedOfSheet[]> {
  const rows = await query<
    Omit<PublishedOfSheet, 'card'> & {
      content: PublishedCard;
      student: ReportCard['student'];
      promotion: CardPromotion | null;
      cgpaAsAt: string | null;
    }
  >(db)`select r.id::bigint as id, r.code, r.content,
      akada_promotion(r.institution_id, r.student_id, r.term_id) as promotion, ${cgpaAsAt} as "cgpaAsAt",
      (select f.stored_as from files f where (f.institution_id, f.id) = (s.institution_id, s.photo_id)) as photo,
      json_build_object('id', s.id, 'surname', s.surname, 'firstName', s.first_name, 'middleName', s.middle_name,
        'number', s.admission_number, 'gender', s.gender) as student
    from published_results r join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
    where r.institution_id = ${institutionId} and r.term_id = ${termId} and r.batch_id = ${batchId}
      and r.replaced_at is null and (${studentId ?? null}::bigint is null or r.student_id = ${studentId ?? null}::bigint)
    order by s.sort_name, s.id`;
  return rows.map(({ content, student, promotion, cgpaAsAt: asAt, ...row }) => ({
    ...row,
    card: withNames(content, student, { promotion, cgpaAsAt: asAt }),
  }));
}

/**
 * Of published results `r`: the day of the publication, if results of past years were added later. They count in the CGPA
 * of the record and of the next card, but a sealed card stays as it is.
 */
export const cgpaAsAt = sql<string | null>`case when r.content #>> '{summary,cgpa,value}' is not null and exists (
    select from past_terms l where (l.institution_id, l.student_id) = (r.institution_id, r.student_id)
      and l.system = 'gpa' and l.created_at > r.published_at)
  then (select (r.published_at at time zone z.time_zone)::date::text from institutions z where z.id = r.institution_id) end`;

/** A report card as it is kept: whose it is says the record, so that an erasure leaves the seals as they are. */
export type PublishedCard = Omit<ReportCard, 'student' | 'promotion' | 'cgpaAsAt'> & { student: { id: number } };

export type Names = Pick<ReportCard['student'], 'surname' | 'firstName' | 'middleName'>;
const places = { firstName: '{first_name}', middleName: '{middle_name}', surname: '{surname}' } as const;
const keys = Object.keys(places) as (keyof typeof places)[];

/** The names of the student in remarks become places, into which the record's names are put again. */
export const withoutNames = ({ student, remarks, promotion: _, cgpaAsAt: __, ...card }: ReportCard): PublishedCard => ({
  ...card,
  ...(remarks && { remarks: inBoth(remarks, (text) => hideNames(text, student)) }),
  student: { id: student.id },
});

/** What is said beside a kept card, as it is now. */
interface BesideCard {
  promotion?: CardPromotion | null;
  cgpaAsAt?: string | null;
}

/** A kept card with the student's names, and with what follows the session, as they are now. */
export const withNames = (
  { remarks, ...card }: PublishedCard,
  student: ReportCard['student'],
  { promotion, cgpaAsAt }: BesideCard = {},
): ReportCard => ({
  ...card,
  ...(promotion && { promotion }),
  ...(cgpaAsAt && { cgpaAsAt }),
  ...(remarks && { remarks: inBoth(remarks, (text) => fillNames(text, student)) }),
  student,
});

export const fillNames = (text: string, names: Names): string =>
  keys.reduce((done, key) => done.replaceAll(places[key], names[key] ?? ''), text);

export const hideNames = (text: string, names: Names): string =>
  keys.reduce((done, key) => {
    const name = names[key];
    if (!name) return done;
    const whole = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`, 'gu');
    return done.replace(whole, places[key]);
  }, text);

const inBoth = ({ teacher, principal }: CardRemarks, change: (text: string) => string): CardRemarks => ({
  teacher: teacher && change(teacher),
  principal: principal && change(principal),
});

/**
 * Joins to published results `r`, as `c`, what a card says besides its courses. The content is unpacked once: each look
 * into it would unpack it again.
 */
export const cardSummary = sql`cross join lateral jsonb_to_record(r.content)
  as c (session text, term text, batch text, layout text, summary jsonb, rule jsonb)`;

const chain = 'published result';

/**
 * Publications and corrections of an institution take turns, from before they compute what they keep: none misses what
 * the one before has published.
 */
export const awaitTurn = (tx: Tx, institutionId: number): Promise<number> => take(tx, institutionId, chain, 0);

interface ToKeep {
  termId: number;
  batchId: number;
  card: PublishedCard;
}

/**
 * Appends results to the institution's chain; they replace the students' current ones of the same terms. The counter is
 * held until the end, so that nobody appends meanwhile.
 */
export async function keepSealed(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  { institutionId, results }: { institutionId: number; results: ToKeep[] },
  correctionId: number | null = null,
): Promise<void> {
  const written = await writeTexts(results);
  await (
    await beginKeeping(tx, actor, secret, { institutionId, written, correctionId })
  ).kept;
}

interface Written extends ToKeep {
  /** The card as the database writes it. */
  text: string;
}

/** Lets others have their turn in between: the texts of a large class take long. */
export async function writeTexts(results: readonly ToKeep[]): Promise<Written[]> {
  const written: Written[] = [];
  for (const [at, result] of results.entries()) {
    written.push({ ...result, text: storedText(result.card) });
    // oxlint-disable-next-line no-await-in-loop
    if (at % 5 === 4) await setImmediate();
  }
  return written;
}

/** The same, already written: the database still works when this returns. */
export async function beginKeeping(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  { institutionId, written, correctionId }: { institutionId: number; written: Written[]; correctionId: number | null },
): Promise<{ kept: Promise<void> }> {
  if (written.length === 0) return { kept: Promise.resolve() };
  const first = await take(tx, institutionId, chain, written.length);
  await replace(tx, institutionId, written);
  const [found] = await query<{ at: Date; head: Buffer | null }>(tx)`select now() as at,
      (select seal from published_results where institution_id = ${institutionId} and seq = ${first - 1}) as head`;
  const publishedAt = new Date(found!.at);
  const sealOf = sealer(secret, institutionId);
  let head = found!.head ?? noSeal;
  const sealed = written.map(({ termId, batchId, card, text }, at) => {
    const [seq, code] = [first + at, randomBytes(12).toString('base64url')];
    const digest = createHash('sha256').update(text).digest();
    head = sealOf(head, { termId, batchId, seq, code, publishedAt, digest });
    const row = { seq, code, termId, batchId, student: card.student.id };
    const proof = { digest: digest.toString('hex'), seal: head.toString('hex') };
    // The text is JSON already.
    return `${JSON.stringify({ ...row, ...proof }).slice(0, -1)},"content":${text}}`;
  });
  const inserted = tx.execute(sql`
    insert into published_results (institution_id, seq, student_id, term_id, batch_id, content, digest, seal, code,
      published_at, account_id, correction_id)
    select ${institutionId}, n.seq, n.student, n."termId", n."batchId", n.content, decode(n.digest, 'hex'),
      decode(n.seal, 'hex'), n.code, ${publishedAt.toISOString()}::timestamptz, ${actor.accountId}::bigint,
      ${correctionId}::bigint
    from jsonb_to_recordset(${`[${sealed.join(',')}]`}::jsonb) as n (seq bigint, student bigint, "termId" bigint,
      "batchId" bigint, content jsonb, digest text, seal text, code text)
    where sha256(convert_to(n.content::text, 'UTF8')) = decode(n.digest, 'hex')
    order by n.seq`);
  const kept = inserted.then(({ rowCount }) => {
    if (rowCount !== written.length)
      throw new Error('The database keeps a result in another form than the sealed one.');
  });
  // A failure is thrown where it is awaited, which is later.
  kept.catch(() => {});
  return { kept };
}

/** All students are one condition: pair by pair, without statistics, each would be a walk through all results. */
function replace(tx: Tx, institutionId: number, results: readonly ToKeep[]) {
  const [students, terms] = [results.map(({ card }) => card.student.id), results.map(({ termId }) => termId)];
  return query(tx)`
    update published_results set replaced_at = now() where institution_id = ${institutionId} and replaced_at is null
      and student_id = any (${sql.param(students)}::bigint[]) and term_id = any (${sql.param([...new Set(terms)])}::bigint[])
      and (student_id, term_id) in (select * from unnest(${sql.param(students)}::bigint[], ${sql.param(terms)}::bigint[]))`;
}

/** What a seal covers, besides the seal before it. */
export interface SealedContent {
  seq: number;
  termId: number;
  batchId: number;
  code: string;
  publishedAt: Date;
  /** SHA-256 of the content as the database writes it; the student is in it. */
  digest: Buffer;
}

type Sealer = (previous: Buffer, one: SealedContent) => Buffer;

/** Of the first result of an institution. */
export const noSeal = Buffer.alloc(32);

/**
 * HMAC-SHA256 with a key of the institution, derived from the installation's secret, over the seal before and all that is
 * published. Nobody can make one by writing to the database alone.
 */
export function sealer(secret: Buffer, institutionId: number): Sealer {
  const key = createSecretKey(keyFor(secret, `results.seal:${institutionId}`));
  return (previous, { seq, termId, batchId, code, publishedAt, digest }) => {
    const said = [institutionId, seq, termId, batchId, code, publishedAt.toISOString(), digest.toString('hex')];
    return createHmac('sha256', key).update(previous).update(said.join('|')).digest();
  };
}

/**
 * A value as PostgreSQL writes it from jsonb: keys by length, then by bytes, with a blank after commas and colons. It
 * lets a digest be taken before the value is stored; compare it with what was stored.
 */
export function storedText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => storedText(item ?? null)).join(', ')}]`;
  let text = '';
  for (const { key, written } of orderOf(Object.keys(value))) {
    const entry = (value as Record<string, unknown>)[key];
    if (entry !== undefined) text += `${text && ', '}${written}${storedText(entry)}`;
  }
  return `{${text}}`;
}

interface Key {
  key: string;
  /** As it stands before the value. */
  written: string;
}

const orders = new Map<string, Key[]>();

/** Report cards have few different sets of keys. */
function orderOf(keys: string[]): Key[] {
  const set = keys.join('\n');
  const known = orders.get(set);
  if (known) return known;
  const order = keys.toSorted(byLength).map((key) => ({ key, written: `${JSON.stringify(key)}: ` }));
  // A key with a line break in it can make two sets look the same.
  if (keys.every((key) => !key.includes('\n'))) {
    if (orders.size >= 1000) orders.clear();
    orders.set(set, order);
  }
  return order;
}

const byLength = (one: string, other: string): number =>
  Buffer.byteLength(one) - Buffer.byteLength(other) || Buffer.compare(Buffer.from(one), Buffer.from(other));
