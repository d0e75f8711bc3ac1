import { sql } from 'drizzle-orm';
import { bodyOf, families, type Office } from './families.ts';

/** What stands in the books for each child, and the last entry of the audit log. */
export async function lookAt({ rows, children }: Office) {
  const of = (table: string, key = 't.student_id = s.id') =>
    sql.raw(`(select string_agg(t::text, '|' order by t::text) from ${table} t where ${key})`);
  const payments = sql.raw(`(select string_agg(p.status || p.amount || p.in_suspense, '|' order by p.id) from payments p
    where (p.institution_id, p.id) in (select x.institution_id, x.payment_id from payment_shares x where x.student_id = s.id))`);
  const found = await rows<{ id: number; books: string }>(sql`
    select s.id::int as id, md5(concat_ws('#', ${of('invoices')}, ${of('credit_notes')}, ${of('payment_shares')}, ${payments},
      ${of('refunds')}, ${of('discount_students')}, ${of('opening_balances')})) as books
    from students s where s.id = any (${sql.param([...children])}::bigint[])`);
  const [last] = await rows<{ id: number }>(sql`select coalesce(max(id), 0)::float8 as id from audit_entries`);
  return { books: new Map(found.map(({ id, books }) => [id, books])), lastEntry: Number(last!.id) };
}

type Look = Awaited<ReturnType<typeof lookAt>>;

/** Acts in favour of the own family, since a look, that no second person outside it has agreed to. */
export async function ownGains(office: Office, person: string, before: Look): Promise<string[]> {
  const now = await lookAt(office);
  const changed = (families[person] ?? []).filter((name) => {
    const id = office.idOf(name);
    return before.books.get(id) !== now.books.get(id);
  });
  if (changed.length === 0) return [];
  const marks = await office.rows<{ reason: string }>(sql`
    select details ->> 'ownFamily' as reason from audit_entries where id > ${before.lastEntry} and details ? 'ownFamily'`);
  const declared = new Set(
    office.world.app.declaredRoutes.flatMap(({ ownFamily }) =>
      ownFamily && 'allowed' in ownFamily ? [ownFamily.allowed] : [],
    ),
  );
  return marks.some(({ reason }) => declared.has(reason))
    ? []
    : [`${person} changed what stands in the books for ${changed.join(', ')}, of the own family`];
}

/** Agreements that nobody outside the family gave, or the same person with another account. */
export async function badAgreements({ rows, idOf, nameOf }: Office): Promise<string[]> {
  const family = (accountId: number | null) =>
    new Set((families[nameOf(Number(accountId))] ?? []).map((name) => String(idOf(name))));
  const agreed = await rows<{ what: string; student: string; by: number }>(sql`
    select 'a credit note' as what, student_id::text as student, agreed_by::int as by from credit_notes where agreed_by is not null
    union all select 'a payment', s.student_id::text, p.agreed_by::int from payments p
      join payment_shares s on (s.institution_id, s.payment_id) = (p.institution_id, p.id) where p.agreed_by is not null
    union all select 'a discount', student_id::text, agreed_by::int from discount_students where agreed_by is not null`);
  const decided = await rows<{
    asked: number;
    decided: number;
    concerns: { kind: string; key: string }[];
    kind: string;
  }>(sql`
    select kind, asked_by::int as asked, decided_by::int as decided, concerns from approvals where outcome = 'approved'`);
  return [
    ...agreed.flatMap(({ what, student, by }) =>
      family(by).has(student) ? [`${nameOf(by)} agreed to ${what} of the own family`] : [],
    ),
    ...decided.flatMap(({ kind, asked, decided: by, concerns }) => [
      ...(bodyOf(nameOf(asked)) === bodyOf(nameOf(by))
        ? [`${nameOf(by)} agreed to ${kind}, which is the own request`]
        : []),
      ...(concerns.some(({ kind: of, key }) => of === 'student' && family(by).has(key))
        ? [`${nameOf(by)} approved ${kind} of the own family`]
        : []),
    ]),
  ];
}
