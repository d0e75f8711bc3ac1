import { sql, type SQLWrapper } from 'drizzle-orm';
import { dayIn } from '#kernel/database/day-in.ts';
import { fieldsIn, fixedChoice, todayIn, latestOf } from '#kernel/contracts/report-fields.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { pinBatchReports, namedIn } from './batches/batches.reports.ts';
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
/** What reports can show of pins: never the secret that opens a form or a result. */
export const pinReports: ReportParts = {
  subjects: [
    {
      ...latestOf(pins, seeing),
      name: 'pin',
      label: 'Pins',
      one: 'pin',
      many: 'pins',
      place: 70,
      rowName: sql`'Pin ' || lpad(${pins.serial}::text, 8, '0')`,
      href: '/pins/',
      exporting: 'pins.view',
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
    ofKind.choice('kind', 'Pin', sql`kind.name`, {
      code: pins.kindId,
      isId: true,
      options: namedIn('pin_kinds', seeing),
    }),
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
      options: namedIn('pin_sellers', seeing),
    }),
    day('sold_on', 'Sold on', localDay(pins.soldAt)),
    day('used_on', 'Used on', localDay(pins.usedAt)),
    yesNo('is_replaced', 'Replaces another', sql`${pins.replacesSerial} is not null`),
    number('views_used', 'Results shown', pins.viewsUsed, { isSummed: true }),
  ];
}
