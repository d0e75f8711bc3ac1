import { sql } from 'drizzle-orm';
import { fieldsIn, fixedChoice, inView } from '#kernel/contracts/report-fields.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { payments } from './payments.schema.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { paymentStatuses } from './payments.ts';
import { nobodyNow } from '#features/people/students/nobody-now.ts';
import { batchField, seatFields, seatJoins } from '#features/school/structure/structure-in-view.ts';
import { countedPayments, maySeePayments, visiblePayments } from './payments.access.ts';
import { names, refundedOf, type paymentList } from './records/payments.list.ts';
import { isYes, type FilterOf, type MeaningsOf, type ReportList } from '#kernel/contracts/report-list.ts';

/** Lists of payments as reports. */
const paymentLists: ReportList[] = [
  {
    name: 'payments',
    subject: 'payment',
    filters: {
      cashier: 'cashier',
      status: 'status',
      channel: 'channel',
      for: 'purpose',
      // A payment can pay several fees, so it is of none of them.
      fee_id: { left: 'Fee' },
      // What the bank has shown is not told to reports.
      bank: { left: 'Bank' },
      suspense: { rules: { yes: [isYes('is_unidentified')] } },
      from: { field: 'day', end: 'from' },
      to: { field: 'day', end: 'to' },
    } satisfies MeaningsOf<FilterOf<typeof paymentList>>,
    columns: {
      number: ['receipt_number'],
      day: ['day'],
      names: ['students'],
      payer: ['payer'],
      channel: ['channel', 'reference'],
      amount: ['amount'],
      status: ['status'],
      cashier: ['cashier'],
    },
  },
];

const own = fieldsIn('payment', 'payment');
const payer = fieldsIn('payment', 'payer', { width: 22 });
const ofStudent = fieldsIn('payment', 'student', { joins: ['paid_student'], width: 22 });

const status = fixedChoice(payments.status, paymentStatuses);
const channel = fixedChoice(payments.channel, channels);
const purpose = fixedChoice(sql`case when ${payments.orderId} is null then 'students' else 'orders' end`, {
  students: 'Students',
  orders: 'Orders',
});
const isMoney = sql`${payments.status} in ('successful', 'partly_refunded', 'refunded')
  and ${payments.channel} not in ('waiver', 'opening')`;
const receipt = sql`'RCT-' || lpad(${payments.receiptNumber}::text, 6, '0')`;

/** What reports can show of payments. Cashiers see those that they took, once the day is counted: reports have sums. */
export const paymentReports: ReportParts = {
  subjects: [
    {
      name: 'payment',
      label: 'Payments',
      one: 'payment',
      many: 'payments',
      place: 40,
      from: sql`${payments}`,
      id: payments.id,
      institutionId: payments.institutionId,
      rowName: sql`concat_ws(', ', ${receipt}, ${payments.payerName}, ${payments.day}::text)`,
      order: payments.id,
      orderAs: 'number',
      isDescending: true,
      href: '/payment_records/',
      seeing: maySeePayments,
      exporting: 'payments.export',
      visible: (actor, wanted) => countedPayments(actor, wanted).map(({ where }) => where!),
      groups: { payment: 'Payment', payer: 'Payer', student: 'Student' },
      usual: ['day', 'receipt_number', 'students', 'amount'],
    },
  ],
  lists: paymentLists,
  joins: [
    {
      // The student of a payment that is for one alone.
      subject: 'payment',
      name: 'paid_student',
      sql: sql`left join lateral (
        select min(h.student_id) as id from payment_shares h where h.institution_id = ${payments.institutionId}
          and h.payment_id = ${payments.id} and h.amount > 0 having count(*) = 1) single_share on true
        left join students paid_student
          on (paid_student.institution_id, paid_student.id) = (${payments.institutionId}, single_share.id)`,
    },
    ...seatJoins(
      'payment',
      { institutionId: payments.institutionId, batchId: sql`paid_student.batch_id` },
      'paid_student',
    ),
    {
      subject: 'payment',
      name: 'cashier',
      sql: sql`left join accounts cashier on cashier.id = ${payments.accountId}`,
    },
  ],
  fields: [
    own.day('day', 'Day', payments.day, { width: 13 }),
    own.text('receipt_number', 'Receipt number', receipt, { width: 15 }),
    own.choice('status', 'Status', status.value, { ...status.more, width: 14 }),
    own.choice('channel', 'Channel', channel.value, { ...channel.more, width: 14 }),
    own.money('amount', 'Amount', payments.amount, { width: 14 }),
    own.money('refunded', 'Refunded', refundedOf, { width: 14 }),
    own.money('received', 'Received', sql`case when ${isMoney} then ${payments.amount} - ${refundedOf} else 0 end`, {
      width: 14,
    }),
    own.text('reference', 'Reference', payments.reference, { width: 22 }),
    own.choice('cashier', 'Cashier', sql`cashier.name`, {
      joins: ['cashier'],
      code: payments.accountId,
      isId: true,
      width: 20,
      options: (context) => sql`select a.id::text as value, a.name as label from accounts a
        where a.id in (select p.account_id from payments p where ${inView(sql`p.institution_id`, context, maySeePayments)}
          and ${inSight(context)}) order by a.name, a.id`,
    }),
    own.choice('purpose', 'For', purpose.value, { ...purpose.more, width: 12 }),
    own.yesNo('is_unidentified', 'Unidentified', payments.inSuspense),
    own.yesNo('is_test', 'Test payment', payments.isTest),
    payer.text('payer', 'Payer', payments.payerName),
    payer.text('payer_contact', 'Payer’s contact', payments.payerContact),
    fieldsIn('payment', 'student').text('students', 'Paid for', names, { isOnlyShown: true, width: 34 }),
    ofStudent.text(
      'student',
      'Student',
      sql`case when paid_student.id is not null
        then concat_ws(', ', paid_student.surname, concat_ws(' ', paid_student.first_name, paid_student.middle_name)) end`,
      { order: { by: sql`paid_student.sort_name`, as: 'text' } },
    ),
    ofStudent.text('admission_number', 'Admission number', sql`paid_student.admission_number`),
    batchField('payment', 'student', maySeePayments, { name: sql`seat.name`, id: sql`seat.id`, note: nobodyNow }),
    ...seatFields('payment', 'student', maySeePayments),
  ],
};

/** Who took payments is known of those that the reader sees. */
const inSight = ({ actor, wanted }: Parameters<typeof inView>[1]) => {
  const parts = visiblePayments({ institutionId: sql`p.institution_id`, accountId: sql`p.account_id` })(actor, wanted);
  return sql`(${sql.join(
    parts.map(({ where }) => where!),
    sql` or `,
  )})`;
};
