import { sql } from 'drizzle-orm';
import { institutionsInView, can } from '#kernel/actor.ts';
import { fieldsIn, fixedChoice, inView, todayIn } from '#kernel/contracts/report-fields.ts';
import type { ReportContext, ReportParts } from '#kernel/contracts/report.ts';
import type { FilterOf, MeaningsOf } from '#kernel/contracts/report-list.ts';
import { reportColumnsOf, reportFieldsOf } from '#kernel/record-fields/derive.ts';
import { invoiceFields } from './invoices.fields.ts';
import { invoices } from './invoices.schema.ts';
import { invoiceKinds } from './invoices.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { batchField, seatFields, seatJoins, sessionOptions } from '#features/school/structure/structure-in-view.ts';
import { invoiceStates } from './records/invoice-state.ts';
import type { invoiceList } from './records/invoices.list.ts';

const seeing = ['fees.view'] as const;
const own = fieldsIn('invoice', 'invoice');
const money = fieldsIn('invoice', 'money', { width: 14 });
const ofFee = fieldsIn('invoice', 'fee', { joins: ['fee'], width: 20 });
const ofStudent = fieldsIn('invoice', 'student', { joins: ['billed_student'], width: 20 });
const due = fieldsIn('invoice', 'money', { joins: ['due'], width: 14 });

const kind = fixedChoice(invoices.kind, invoiceKinds);
const overdue = sql`case when ${invoices.cancelledAt} is null
  then greatest(0, coalesce(due.past, 0) - ${invoices.settled} - ${invoices.credited})::bigint else 0 end`;
const state = fixedChoice(
  sql`case when ${invoices.cancelledAt} is not null then 'cancelled' when ${invoices.open} = 0 then 'paid'
    when ${overdue} > 0 then 'overdue' else 'open' end`,
  invoiceStates,
);

const feeOptions = (context: ReportContext) => sql`select f.id::text as value, f.title || ', ' || y.name as label
  from fees f join academic_sessions y on (y.institution_id, y.id) = (f.institution_id, f.session_id)
  where ${inView(sql`f.institution_id`, context, seeing)} order by y.starts_on desc, f.title, f.id`;
const categoryOptions = (
  context: ReportContext,
) => sql`select c.id::text as value, c.name as label from fee_categories c
  where ${inView(sql`c.institution_id`, context, seeing)} order by c.archived_at is not null, c.name, c.id`;
const termOptions = (context: ReportContext) => sql`select t.id::text as value, y.name || ' ' || t.name as label
  from terms t join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
  where ${inView(sql`t.institution_id`, context, seeing)} order by y.starts_on desc, t.position, t.id`;

/** What reports can show of invoices: fees, what was paid of them, and what is left. */
export const invoiceReports: ReportParts = {
  subjects: [
    {
      name: 'invoice',
      label: 'Fees',
      one: 'invoice',
      many: 'invoices',
      place: 50,
      from: sql`${invoices}`,
      id: invoices.id,
      institutionId: invoices.institutionId,
      rowName: sql`'INV-' || lpad(${invoices.number}::text, 6, '0') || ', ' || ${invoices.title}`,
      order: invoices.id,
      orderAs: 'number',
      isDescending: true,
      href: '/invoices/',
      seeing,
      exporting: 'fees.export',
      visible: (actor, wanted) =>
        institutionsInView(actor, wanted, ...seeing).map((id) =>
          can(actor, 'students.view', id)
            ? sql`${invoices.institutionId} = ${id}`
            : sql`${invoices.institutionId} = ${id} and ${invoices.studentId} in (
                select ${students.id} from ${students} where ${visibleTo(actor, students, id)})`,
        ),
      groups: { invoice: 'Invoice', fee: 'Fee', money: 'Amounts', student: 'Student' },
      usual: ['number', 'student', 'title', 'total', 'outstanding'],
    },
  ],
  lists: [
    {
      name: 'invoices',
      subject: 'invoice',
      filters: {
        state: 'state',
        fee: 'fee',
        class: 'class',
        batch: 'batch',
        run: { left: 'Billing' },
      } satisfies MeaningsOf<FilterOf<typeof invoiceList>>,
      columns: {
        number: ['number'],
        student: ['student', 'admission_number'],
        title: ['title'],
        ...reportColumnsOf(invoiceFields),
        batch: ['batch'],
        issued: ['issued_on'],
        total: ['total'],
        open: ['outstanding'],
        state: ['state'],
      },
    },
  ],
  joins: [
    {
      subject: 'invoice',
      name: 'fee',
      sql: sql`left join fees fee on (fee.institution_id, fee.id) = (${invoices.institutionId}, ${invoices.feeId})
        left join fee_categories fee_category
          on (fee_category.institution_id, fee_category.id) = (fee.institution_id, fee.category_id)`,
    },
    {
      subject: 'invoice',
      name: 'term',
      sql: sql`left join terms term on (term.institution_id, term.id) = (${invoices.institutionId}, ${invoices.termId})`,
    },
    {
      subject: 'invoice',
      name: 'billed_session',
      sql: sql`left join academic_sessions billed_session
        on (billed_session.institution_id, billed_session.id) = (${invoices.institutionId}, ${invoices.sessionId})`,
    },
    {
      subject: 'invoice',
      name: 'billed_student',
      sql: sql`left join students billed_student
        on (billed_student.institution_id, billed_student.id) = (${invoices.institutionId}, ${invoices.studentId})`,
    },
    {
      subject: 'invoice',
      name: 'due',
      sql: (context) => sql`left join lateral (
        select max(d.due_on) as last, sum(d.amount) filter (where d.due_on < ${todayIn(context, invoices.institutionId)}) as past
        from invoice_dues d where d.institution_id = ${invoices.institutionId} and d.invoice_id = ${invoices.id}) due on true`,
    },
    ...seatJoins('invoice', invoices),
  ],
  fields: [
    own.text('number', 'Number', sql`'INV-' || lpad(${invoices.number}::text, 6, '0')`, { width: 13 }),
    ...reportFieldsOf(invoiceFields, invoices, { subject: 'invoice', group: 'invoice' }),
    own.choice('kind', 'Kind', kind.value, { ...kind.more, width: 14 }),
    own.day('issued_on', 'Issued on', invoices.issuedOn, { width: 13 }),
    own.choice('state', 'Status', state.value, { ...state.more, joins: ['due'], width: 12 }),
    ofFee.choice('fee', 'Fee', sql`fee.title`, { code: invoices.feeId, isId: true, options: feeOptions }),
    ofFee.choice('fee_category', 'Fee category', sql`fee_category.name`, {
      code: sql`fee_category.id`,
      isId: true,
      options: categoryOptions,
    }),
    ofFee.choice('term', 'Term', sql`term.name`, {
      joins: ['term'],
      code: invoices.termId,
      isId: true,
      options: termOptions,
      order: { by: sql`lpad(term.position::text, 4, '0') || ' ' || term.name`, as: 'text' },
    }),
    ofFee.choice('session', 'Session billed', sql`billed_session.name`, {
      joins: ['billed_session'],
      code: invoices.sessionId,
      isId: true,
      options: sessionOptions(seeing),
    }),
    money.money('total', 'Total', invoices.total),
    money.money('credited', 'Credit notes', invoices.credited),
    money.money('settled', 'Settled', invoices.settled),
    money.money(
      'outstanding',
      'Outstanding',
      sql`case when ${invoices.cancelledAt} is null then ${invoices.open} else 0 end`,
    ),
    due.money('overdue', 'Overdue', overdue),
    due.day('due_on', 'Due by', sql`due.last`),
    ofStudent.text(
      'student',
      'Student',
      sql`concat_ws(', ', billed_student.surname, concat_ws(' ', billed_student.first_name, billed_student.middle_name))`,
      { order: { by: sql`billed_student.sort_name`, as: 'text' } },
    ),
    ofStudent.text('admission_number', 'Admission number', sql`billed_student.admission_number`),
    batchField('invoice', 'student', seeing, { name: sql`seat.name`, id: sql`seat.id` }),
    ...seatFields('invoice', 'student', seeing),
  ],
};
