import { sql, type SQLWrapper } from 'drizzle-orm';
import { dayIn } from '#kernel/database/day-in.ts';
import { fieldsIn, fixedChoice, inView, latestOf } from '#kernel/contracts/report-fields.ts';
import type { FilterOf, MeaningsOf } from '#kernel/contracts/report-list.ts';
import type { ReportParts, ReportContext } from '#kernel/contracts/report.ts';
import { pinBatches } from '../pins.schema.ts';
import { batchPurposes, batchStates } from '../pins.ts';
import type { batchList } from './batches.list.ts';
import type { Permission } from '#kernel/permissions.ts';

const seeing = ['pins.view'] as const;
const own = fieldsIn('pin_batch', 'batch', { width: 14 });
const stock = fieldsIn('pin_batch', 'stock', { joins: ['stock'], isSummed: true, width: 10 });

const purpose = fixedChoice(pinBatches.purpose, batchPurposes);
const state = fixedChoice(pinBatches.state, batchStates);
const localDay = (at: SQLWrapper) => dayIn(pinBatches.institutionId, at);

/** Types or sellers of pins to choose from. */
export const namedIn =
  (table: 'pin_kinds' | 'pin_sellers', permissions: readonly Permission[]) => (context: ReportContext) =>
    sql`select k.id::text as value, k.name as label from ${sql.raw(table)} k
    where ${inView(sql`k.institution_id`, context, permissions)} order by k.archived_at is not null, k.name, k.id`;

/** What reports can show of batches of pins. */
export const pinBatchReports: Required<ReportParts> = {
  subjects: [
    {
      ...latestOf(pinBatches, seeing),
      name: 'pin_batch',
      label: 'Batches of pins',
      one: 'batch',
      many: 'batches',
      place: 72,
      rowName: sql`'Batch ' || ${pinBatches.number}`,
      href: '/pin-batches/',
      exporting: 'pins.view',
      groups: { batch: 'Batch', stock: 'Pins' },
      usual: ['number', 'kind', 'quantity', 'sold', 'used'],
    },
  ],
  lists: [
    {
      name: 'pin-batches',
      subject: 'pin_batch',
      filters: { kind_id: 'kind', purpose: 'purpose' } satisfies MeaningsOf<FilterOf<typeof batchList>>,
      columns: {
        number: ['number'],
        kind: ['kind'],
        purpose: ['purpose'],
        quantity: ['quantity'],
        serials: ['first_serial', 'last_serial'],
        expires: ['expires_on'],
        state: ['state'],
        made: ['made_by', 'made_on'],
      },
    },
  ],
  joins: [
    {
      subject: 'pin_batch',
      name: 'batch_kind',
      sql: sql`join pin_kinds batch_kind on (batch_kind.institution_id, batch_kind.id) = (${pinBatches.institutionId}, ${pinBatches.kindId})`,
    },
    {
      subject: 'pin_batch',
      name: 'maker',
      sql: sql`left join accounts maker on maker.id = ${pinBatches.accountId}`,
    },
    {
      subject: 'pin_batch',
      name: 'stock',
      sql: sql`left join lateral (
        select count(*) filter (where p.status = 'available')::int as available,
          count(*) filter (where p.status in ('sold', 'used'))::int as sold,
          count(*) filter (where p.status = 'used')::int as used, count(*) filter (where p.status = 'void')::int as void
        from pins p where p.institution_id = ${pinBatches.institutionId} and p.batch_id = ${pinBatches.id}) stock on true`,
    },
  ],
  fields: [
    own.number('number', 'Batch of pins', pinBatches.number),
    own.choice('kind', 'Pin', sql`batch_kind.name`, {
      joins: ['batch_kind'],
      code: pinBatches.kindId,
      isId: true,
      width: 22,
      options: namedIn('pin_kinds', seeing),
    }),
    own.choice('purpose', 'Use', purpose.value, { ...purpose.more, width: 22 }),
    own.choice('state', 'Status', state.value, state.more),
    own.text('first_serial', 'First serial number', sql`lpad(${pinBatches.firstSerial}::text, 8, '0')`),
    own.text(
      'last_serial',
      'Last serial number',
      sql`lpad((${pinBatches.firstSerial} + ${pinBatches.quantity} - 1)::text, 8, '0')`,
    ),
    own.day('expires_on', 'Valid until', pinBatches.expiresOn),
    own.day('made_on', 'Made on', localDay(pinBatches.createdAt)),
    own.text('made_by', 'Made by', sql`maker.name`, { joins: ['maker'], width: 22 }),
    own.day('printed_on', 'Printed on', localDay(pinBatches.printedAt)),
    stock.number('quantity', 'Pins', pinBatches.quantity, { joins: [] }),
    stock.number('available', 'In stock', sql`stock.available`),
    stock.number('sold', 'Sold', sql`stock.sold`),
    stock.number('used', 'Used', sql`stock.used`),
    stock.number('void', 'Void', sql`stock.void`),
  ],
};
