import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { type Db, hasKey } from '#kernel/database.ts';
import { declareList, inInstitutions } from '#kernel/list/declare-list.ts';
import { filterBy, searchText } from '#kernel/list/filters.ts';
import { selectionOf } from '#kernel/record-fields/derive.ts';
import { choice, id } from '#kernel/schemas.ts';
import { matches, patternsOf, wordsIn } from '#features/records/people/search-patterns.ts';
import { invoiceFields } from '../invoices.fields.ts';
import { invoices } from '../invoices.schema.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { findableStudents, students } from '#features/people/students/students.schema.ts';
import { batches } from '#features/school/structure/structure.schema.ts';
import { inState, invoiceStates, stateOf } from './invoice-state.ts';

/** Invoices with this number, or of students whose name or admission number matches. */
function soughtBy(text: string): SQL {
  const patterns = patternsOf(wordsIn(text));
  if (patterns.length === 0) return sql`true`;
  const found = patterns.map((pattern) => matches(findableStudents.searchText, pattern));
  const [, number] = /^\s*(?:inv-?)?\s*0*(\d{1,9})\s*$/i.exec(text) ?? [];
  const sought = sql`(${invoices.institutionId}, ${invoices.studentId}) in (
    select ${findableStudents.institutionId}, ${findableStudents.id} from ${findableStudents} where ${and(...found)})`;
  return number ? sql`(${invoices.number} = ${Number(number)} or ${sought})` : sought;
}

const ofStudent = (actor: Actor, wanted?: number) =>
  and(
    eq(students.institutionId, invoices.institutionId),
    eq(students.id, invoices.studentId),
    visibleTo(actor, students, wanted),
  );
const ofBatch = hasKey(batches, invoices.institutionId, invoices.batchId);

/** Invoices, latest first. */
export const invoiceList = declareList({
  id: invoices.id,
  visible: inInstitutions(invoices.institutionId, 'fees.view'),
  filters: {
    q: filterBy(searchText, soughtBy),
    state: filterBy(choice(invoiceStates), inState),
    fee: filterBy(id, (feeId) => eq(invoices.feeId, feeId)),
    class: filterBy(id, (classId) => eq(batches.classId, classId)),
    batch: filterBy(id, (batchId) => eq(invoices.batchId, batchId)),
    run: filterBy(id, (runId) => eq(invoices.runId, runId)),
  },
  select: (db, actor, wanted) =>
    db
      .select({
        id: invoices.id,
        institutionId: invoices.institutionId,
        number: invoices.number,
        kind: invoices.kind,
        ...selectionOf(invoiceFields, invoices),
        issuedOn: invoices.issuedOn,
        studentId: invoices.studentId,
        surname: students.surname,
        firstName: students.firstName,
        middleName: students.middleName,
        admissionNumber: students.admissionNumber,
        batch: batches.name,
        total: invoices.total,
        open: invoices.open,
        state: stateOf,
        currency: sql<string>`(select z.currency from institutions z where z.id = ${invoices.institutionId})`,
      })
      .from(invoices)
      .innerJoin(students, ofStudent(actor, wanted))
      .leftJoin(batches, ofBatch),
});
export type InvoiceRow = Awaited<ReturnType<typeof invoiceList.readPage>>['rows'][number];
export type InvoiceFilter = Parameters<typeof invoiceList.conditions>[1] & { institution_id?: number | undefined };

export interface InvoiceTotals {
  count: number;
  currency: string;
  total: number;
  open: number;
}

/** How many invoices match, and their sums, by currency. */
export async function invoiceTotals(db: Db, actor: Actor, filter: InvoiceFilter): Promise<InvoiceTotals[]> {
  const [where] = invoiceList.conditions(actor, filter);
  const rows = await db
    .select({
      institutionId: invoices.institutionId,
      count: sql<number>`count(*)::int`,
      total: sql<number>`sum(${invoices.total} - ${invoices.credited})::bigint`,
      open: sql<number>`sum(${invoices.open})::bigint`,
    })
    .from(invoices)
    .innerJoin(students, ofStudent(actor, filter.institution_id))
    .leftJoin(batches, ofBatch)
    .where(where)
    .groupBy(invoices.institutionId)
    .orderBy(asc(invoices.institutionId));
  const byCurrency = Map.groupBy(rows, ({ institutionId }) => membershipIn(actor, institutionId)!.currency);
  const sum = (all: typeof rows, key: 'count' | 'total' | 'open') => all.reduce((so, row) => so + row[key], 0);
  return [...byCurrency].map(([currency, all]) => ({
    currency,
    count: sum(all, 'count'),
    total: sum(all, 'total'),
    open: sum(all, 'open'),
  }));
}
