import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { institutions } from '#kernel/identity.schema.ts';
import type { Tx } from '#kernel/database.ts';
import { discardOnError, keepFile } from '#kernel/files.ts';
import { formatMoney } from '#kernel/money.ts';
import { formatDay } from '#kernel/dates.ts';
import { renderPdf } from '#kernel/pdf/render-pdf.ts';
import { countOf } from '#ui/format.ts';
import type { PinSheet } from '../print/pin-sheet.ts';
import { pinKeys, secretDigits } from '../pin-keys.ts';
import { pinBatches, pinKinds } from '../pins.schema.ts';
import { pinTypes, secretText, serialText } from '../pins.ts';
import { isBatch, tellMaker, type BatchJob, type PinServices } from './batch-work.ts';

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
