import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { traitField } from '#features/results/term-notes/notes/note-fields.ts';
import { notesOf, sheetNotesOf } from '#features/results/term-notes/notes/notes.queries.ts';
import { partOf } from '../designs/card-design.ts';
import { currentDesign } from '../designs/designs.queries.ts';
import type { ResultSheet } from '../term-results/find-sheet.ts';
import type { ReportCard } from './report-card.ts';

/** Report cards with what is noted beside the marks, and the design of the programme. */
export async function withNotes(db: Db, sheet: ResultSheet, cards: ReportCard[]): Promise<ReportCard[]> {
  const [first] = cards;
  if (!first) return cards;
  const { institutionId, termId } = sheet;
  const ids = cards.map(({ student }) => student.id);
  const { timesOpened, traits } = await sheetNotesOf(db, sheet);
  const notes = await notesOf(db, institutionId, termId, ids);
  const design = await currentDesign(db, sheet, first.layout);
  const fees = design && partOf(design.content, 'fees') ? await feesOf(db, institutionId, ids) : null;
  return cards.map((card): ReportCard => {
    const own = notes.get(card.student.id) ?? {};
    return {
      ...card,
      traits: traits.map(({ name }) => name),
      attendance: { opened: timesOpened, present: own['present'] ? Number(own['present']) : null },
      ratings: traits.map(({ key, name }) => ({ trait: name, rating: own[traitField(key)] || null })),
      remarks: { teacher: own['teacher'] || null, principal: own['principal'] || null },
      ...(fees && { fees: fees.get(card.student.id) ?? fees.get(0)! }),
      ...(design && { design: { id: design.id, version: design.version } }),
    };
  });
}

/** What students owe, by student; at 0 what somebody without invoices owes. */
async function feesOf(db: Db, institutionId: number, studentIds: number[]) {
  const rows = await query<{ id: number; owed: string; currency: string }>(
    db,
    sql`select u.id::int as id, greatest(coalesce(b.owed, 0) - coalesce(b.credit, 0), 0)::text as owed, i.currency
      from unnest(${sql.param([0, ...studentIds])}::bigint[]) u (id) join institutions i on i.id = ${institutionId}
      left join lateral (select x.owed, x.credit from student_balances x
        where (x.institution_id, x.student_id) = (i.id, u.id) offset 0) b on true`,
  );
  return new Map(rows.map(({ id, owed, currency }) => [id, { owed: Number(owed), currency }]));
}
