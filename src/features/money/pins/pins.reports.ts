import { sql, type SQLWrapper } from 'drizzle-orm';
import { dayIn } from '#kernel/database/day-in.ts';
import { institutionsInView } from '#kernel/actor.ts';
import { fieldsIn, fixedChoice, inView, todayIn } from '#kernel/contracts/report-fields.ts';
import type { ReportContext, ReportParts } from '#kernel/contracts/report.ts';
import { pinBatchReports } from './batches/batches.reports.ts';
import { pinStatuses, pinTypes } from './pins.ts';
import { pins } from './pins.schema.ts';

const seeing = ['pins.view'] as const;
const own = fieldsIn('pin', 'pin', { width: 14 });
const ofKind = fieldsIn('pin', 'pin', { joins: ['kind'], width: 18 });

const status = fixedChoice(pins.status, pinStatuses);
const type = fixedChoice(sql`kind.type`, pinTypes);
const form = fixedChoice(sql`case when ${pins.isCard} then 'card' else 'slip' end`, {
  card: 'Printed card',
  slip: 'Online or slip',
});
const localDay = (at: SQLWrapper) => dayIn(pins.institutionId, at);
const named = (table: 'pin_kinds' | 'pin_sellers') => (context: ReportContext) =>
  sql`select k.id::text as value, k.name as label from ${sql.raw(table)} k
    where ${inView(sql`k.institution_id`, context, seeing)} order by k.archived_at is not null, k.name, k.id`;

/** What reports can show of pins: never the secret that opens a form or a result. */
export const pinReports: ReportParts = {
  subjects: [
    {
      name: 'pin',
      label: 'Pins',
      one: 'pin',
      many: 'pins',
      place: 70,
      from: sql`${pins}`,
      id: pins.id,
      institutionId: pins.institutionId,
      rowName: sql`'Pin ' || lpad(${pins.serial}::text, 8, '0')`,
      order: pins.id,
      orderAs: 'number',
      isDescending: true,
      href: '/pins/',
      seeing,
      exporting: 'pins.view',
      visible: (actor, wanted) =>
        institutionsInView(actor, wanted, ...seeing).map((id) => sql`${pins.institutionId} = ${id}`),
      groups: { pin: 'Pin', sale: 'Sale and use' },
      usual: ['kind', 'status', 'batch', 'sold_on'],
    },
    ...pinBatchReports.subjects,
  ],
  lists: pinBatchReports.lists,
  joins: [
    ...pinBatchReports.joins,
    {
      subject: 'pin',
      name: 'kind',
      sql: sql`join pin_kinds kind on (kind.institution_id, kind.id) = (${pins.institutionId}, ${pins.kindId})
        left join programs kind_program on (kind_program.institution_id, kind_program.id) = (kind.institution_id, kind.program_id)`,
    },
    {
      subject: 'pin',
      name: 'pin_batch',
      sql: sql`join pin_batches pin_batch on (pin_batch.institution_id, pin_batch.id) = (${pins.institutionId}, ${pins.batchId})`,
    },
    {
      subject: 'pin',
      name: 'seller',
      sql: sql`left join pin_sellers seller on (seller.institution_id, seller.id) = (${pins.institutionId}, ${pins.sellerId})`,
    },
  ],
  fields: [
    ...pinBatchReports.fields,
    ofKind.choice('kind', 'Pin', sql`kind.name`, { code: pins.kindId, isId: true, options: named('pin_kinds') }),
    ofKind.choice('type', 'Type', type.value, type.more),
    ofKind.text('program', 'Programme', sql`kind_program.name`),
    ofKind.money('price', 'Price', sql`kind.price`),
    own.choice('status', 'Status', status.value, status.more),
    own.number('batch', 'Batch of pins', sql`pin_batch.number`, { joins: ['pin_batch'] }),
    own.choice('form', 'Form', form.value, form.more),
    own.day('expires_on', 'Expires on', pins.expiresOn),
    own.yesNo('is_expired', 'Expired', (context) => sql`(${pins.expiresOn} < ${todayIn(context, pins.institutionId)})`),
    ...saleFields(),
  ],
};

function saleFields() {
  const { choice, day, yesNo, number } = fieldsIn('pin', 'sale', { width: 14 });
  return [
    choice('seller', 'Seller', sql`seller.name`, {
      joins: ['seller'],
      code: pins.sellerId,
      isId: true,
      options: named('pin_sellers'),
    }),
    day('sold_on', 'Sold on', localDay(pins.soldAt)),
    day('used_on', 'Used on', localDay(pins.usedAt)),
    yesNo('is_replaced', 'Replaces another', sql`${pins.replacesSerial} is not null`),
    number('views_used', 'Results shown', pins.viewsUsed, { isSummed: true }),
  ];
}
