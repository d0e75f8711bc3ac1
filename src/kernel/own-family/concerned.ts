import { sql, type SQL } from 'drizzle-orm';

/** Ids of records by the name of their table. */
export type RecordIds = Readonly<Record<string, readonly number[]>>;

type Kind = 'student' | 'employee' | 'guardian' | 'contact';

/** Rows with institution_id, the id of the record, and whom it concerns. */
interface Source {
  kind: Kind;
  rows: SQL;
}

const column = (kind: Kind, table: string, key = `${kind}_id`, id = 'id'): Source => ({
  kind,
  rows: sql.raw(
    `select ${id.includes('.') ? `${id.split('.')[0]}.` : ''}institution_id, ${id} as id, ${key} as key from ${table}`,
  ),
});

const merged = (kind: Kind): Source => ({
  kind,
  rows: sql.raw(
    `select institution_id, id, unnest(array[kept_id, merged_id]) as key from merges where entity = '${kind}'`,
  ),
});

/** Whom the records of a table concern. test/own-family.test.ts fails for one that a write names and that is missing. */
const sources: Readonly<Record<string, readonly Source[]>> = {
  students: [column('student', 'students', 'id')],
  employees: [column('employee', 'employees', 'id')],
  guardians: [column('guardian', 'guardians', 'id')],
  documents: [column('student', 'documents'), column('employee', 'documents'), column('guardian', 'documents')],
  merges: [merged('student'), merged('employee'), merged('guardian')],
  student_moves: [column('student', 'student_moves')],
  certificates: [column('student', 'certificates')],
  academic_papers: [column('student', 'academic_papers')],
  batch_assignments: [
    column('student', 'enrolments', 'student_id', 'assignment_id'),
    column('student', 'enrolments', 'student_id', 'closed_by_assignment_id'),
  ],
  invoices: [column('student', 'invoices')],
  payments: [column('student', 'payment_shares', 'student_id', 'payment_id')],
  refunds: [column('student', 'refunds')],
  bank_lines: [
    column('student', 'bank_lines'),
    column(
      'student',
      'bank_lines join payment_shares using (institution_id, payment_id)',
      'payment_shares.student_id',
      'bank_lines.id',
    ),
    column(
      'student',
      'bank_line_payments join payment_shares using (institution_id, payment_id)',
      'student_id',
      'line_id',
    ),
  ],
  online_payments: [column('student', 'online_payment_items', 'student_id', 'online_payment_id')],
  online_reviews: [
    column(
      'student',
      'online_reviews r join payment_shares s using (institution_id, payment_id)',
      's.student_id',
      'r.id',
    ),
    column(
      'student',
      'online_reviews r join online_payment_items i using (institution_id, online_payment_id)',
      'i.student_id',
      'r.id',
    ),
  ],
  orders: [column('contact', 'orders', 'buyer_phone'), column('contact', 'orders', 'lower(buyer_email)')],
  pins: [
    column('student', 'pins', 'student_id', 'serial'),
    column(
      'contact',
      'pins p join orders o on (o.institution_id, o.id) = (p.institution_id, p.order_id)',
      'o.buyer_phone',
      'p.serial',
    ),
  ],
  hold_lifts: [column('student', 'hold_lifts')],
  imports: [column('student', 'opening_balances', 'student_id', 'import_id')],
  applications: [
    column('student', 'applications', 'returning_student_id'),
    column('student', 'applications'),
    column('contact', 'applications', 'phone'),
    column('contact', 'applications', 'lower(email)'),
    column(
      'contact',
      `applications cross join lateral jsonb_array_elements(coalesce(answers -> 'guardians', '[]')) g
        cross join lateral (values (g ->> 'mobile'), (g ->> 'phone'), (lower(g ->> 'email'))) n(contact)`,
      'contact',
    ),
  ],
  mark_sheets: [
    column(
      'student',
      `mark_sheets s join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id)
        join enrolments e on (e.institution_id, e.batch_id, e.session_id) = (s.institution_id, s.batch_id, t.session_id)`,
      'e.student_id',
      's.id',
    ),
  ],
  result_corrections: [
    column('student', 'result_correction_cells', 'student_id', 'correction_id'),
    column('student', 'result_correction_courses', 'student_id', 'correction_id'),
    column('student', 'result_correction_notes', 'student_id', 'correction_id'),
  ],
  course_registrations: [column('student', 'course_registrations')],
  attendance_excuses: [column('student', 'attendance_excuses')],
  leave_requests: [column('employee', 'leave_requests')],
};

/** What a record is named by, if not by its id. */
const keys: Readonly<Record<string, string>> = { pins: 'serial' };

const those = (ids: readonly number[], key = 'id') => sql`institution_id = any ((select akada_institutions())::int[])
  and ${sql.raw(key)} = any (${sql.param([...ids])}::bigint[])`;

const areNamed = (named: RecordIds) =>
  Object.entries(named).filter(([table, ids]) => ids.length > 0 && table in sources);

/** A query for the institutions of records that may concern somebody; undefined if none does. */
export function placesOf(named: RecordIds): SQL | undefined {
  const parts = areNamed(named).map(
    ([table, ids]) => sql`select institution_id from ${sql.raw(table)} where ${those(ids, keys[table])}`,
  );
  return parts.length > 0 ? sql.join(parts, sql` union `) : undefined;
}

/** A query for whom the records concern, where `isAsked` holds for their kind; undefined if none concerns anybody. */
export function concernedBy(named: RecordIds, isAsked = (_kind: SQL) => sql`true`): SQL | undefined {
  const parts = areNamed(named).flatMap(([table, ids]) =>
    sources[table]!.map(({ kind: of, rows }) => {
      const kind = sql.raw(`'${of}'`);
      return sql`select institution_id, ${kind} as kind, key::text as key from (${rows}) r
        where ${isAsked(kind)} and ${those(ids)} and key is not null`;
    }),
  );
  return parts.length > 0 ? sql.join(parts, sql` union `) : undefined;
}

/** What addresses, forms and requests call a record that has another name in the database. */
const otherNames: Readonly<Record<string, string>> = {
  absent: 'employees',
  substitute: 'employees',
  successor: 'employees',
  teacher: 'employees',
  pin_transactions: 'orders',
  pin_sales: 'orders',
  payment_records: 'payments',
  line: 'bank_lines',
  review: 'online_reviews',
  correction: 'result_corrections',
  sheet: 'mark_sheets',
  registration: 'course_registrations',
};

/** The table of a noun, if its records concern somebody: 'toStudentId' and 'students' are of students. */
export function concerningTable(noun: string): string | undefined {
  const plain = noun
    .replace(/_?ids?$/i, '')
    .replaceAll('-', '_')
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    .replace(/^(to|from|was|kept|merged)_/, '');
  return [otherNames[plain], plain, `${plain}s`].find((name) => name && name in sources);
}

const asId = (value: unknown) => (typeof value === 'object' ? NaN : Number(value));

/** The records that a request names: by its address, and by every field whose name ends with an id, however deep. */
export function namedIn(address: string, params: unknown, body: unknown): RecordIds {
  const named: Record<string, number[]> = {};
  const add = (noun: string, value: unknown) => {
    const table = concerningTable(noun);
    const ids = table ? [value].flat().map(asId).filter(Number.isSafeInteger) : [];
    if (table && ids.length > 0) named[table] = [...(named[table] ?? []), ...ids];
  };
  const [, of = ''] = address.split('/');
  const given = (params ?? {}) as Record<string, unknown>;
  for (const [, before = '', name = ''] of address.matchAll(/([^/]+)\/:(\w+)/g))
    add(name === 'id' ? before : name, given[name]);
  // Without recursion, because a body can have thousands of levels.
  const parts = [typeof body === 'object' ? body : null];
  for (const part of parts)
    for (const [name, inner] of Object.entries(part ?? {}) as [string, unknown][]) {
      // What the form was opened with is not written.
      if (name === 'opened') continue;
      if (/^(ids|other_?id)$/i.test(name)) add(of, inner);
      else if (/.ids?$/i.test(name) || (Array.isArray(inner) && typeof inner[0] === 'number')) add(name, inner);
      if (typeof inner === 'object') parts.push(inner);
    }
  return named;
}
