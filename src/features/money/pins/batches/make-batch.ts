import { Readable } from 'node:stream';
import { eq, and, isNull, sql } from 'drizzle-orm';
import { systemActor, allow, membershipIn, type Actor, can, institutionsWhere } from '#kernel/actor.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { type Tx, type Db, type Database, query, hasKey } from '#kernel/database.ts';
import { discardOnError, keepFile, type Files } from '#kernel/files.ts';
import { formatMoney } from '#kernel/money.ts';
import { formatDay, addDays, today } from '#kernel/dates.ts';
import { renderPdf } from '#kernel/pdf/render-pdf.ts';
import { countOf } from '#ui/format.ts';
import type { PinSheet } from '../print/pin-sheet.pdf.ts';
import { pinKeys, secretDigits } from '../pin-keys.ts';
import { pinBatches, pinKinds } from '../pins.schema.ts';
import {
  pinTypes,
  secretText,
  serialText,
  batchPurposes,
  largestBatch,
  layouts,
  type PinType,
  type BatchPurpose,
  type BatchState,
  type Layout,
} from '../pins.ts';
import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import { take } from '#kernel/counters.ts';
import { NotFound, ValidationError, orNotFound } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { choice, emptyIsNull, id, optionalDay } from '#kernel/schemas.ts';
import { ownHosts, ownOrigin } from '#features/school/site/own-hosts.ts';
import { sites } from '#features/school/site/site.schema.ts';
import { notify } from '#kernel/notify.ts';

const layout = new URL('../print/pin-sheet.pdf.ts', import.meta.url);

/** Writes the sheet of a batch, sealed like the secrets in it, and tells its maker. */
export async function writeSheet(services: PinServices, job: BatchJob, signal: AbortSignal): Promise<void> {
  const { database, files, secret } = services;
  const { institutionId } = job;
  const inside = <T>(work: (tx: Tx) => Promise<T>) => database.asSystem([institutionId], work);
  const found = await inside((tx) => sheetOf(tx, secret, job));
  if (!found) return;
  const { batch, sheet } = found;
  const content =
    batch.layout === 'csv'
      ? Buffer.from(csvOf(sheet))
      : await renderPdf(layout, sheet, { inJob: true, signal, longest: 300_000 });
  const sealed = pinKeys(secret, institutionId).seal(content.toString('base64'));
  const stored = await files.store(Readable.from([sealed]), { bytes: sealed.length, field: 'file' });
  const actor = systemActor(institutionId, 'Akada', batch.accountId);
  await discardOnError(files, [stored], () =>
    inside(async (tx) => {
      const name = `pins-${batch.number}.sealed`;
      const kept = { ...stored, purpose: 'pins', name, mediaType: 'application/octet-stream' };
      const fileId = await keepFile(tx, actor, institutionId, kept);
      await tx.update(pinBatches).set({ state: 'ready', fileId }).where(isBatch(job));
      await tellMaker(tx, batch, `The sheet of ${countOf(batch.quantity, 'pin')} is ready to print`);
    }),
  );
}

/** What is printed; null if the batch is finished. */
async function sheetOf(tx: Tx, secret: Buffer, job: BatchJob) {
  const [row] = await tx
    .select({ batch: pinBatches, kind: pinKinds, institution: institutions })
    .from(pinBatches)
    .innerJoin(pinKinds, eq(pinKinds.id, pinBatches.kindId))
    .innerJoin(institutions, eq(institutions.id, pinBatches.institutionId))
    .where(isBatch(job));
  if (row?.batch.state !== 'making') return null;
  const { batch, kind, institution } = row;
  const digits = batch.secrets && pinKeys(secret, job.institutionId).unseal(batch.secrets);
  if (!digits) throw new Error(`The secrets of batch ${batch.id} can’t be read.`);
  const sheet: PinSheet = {
    perPage: batch.layout === 'cards8' ? 8 : batch.layout === 'cards24' ? 24 : 10,
    institution: institution.name,
    accent: institution.accent,
    name: kind.name,
    type: pinTypes[kind.type],
    price: formatMoney({ minor: kind.price, currency: institution.currency }),
    validity: `Valid until ${formatDay(batch.expiresOn)}`,
    instructions: kind.instructions,
    link: batch.link,
    pins: Array.from({ length: batch.quantity }, (_, at) => ({
      serial: serialText(batch.firstSerial + at),
      secret: digits.slice(at * secretDigits, (at + 1) * secretDigits),
    })),
  };
  return { batch, sheet };
}

/** Digits as text, so that no spreadsheet drops a leading zero. */
const csvOf = ({ pins, name, validity }: PinSheet): string =>
  [
    'Serial number,Pin,Type,Validity',
    ...pins.map(({ serial, secret }) => `="${serial}",="${secretText(secret)}",${quoted(name)},${quoted(validity)}`),
  ]
    .map((row) => `${row}\r\n`)
    .join('');

const quoted = (text: string) => `"${text.replace(/^([=+\-@\t\r])/, "'$1").replaceAll('"', '""')}"`;

const many = `Enter a number from 1 to ${largestBatch.toLocaleString('en')}.`;
export const MakeBatch = z.object({
  kind_id: id,
  purpose: choice(batchPurposes),
  quantity: z.coerce.number({ error: many }).int(many).min(1, many).max(largestBatch, many),
  expires_on: optionalDay,
  layout: emptyIsNull(choice(layouts)),
});

/** Reserves the serial numbers of a batch; a job makes its pins and writes its sheet. Returns the batch's id. */
export async function makeBatch(tx: Tx, actor: Actor, jobs: Jobs, origin: string, input: z.infer<typeof MakeBatch>) {
  const kind = await lockKind(tx, input.kind_id);
  const { institutionId } = kind;
  allow(actor, 'pins.make', institutionId);
  const { purpose, quantity, layout } = input;
  if (purpose === 'cards' && layout === null) throw new ValidationError('layout', 'Choose how the cards are printed.');
  const now = today(membershipIn(actor, institutionId)!.timeZone);
  const expiresOn = input.expires_on ?? addDays(now, kind.validDays);
  if (expiresOn <= now) throw new ValidationError('expires_on', 'Choose a day after today.');
  if (expiresOn > addDays(now, 1830))
    throw new ValidationError('expires_on', 'Pins can be valid for up to five years.');
  const number = await take(tx, institutionId, 'pin batch');
  const firstSerial = await take(tx, institutionId, 'pin', quantity);
  const [batch] = await tx
    .insert(pinBatches)
    .values({
      institutionId,
      number,
      kindId: kind.id,
      purpose,
      quantity,
      firstSerial,
      expiresOn,
      layout: purpose === 'cards' ? layout : null,
      accountId: actor.accountId!,
      link: purpose === 'cards' ? await formAddress(tx, institutionId, origin, kind.type) : null,
    })
    .returning({ id: pinBatches.id });
  await jobs.send(tx, 'pins.make', { institutionId, batchId: batch!.id }, { group: institutionId });
  await record(tx, actor, 'pins.make', {
    institutionId,
    summary: `made ${countOf(quantity, 'pin')} “${kind.name}”, valid until ${formatDay(expiresOn)}`,
    subject: { type: 'pin_batch', id: batch!.id },
    details: { number, purpose, firstSerial, quantity },
  });
  return { id: batch!.id, institutionId };
}

async function lockKind(tx: Tx, kindId: number) {
  const [kind] = await tx
    .select()
    .from(pinKinds)
    .where(and(eq(pinKinds.id, kindId), isNull(pinKinds.archivedAt)))
    .for('share');
  return orNotFound(kind, 'type of pin');
}

/** Where the pins are used on the institution's site, if it has one. */
async function formAddress(tx: Tx, institutionId: number, origin: string, type: PinType): Promise<string | null> {
  const [site] = await tx
    .select({ slug: sites.slug, hosts: ownHosts(sql`${institutionId}::int`) })
    .from(sites)
    .where(eq(sites.institutionId, institutionId));
  return site ? `${ownOrigin(site.hosts, origin)}/sites/${site.slug}/${type === 'result' ? 'result' : 'apply'}` : null;
}

interface Row {
  id: number;
  institutionId: number;
  number: number;
  kind: string;
  purpose: BatchPurpose;
  quantity: number;
  firstSerial: number;
  expiresOn: string;
  state: BatchState;
  layout: Layout | null;
  done: number;
  hasSheet: boolean;
  accountId: number;
  maker: string;
  createdAt: string;
  printedAt: string | null;
  /** How many pins are in which status. */
  counts: Record<string, number>;
  /** Cards that open nothing yet: with no seller, and not sold. `last` ends the first run of serials. */
  idle: { count: number; first: number; last: number } | null;
  /** Whether there is a public page where they are typed. */
  hasSite: boolean;
}

/** A batch with the states of its pins. */
export async function batchRecord(db: Db, actor: Actor, batchId: number) {
  const [row] = await query<Row>(db)`
    select b.id, b.institution_id as "institutionId", b.number, k.name as kind, b.purpose, b.quantity,
      b.first_serial as "firstSerial", b.expires_on::text as "expiresOn", b.state, b.layout, b.done_count as done,
      b.file_id is not null as "hasSheet", b.account_id as "accountId", a.name as maker,
      to_jsonb(b.created_at) #>> '{}' as "createdAt", to_jsonb(b.printed_at) #>> '{}' as "printedAt",
      coalesce((select jsonb_object_agg(status, n) from (select status, count(*) as n from pins p
        where p.institution_id = b.institution_id and p.batch_id = b.id group by 1) c), '{}') as counts,
      (select jsonb_build_object('count', sum(r.count), 'first', min(r.first), 'last', min(r.last)) from (
        select count(*) as count, min(w.serial) as first, max(w.serial) as last from (
          select p.serial, p.serial - row_number() over (order by p.serial) as run from pins p
          where p.institution_id = b.institution_id and p.batch_id = b.id and p.is_card and p.status = 'available'
            and p.seller_id is null and p.expires_on >= (now() at time zone i.time_zone)::date) w
        group by w.run) r having count(*) > 0) as idle,
      exists (select from sites s where s.institution_id = b.institution_id and s.is_published) as "hasSite"
    from pin_batches b join pin_kinds k on (k.institution_id, k.id) = (b.institution_id, b.kind_id)
    join accounts a on a.id = b.account_id join institutions i on i.id = b.institution_id
    where b.institution_id = any (${sql.param(institutionsWhere(actor, 'pins.view'))}::int[]) and b.id = ${batchId}::bigint`;
  if (!row) throw new NotFound('batch');
  const { accountId, ...batch } = row;
  return {
    ...batch,
    id: Number(row.id),
    firstSerial: Number(row.firstSerial),
    isMaker: Number(accountId) === actor.accountId,
    can: {
      expire: can(actor, 'pins.void', row.institutionId),
      handOver: can(actor, 'pins.handOver', row.institutionId),
    },
  };
}
export type BatchRecord = Awaited<ReturnType<typeof batchRecord>>;

export interface PinServices {
  database: Database;
  files: Files;
  secret: Buffer;
}
export interface BatchJob {
  institutionId: number;
  batchId: number;
}

export const isBatch = ({ institutionId, batchId }: BatchJob) => hasKey(pinBatches, institutionId, batchId);

/** Tells the person who made a batch. */
export const tellMaker = (
  tx: Tx,
  { institutionId, accountId, id }: Pick<typeof pinBatches.$inferSelect, 'institutionId' | 'accountId' | 'id'>,
  title: string,
) => notify(tx, { institutionId, to: [accountId!], kind: 'pins.made', href: `/pin-batches/${id}`, title });
