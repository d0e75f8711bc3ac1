import { sql, type SQL } from 'drizzle-orm';
import { NotFound } from '#kernel/errors.ts';
import { localPaths, type Files } from '#kernel/files.ts';
import { publishedOfSheet } from '../publication/sealed-cards.ts';
import { type Member, classResultsOf, type ResultsOfClass } from '../term-results/members.queries.ts';
import { sessionResultsOf, type SessionResults } from '../term-results/session-results.queries.ts';
import { reportCards, ruleOf } from './report-cards.ts';
import { query, type Db } from '#kernel/database.ts';
import type { ResultSheet } from '../term-results/find-sheet.ts';
import type { ReportCard } from './card-promotion.ts';
import { traitField } from '#features/results/term-notes/notes/note-fields.ts';
import { notesOf, sheetNotesOf } from '#features/results/term-notes/notes/notes.queries.ts';
import { partOf } from '../designs/card-design.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { currentDesign, designsOf } from '../designs/designs.queries.ts';

export interface DrawnCard {
  card: ReportCard;
  photoPath: string | null;
  /** Of a published card: where anybody can check it. */
  qr?: { address: string } | null;
  /** Of a file with published and other cards. */
  isPreview?: boolean;
  /** A published card that a correction has replaced. */
  isReplaced?: boolean;
}

/** Classes with positions over all their batches, computed once for the sheets of a term. */
export type KnownClasses = Map<string, KnownClass>;

interface KnownClass {
  found: ResultsOfClass;
  /** What everybody reached before, where positions go by the session. */
  before?: SessionResults;
}

interface CardsOfSheet {
  sheet: ResultSheet;
  members: Member[];
  cards: ReportCard[];
}

/** The report cards of sheets of one class and term, as their marks are now, with the members of each. */
export async function cardsOfSheets(
  db: Db,
  sheets: readonly [ResultSheet, ...ResultSheet[]],
  { studentId, known = new Map() }: { studentId?: number | undefined; known?: KnownClasses } = {},
): Promise<CardsOfSheet[]> {
  const [{ institutionId, termId, classId }] = sheets;
  const key = `${termId} ${classId}`;
  const batchIds = sheets.map(({ batchId }) => batchId);
  const cached = known.get(key);
  const found = cached?.found ?? (await classResultsOf(db, { institutionId, termId, classId, batchIds }));
  const { scheme } = found;
  const goesBySession = scheme !== null && ruleOf(scheme, sheets[0]).goesBy === 'session';
  const wanted = found.members.filter(
    ({ id, batchId }) => batchIds.includes(batchId) && (studentId === undefined || id === studentId),
  );
  // Positions by the session need everybody's.
  const members = goesBySession ? found.members : wanted;
  const before = cached?.before ?? (await sessionResultsOf(db, { institutionId, termId }, { scheme, members }));
  if (scheme?.ranksClass) known.set(key, goesBySession ? { found, before } : { found });
  return Promise.all(
    sheets.map(async (sheet) => ({
      sheet,
      members: wanted.filter(({ batchId }) => batchId === sheet.batchId),
      cards: await withNotes(db, sheet, reportCards(found, before, sheet, studentId)),
    })),
  );
}

/** The report cards of a sheet as its marks are now, with its members; of one student with `studentId`. */
export async function cardsOf(db: Db, sheet: ResultSheet, studentId?: number): Promise<CardsOfSheet> {
  const [cards] = await cardsOfSheets(db, [sheet], { studentId });
  return cards!;
}

/** Of a published sheet the cards that were published, else those of its marks as they are now. */
export const sheetCards = async (db: Db, sheet: ResultSheet): Promise<ReportCard[]> =>
  sheet.state === 'published'
    ? (await publishedOfSheet(db, sheet)).map(({ card }) => card)
    : (await cardsOf(db, sheet)).cards;

/** The same with the students' photos, to be drawn; of a published sheet what was published, with the codes that prove it. */
export async function drawnCards(
  db: Db,
  files: Files,
  sheet: ResultSheet,
  { studentId, origin }: { studentId?: number | undefined; origin: string | null },
): Promise<DrawnCard[]> {
  if (sheet.state === 'published') {
    const published = await publishedOfSheet(db, sheet, studentId);
    if (studentId !== undefined && !published.length) throw new NotFound('student of this sheet');
    const photos = await localPaths(
      files,
      published.flatMap(({ photo }, id) => (photo ? [{ id, storedAs: photo }] : [])),
    );
    return published.map(({ card, code }, id) => ({
      card,
      photoPath: photos.get(id) ?? null,
      qr: proofOf(origin, code),
    }));
  }
  const { members, cards } = await cardsOf(db, sheet, studentId);
  if (studentId !== undefined && !members.length) throw new NotFound('student of this sheet');
  const photos = await photoPaths(
    db,
    files,
    sheet.institutionId,
    members.flatMap(({ photoId }) => photoId ?? []),
  );
  const photoOf = new Map(members.map(({ id, photoId }) => [id, photoId]));
  return cards.map((card) => ({ card, photoPath: photos.get(photoOf.get(card.student.id) ?? 0) ?? null }));
}

/** Where anybody can check a published card; nowhere if the product has no public address. */
export function proofOf(origin: string | null, code: string): DrawnCard['qr'] {
  const address = origin && `${origin}/verify/result/${code}`;
  return address ? { address } : null;
}

/** Paths of photos, which the drawing process reads one at a time. */
async function photoPaths(db: Db, files: Files, institutionId: number, ids: number[]): Promise<Map<number, string>> {
  if (!ids.length) return new Map();
  const rows = await query<{ id: number; storedAs: string }>(db)`
    select f.id::bigint as id, f.stored_as as "storedAs" from files f
    where f.institution_id = ${institutionId} and f.id = any (${sql.param(ids)}::bigint[])`;
  return localPaths(files, rows);
}

/** Report cards with what is noted beside the marks, and the design of the programme. */
async function withNotes(db: Db, sheet: ResultSheet, cards: ReportCard[]): Promise<ReportCard[]> {
  const [first] = cards;
  if (!first) return cards;
  const { institutionId, termId } = sheet;
  const ids = cards.map(({ student }) => student.id);
  const { timesOpened, traits } = await sheetNotesOf(db, sheet);
  const notes = await notesOf(db, institutionId, termId, ids);
  const design = await currentDesign(db, sheet, first.layout);
  const signedBy = await signersNow(db, sheet, first.layout);
  const fees = design && partOf(design.content, 'fees') ? await feesOf(db, institutionId, ids) : null;
  return cards.map((card): ReportCard => {
    const own = notes.get(card.student.id) ?? {};
    return {
      ...card,
      traits: traits.map(({ name }) => name),
      attendance: { opened: timesOpened, present: own['present'] ? Number(own['present']) : null },
      ratings: traits.map(({ key, name }) => ({ trait: name, rating: own[traitField(key)] || null })),
      remarks: { teacher: own['teacher'] || null, principal: own['principal'] || null },
      signedBy,
      ...(fees && { fees: fees.get(card.student.id) ?? fees.get(0)! }),
      ...(design && { design: { id: design.id, version: design.version } }),
    };
  });
}

/** The only class teacher of a school's batch, and the only principal, of a college the only registrar, who sign in. */
async function signersNow(
  db: Db,
  { institutionId, batchId }: ResultSheet,
  layout: ReportCard['layout'],
): Promise<NonNullable<ReportCard['signedBy']>> {
  const isCollege = layout === 'college';
  const only = (ids: SQL) =>
    sql`(select case when count(distinct e.id) = 1 then min(e.id)::bigint end from employees e
      where e.institution_id = ${institutionId} and e.left_on is null and e.id in (${ids}))`;
  const [found] = await query<NonNullable<ReportCard['signedBy']>>(db)`
    select ${only(sql`select employee_id from batch_teachers
        where not ${isCollege} and (institution_id, batch_id) = (${institutionId}, ${batchId})`)} as teacher,
      ${only(sql`select m.employee_id from memberships m join accounts a on a.id = m.account_id and a.disabled_at is null
        join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
        where m.institution_id = ${institutionId} and m.suspended_at is null
          and r.key = ${isCollege ? 'registrar' : 'principal'}`)} as principal`;
  return found!;
}

/** The names of the employees who sign the cards, by their ids. */
export async function signerNames(db: Db, institutionId: number, cards: ReportCard[]): Promise<Record<number, string>> {
  const ids = cards.flatMap(({ signedBy }) => Object.values(signedBy ?? {}).filter((id) => id !== null));
  const known = await query<{ id: number; name: string }>(db)`
    select w.id, concat_ws(' ', k.title, k.first_name, k.surname) as name
      from unnest(${sql.param([...new Set(ids)])}::int[]) as w (id)
      join employees e on (e.institution_id, e.id) = (${institutionId}, w.id)
      join employees k on (k.institution_id, k.id) = (e.institution_id, coalesce(e.merged_into_id, e.id))
      where k.anonymised_at is null`;
  return Object.fromEntries(known.map(({ id, name }) => [id, name]));
}

/** What cards are printed with: their designs, the names of the people who sign, and the letterhead. */
export async function cardFileParts(db: Db, files: Files, institutionId: number, cards: DrawnCard[]) {
  const all = cards.map(({ card }) => card);
  return {
    cards,
    designs: await designsOf(db, files, institutionId, all),
    names: await signerNames(db, institutionId, all),
    letterhead: await letterheadOf(db, files, institutionId),
  };
}

/** What students owe, by student; at 0 what somebody without invoices owes. */
async function feesOf(db: Db, institutionId: number, studentIds: number[]) {
  const rows = await query<{ id: number; owed: string; currency: string }>(db)`
    select u.id::bigint as id, greatest(coalesce(b.owed, 0) - coalesce(b.credit, 0), 0)::text as owed, i.currency
      from unnest(${sql.param([0, ...studentIds])}::bigint[]) u (id) join institutions i on i.id = ${institutionId}
      left join lateral (select x.owed, x.credit from student_balances x
        where (x.institution_id, x.student_id) = (i.id, u.id) offset 0) b on true`;
  return new Map(rows.map(({ id, owed, currency }) => [id, { owed: Number(owed), currency }]));
}
