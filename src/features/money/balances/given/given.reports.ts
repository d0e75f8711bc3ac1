import { sql } from 'drizzle-orm';
import { accountNameIn } from '#kernel/account-name.ts';
import { can, institutionsInView } from '#kernel/actor.ts';
import { fieldsIn, fixedChoice } from '#kernel/contracts/report-fields.ts';
import type { MeaningsOf } from '#kernel/contracts/report-list.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { batchField, seatFields, seatJoins } from '#features/school/structure/structure-reports.ts';
import { givenKinds } from './given.ts';
import type { GivenFilter } from './given.routes.ts';
import { given } from './given.queries.ts';

const seeing = ['payments.view'] as const;
const own = fieldsIn('given', 'given');
const kind = fixedChoice(sql`given.kind`, givenKinds);

/** What reports can show of what was taken off debts without money: the rows of the register. */
export const givenReports: ReportParts = {
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
    own.text('agreed_by', 'Agreed by', accountNameIn(sql`given.agreed_by`), { width: 26 }),
    own.text('student', 'Student', sql`given.student`, { group: 'student', width: 28 }),
    batchField('given', 'student', seeing, { name: sql`seat.name`, id: sql`seat.id` }),
    ...seatFields('given', 'student', seeing),
  ],
};
