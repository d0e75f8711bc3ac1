import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { id, list } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { sheetStates } from '#features/results/assessment/sheet-states.ts';
import { lockSheets } from '#features/results/assessment/sheets/change-sheets.ts';
import { refreshSummaries } from '../summaries/refresh-summaries.ts';
import { findResultSheets, type ResultSheet } from '../term-results/find-sheet.ts';
import { cardsOfSheets, type KnownClasses } from '../cards/cards.queries.ts';
import type { ReportCard } from '../cards/card-promotion.ts';
import { withoutNames, awaitTurn, beginKeeping, writeTexts } from './sealed-cards.ts';
import { announce } from '#kernel/messages/announce.ts';
import { resultCorrected, resultPublished } from '../results.events.ts';

export const PublishSheets = z.object({ ids: list(id) });

/**
 * Publishes approved sheets: keeps what each report card says, sealed in the institution's chain, and tells students and
 * guardians. Returns how many results were published, and of which term.
 */
export async function publishSheets(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  { ids }: z.output<typeof PublishSheets>,
): Promise<{ count: number; termId: number }> {
  if (ids.length === 0) throw new ValidationError('ids', 'Choose at least one from the list.');
  const wanted = [...new Set(ids)];
  const locked = await lockSheets(tx, actor, wanted);
  for (const { institutionId } of locked) allow(actor, 'results.publish', institutionId);
  const other = locked.find(({ state }) => state !== 'approved');
  if (other)
    throw new ValidationError(
      'ids',
      `${other.batch} is ${sheetStates[other.state].toLowerCase()}. Only approved marks are published.`,
    );
  const institutionIds = [...new Set(locked.map((sheet) => sheet.institutionId))];
  const firstOf = new Map<number, number>();
  // oxlint-disable-next-line no-await-in-loop
  for (const institutionId of institutionIds) firstOf.set(institutionId, await awaitTurn(tx, institutionId));
  const sheets = await findResultSheets(
    tx,
    actor,
    locked.map(({ id: sheetId }) => sheetId),
  );
  const published: PublishedSheet[] = [];
  for (const ofClass of Map.groupBy(sheets, ({ termId, classId }) => `${termId} ${classId}`).values())
    // Each part continues the chain of the one before.
    // oxlint-disable-next-line no-await-in-loop
    published.push(...(await publishClass(tx, actor, secret, ofClass)));
  const heads = new Map<number, { sealed?: ChainHead }>();
  for (const institutionId of institutionIds) {
    const own = published.filter(({ sheet }) => sheet.institutionId === institutionId);
    heads.set(institutionId, await chainHead(tx, institutionId, firstOf.get(institutionId)!));
    await refreshSummaries(tx, institutionId, [...new Set(own.flatMap(({ studentIds }) => studentIds))]);
  }
  for (const ofTerm of Map.groupBy(published, ({ sheet }) => sheet.termId).values()) {
    const [{ sheet }] = ofTerm as [(typeof ofTerm)[0]];
    const told = ofTerm.flatMap(({ studentIds }) => studentIds);
    await notifyFamilies(tx, actor, sheet, told);
  }
  await recordMany(
    tx,
    actor,
    'results.publish',
    published.map(({ sheet, studentIds }, at) => ({
      institutionId: sheet.institutionId,
      summary: `published ${countOf(studentIds.length, 'result')} of ${sheet.batch}, ${sheet.term}, ${sheet.session}`,
      subject: { type: 'mark_sheet', id: sheet.id },
      details: {
        results: studentIds.length,
        ...(published.findIndex((one) => one.sheet.institutionId === sheet.institutionId) === at &&
          heads.get(sheet.institutionId)),
      },
    })),
  );
  await tx.execute(sql`update mark_sheets set state = 'published', published_at = now()
    where institution_id = any (${sql.param(institutionIds)}::int[])
      and id = any (${sql.param(wanted)}::bigint[])`);
  const count = published.reduce((sum, { studentIds }) => sum + studentIds.length, 0);
  return { count, termId: locked[0]!.termId };
}

interface PublishedSheet {
  sheet: ResultSheet;
  studentIds: number[];
}

const batchesAtOnce = 8;

/**
 * Some batches at a time: one by one they would ask the database much more often, all at once take more memory. While
 * the database keeps one part, the next one is computed.
 */
async function publishClass(tx: Tx, actor: Actor, secret: Buffer, sheets: ResultSheet[]): Promise<PublishedSheet[]> {
  const published: PublishedSheet[] = [];
  const known: KnownClasses = new Map();
  const { institutionId } = sheets[0]!;
  const parts = Array.from({ length: Math.ceil(sheets.length / batchesAtOnce) }, (_, at) =>
    sheets.slice(at * batchesAtOnce, (at + 1) * batchesAtOnce),
  );
  const load = async (at: number) => (parts[at] ? cardsToPublish(tx, parts[at], known) : []);
  let [cards, kept] = [await load(0), Promise.resolve()];
  for (const at of parts.keys()) {
    const written = await writeTexts(
      cards.flatMap(({ sheet: { termId, batchId }, cards: all }) =>
        all.map((card) => ({ termId, batchId, card: withoutNames(card) })),
      ),
    );
    await kept;
    published.push(
      ...cards.map(({ sheet, cards: all }) => ({ sheet, studentIds: all.map(({ student }) => student.id) })),
    );
    cards = await load(at + 1);
    ({ kept } = await beginKeeping(tx, actor, secret, { institutionId, written, correctionId: null }));
  }
  await kept;
  return published;
}

async function cardsToPublish(tx: Tx, sheets: ResultSheet[], known: KnownClasses) {
  const [first, ...others] = sheets as [ResultSheet, ...ResultSheet[]];
  const found = await cardsOfSheets(tx, [first, ...others], { known });
  const empty = found.find(({ cards }) => cards.length === 0);
  if (empty) throw new ValidationError('ids', `${empty.sheet.batch} has no students with results.`);
  return notYetPublished(tx, first, found);
}

/** A student who changed the batch after publication keeps that result: only a correction replaces it. */
async function notYetPublished<Found extends { cards: ReportCard[] }>(
  tx: Tx,
  { institutionId, termId }: ResultSheet,
  found: Found[],
): Promise<Found[]> {
  const ids = sql.param(found.flatMap(({ cards }) => cards.map(({ student }) => student.id)));
  const rows = await query<{ id: number }>(tx)`
    select student_id::bigint as id from published_results where institution_id = ${institutionId} and term_id = ${termId}
      and student_id = any (${ids}::bigint[]) and replaced_at is null`;
  const published = new Set(rows.map(({ id: one }) => one));
  return found.map((one) => ({ ...one, cards: one.cards.filter(({ student }) => !published.has(student.id)) }));
}

/** Tells students and guardians. The result itself is on the record, unless it is withheld. */
export async function notifyFamilies(
  tx: Tx,
  actor: Actor,
  { institutionId, term, session }: Pick<ResultSheet, 'institutionId' | 'term' | 'session'>,
  studentIds: readonly number[],
  event: 'published' | 'corrected' = 'published',
): Promise<void> {
  const fields = { term, session };
  await announce(
    tx,
    institutionId,
    event === 'published' ? resultPublished : resultCorrected,
    studentIds.map((studentId) => ({ studentId, fields })),
    { except: actor.accountId },
  );
}

/** The end of the chain after a publication or correction, with the students of its results, in their order. */
export interface ChainHead {
  of: 'published_results';
  number: number;
  /** Hexadecimal. */
  seal: string;
  students: number[];
}

/**
 * For the log, which is sealed itself: a last result that is gone, with the counter set back, is missed there. `from` is
 * the first number of the transaction.
 */
export async function chainHead(tx: Tx, institutionId: number, from: number): Promise<{ sealed?: ChainHead }> {
  const rows = await query<{ seq: number; student: number; seal: string }>(tx)`
    select seq::int as seq, student_id::bigint as student, encode(seal, 'hex') as seal from published_results
      where institution_id = ${institutionId} and seq >= ${from} order by seq`;
  const last = rows.at(-1);
  if (!last) return {};
  const students = rows.map(({ student }) => student);
  return { sealed: { of: 'published_results', number: last.seq, seal: last.seal, students } };
}
