import { sql } from 'drizzle-orm';
import { fieldsIn, todayIn, fixedChoice } from '#kernel/contracts/report-fields.ts';
import type { ListRule, MeaningsOf } from '#kernel/contracts/report-list.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { students } from '#features/people/students/students.schema.ts';
import type { BalanceFilter } from './owed/balances.queries.ts';
import { accountNameIn } from '#kernel/account-name.ts';
import { can, institutionsInView } from '#kernel/actor.ts';
import { batchField, seatFields, seatJoins } from '#features/school/structure/structure-in-view.ts';
import { givenKinds } from './given/given.ts';
import type { GivenFilter } from './given/given.routes.ts';
import { given } from './given/given.queries.ts';

const seeing = ['payments.view'] as const;
const own = fieldsIn('given', 'given');
const kind = fixedChoice(sql`given.kind`, givenKinds);

/** What reports can show of what was taken off debts without money: the rows of the register. */
const givenReports: ReportParts = {
  subjects: [
    {
      name: 'given',
      label: 'Discounts and write-offs',
      one: 'row',
      many: 'rows',
      place: 55,
      from: sql`(${given}) given`,
      id: sql`given.id`,
      institutionId: sql`given.institution_id`,
      rowName: sql`concat_ws(', ', given.student, given.day::text)`,
      order: sql`given.id`,
      orderAs: 'number',
      isDescending: true,
      href: null,
      seeing,
      exporting: 'payments.export',
      visible: (actor, wanted) =>
        institutionsInView(actor, wanted, ...seeing)
          .filter((id) => can(actor, 'fees.view', id))
          .map((id) => sql`given.institution_id = ${id}`),
      groups: { given: 'Given', student: 'Student' },
      usual: ['day', 'kind', 'student', 'class', 'reason', 'given_by', 'agreed_by', 'amount'],
    },
  ],
  lists: [
    {
      name: 'given',
      subject: 'given',
      filters: {
        kind: 'kind',
        class: 'class',
        from: { field: 'day', end: 'from' },
        to: { field: 'day', end: 'to' },
      } satisfies MeaningsOf<(typeof GivenFilter)['_output']>,
      columns: {
        student: ['student'],
        day: ['day'],
        kind: ['kind'],
        class: ['class'],
        reason: ['reason'],
        givenBy: ['given_by'],
        agreedBy: ['agreed_by'],
        amount: ['amount'],
      },
    },
  ],
  joins: seatJoins('given', { institutionId: sql`given.institution_id`, batchId: sql`given.batch_id` }),
  fields: [
    own.day('day', 'Day', sql`given.day`, { width: 13 }),
    own.choice('kind', 'Type', kind.value, { ...kind.more, width: 16 }),
    own.money('amount', 'Amount', sql`given.amount`, { width: 14 }),
    own.text('reason', 'Reason', sql`given.reason`, { width: 36 }),
    own.text('given_by', 'Given by', accountNameIn(sql`given.given_by`), { width: 26 }),
    own.text('agreed_by', 'Approved by', accountNameIn(sql`given.agreed_by`), { width: 26 }),
    own.text('student', 'Student', sql`given.student`, { group: 'student', width: 28 }),
    batchField('given', 'student', seeing, { name: sql`seat.name`, id: sql`seat.id` }),
    ...seatFields('given', 'student', seeing),
  ],
};

const common = { needs: 'fees.view', isConfidential: true, width: 14 } as const;
const balance = fieldsIn('student', 'money', { ...common, joins: ['balance'] });
const late = fieldsIn('student', 'money', { ...common, joins: ['overdue'] });
const paid = fieldsIn('student', 'money', { ...common, joins: ['last_payment'] });

const some = (field: string): ListRule => ({ field, operator: 'more_than', values: ['0'] });

/** What students owe and have paid, and what was taken off debts. */
export const balanceReports: ReportParts = {
  subjects: givenReports.subjects!,
  lists: [
    ...givenReports.lists!,
    {
      name: 'balances',
      subject: 'student',
      filters: {
        batch: 'batch',
        class: 'class',
        above: { field: 'owed', isAbove: true },
        state: {
          rules: { owed: [some('owed')], overdue: [some('owed'), some('overdue')], credit: [some('credit')] },
          otherwise: [some('owed')],
        },
      } satisfies MeaningsOf<BalanceFilter>,
      columns: {
        name: ['surname', 'first_name', 'middle_name', 'admission_number'],
        batch: ['batch'],
        owed: ['owed', 'overdue'],
        credit: ['credit'],
      },
      // Nobody owes and has credit.
      sorts: { '': ['-owed', '-credit'] },
    },
  ],
  joins: [
    ...givenReports.joins!,
    {
      subject: 'student',
      name: 'balance',
      sql: sql`left join student_balances balance
        on (balance.institution_id, balance.student_id) = (${students.institutionId}, ${students.id})`,
    },
    {
      // Payments and credit notes cover the earliest dues of an invoice first.
      subject: 'student',
      name: 'overdue',
      after: ['balance'],
      sql: (context) => sql`left join lateral (
        select sum(greatest(0, d.due - i.settled - i.credited))::bigint as amount, min(d.since) as since
        from invoices i cross join lateral (
          select coalesce(sum(x.amount), 0) as due, min(x.due_on) filter (where x.covered > i.settled + i.credited) as since
          from (select y.amount, y.due_on, sum(y.amount) over (order by y.due_on, y.position) as covered from invoice_dues y
            where y.institution_id = i.institution_id and y.invoice_id = i.id
              and y.due_on < ${todayIn(context, students.institutionId)}) x) d
        where balance.owed > 0 and i.institution_id = ${students.institutionId} and i.student_id = ${students.id}
          and i.open > 0) overdue on true`,
    },
    {
      subject: 'student',
      name: 'last_payment',
      sql: sql`left join lateral (
        select p.day, h.amount, p.channel from payment_shares h
        join payments p on (p.institution_id, p.id) = (h.institution_id, h.payment_id)
        where h.institution_id = ${students.institutionId} and h.student_id = ${students.id} and h.amount > 0
          and p.status in ('successful', 'partly_refunded', 'refunded') and p.channel not in ('waiver', 'opening')
        order by p.day desc, p.id desc limit 1) last_payment on true`,
    },
  ],
  fields: [
    ...givenReports.fields!,
    balance.money('owed', 'Owed', sql`coalesce(balance.owed, 0)`),
    balance.money('credit', 'Credit', sql`coalesce(balance.credit, 0)`),
    late.money('overdue', 'Overdue', sql`coalesce(overdue.amount, 0)`),
    late.day('overdue_since', 'Overdue since', sql`overdue.since`),
    paid.day('last_payment_on', 'Last payment on', sql`last_payment.day`),
    paid.money('last_payment', 'Last payment', sql`last_payment.amount`),
  ],
};
