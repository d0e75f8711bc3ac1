import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { cardsOfSheets, type KnownClasses } from '../cards/cards.queries.ts';
import type { ReportCard } from '../cards/report-card.ts';
import type { ResultSheet } from '../term-results/find-sheet.ts';
import { beginKeeping, writeTexts } from './keep-sealed.ts';
import { withoutNames } from './published-card.ts';

export interface PublishedSheet {
  sheet: ResultSheet;
  studentIds: number[];
}

const batchesAtOnce = 8;

/**
 * Some batches at a time: one by one they would ask the database much more often, all at once take more memory. While
 * the database keeps one part, the next one is computed.
 */
export async function publishClass(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  sheets: ResultSheet[],
): Promise<PublishedSheet[]> {
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
  const rows = await query<{ id: number }>(
    tx,
    sql`select student_id::int as id from published_results where institution_id = ${institutionId} and term_id = ${termId}
      and student_id = any (${ids}::bigint[]) and replaced_at is null`,
  );
  const published = new Set(rows.map(({ id: one }) => one));
  return found.map((one) => ({ ...one, cards: one.cards.filter(({ student }) => !published.has(student.id)) }));
}
