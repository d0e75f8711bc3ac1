import { sql } from 'drizzle-orm';
import { momentText } from '#kernel/personal-data/data-section.ts';
import { anyId } from '#kernel/personal-data/named-by.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { nulls } from '#features/records/people/erase-record.ts';
import { orderKinds, orderStatuses, type OrderKind, type OrderStatus } from './orders.ts';

/** Orders for an application of these students: its fees, and the pin that opened it. */
const ofStudents = (ids: readonly number[]) => sql`orders.id in (
  select o.id from applications a join orders o on (o.institution_id, o.application_id) = (a.institution_id, a.id)
  where a.institution_id = orders.institution_id and a.student_id = ${anyId(ids)}
  union select p.order_id from applications a join pins p on (p.institution_id, p.application_id) = (a.institution_id, a.id)
  where a.institution_id = orders.institution_id and a.student_id = ${anyId(ids)})`;

/** What was bought for a student’s application. Other buyers are on no record: how to reach them is kept two years. */
export const orderPersonalData: PersonalData = {
  tables: [
    {
      table: 'orders',
      people: ['student'],
      namedBy: (_, ids) => ofStudents(ids),
      section: {
        title: 'Orders',
        order: 23,
        codes: {
          For: (code) => orderKinds[code as OrderKind] ?? code,
          Status: (code) => orderStatuses[code as OrderStatus] ?? code,
        },
        rows: ({ institutionId, personId }) => sql`
          select 'ORD-' || lpad(number::text, greatest(6, length(number::text)), '0') as "Number", kind as "For", status as "Status",
            to_char(amount / 100.0, 'FM999,999,999,990.00') as "Amount", buyer_name as "Buyer", buyer_email as "E-mail",
            buyer_phone as "Phone", ${momentText('created_at')} as "Ordered"
          from orders where institution_id = ${institutionId} and ${ofStudents([personId])} order by id`,
      },
      erase: { set: nulls('buyer_name', 'buyer_email', 'buyer_phone') },
      merge: { how: 'leave', why: 'An order stays with its application.' },
      retention: { keep: 'As long as the books. E-mail address and phone of a buyer are deleted after two years.' },
    },
  ],
};
