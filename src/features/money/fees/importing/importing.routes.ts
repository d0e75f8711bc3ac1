import { z } from 'zod';
import { today } from '#kernel/dates.ts';
import { discardAll } from '#kernel/files.ts';
import { notations, type Notation } from '#kernel/notation.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { readSmallTable } from '#features/people/imports/reader/read-table.ts';
import { countOf } from '#ui/format.ts';
import { may, type App } from '#web/routes.ts';
import { receiveStoredFile } from '#web/uploads.ts';
import { chooseInstitution } from '../choose-institution.ts';
import { PlaceKey, placesOf } from '../copying/copy-fees.ts';
import { feeChoices } from '../setup/end-fee.ts';
import { readFees } from './read-fees.ts';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { type Tx, query } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { day, id, queryParam } from '#kernel/schemas.ts';
import { createFee } from '../setup/create-fee.ts';
import { FeeFields } from '../setup/percent-field.ts';
import { page } from '#web/page.ts';
import type { InstitutionChoice } from '../fees.pages.ts';

const editing = may('fees.edit');
const Asked = z.object({
  ...viewFields,
  place: queryParam(PlaceKey),
  due_on: queryParam(day),
  category: queryParam(id),
  notation: queryParam(z.enum(notations)),
});

/** Fees from a file: checked first, then added as the form of a fee adds them. */
export function importingRoutes(app: App): void {
  const { files } = app.services;

  app.get('/fees/import', { config: editing, schema: { querystring: Asked } }, async (request, reply) => {
    const { query } = request;
    const props = await request.read(async (db, actor) => {
      const choice = chooseInstitution(actor, query.institution_id);
      const [places, { categories, sessions }] = await Promise.all([
        placesOf(db, choice.institutionId),
        feeChoices(db, choice.institutionId),
      ]);
      const open = places.filter(({ isClosed }) => !isClosed);
      const current = sessions.flatMap(({ terms }) => terms).find(({ isCurrent }) => isCurrent);
      const place =
        open.find(({ key }) => key === query.place) ?? open.find(({ termId }) => termId === current?.id) ?? open[0];
      const now = today(membershipIn(actor, choice.institutionId)!.timeZone);
      return {
        ...choice,
        places: open.map(({ key, name }) => ({ key, name })),
        categories,
        place: place?.key ?? '',
        dueOn: query.due_on ?? (place && place.startsOn > now ? place.startsOn : now),
        category: query.category ?? null,
        notation: query.notation ?? null,
      };
    });
    return reply.page(feeImportPage, props);
  });

  app.post(
    '/fees/import/check',
    { config: { ...editing, isHeavy: true }, schema: { querystring: Asked } },
    async (request, reply) => {
      const { institution_id: wanted, place: key, due_on: dueOn, category, notation } = request.query;
      const { institutionId } = chooseInstitution(request.actor, wanted);
      const { stored } = await receiveStoredFile(request, files, { field: 'file', bytes: 2_000_000 });
      try {
        const table = await readSmallTable(files, institutionId, stored, 'fees');
        const [places, choices, there] = await request.read((db) =>
          Promise.all([
            placesOf(db, institutionId),
            feeChoices(db, institutionId),
            query<{ key: string }>(db)`
              select coalesce('t' || term_id, 's' || session_id) || ' ' || lower(title) as key from fees
              where institution_id = ${institutionId} and ended_at is null`,
          ]),
        );
        const place = places.find((one) => one.key === key && !one.isClosed);
        if (!place || !dueOn) throw new ValidationError('file', 'Choose the term and the due date first.');
        const known = {
          places,
          choices,
          titles: new Set(there.map((one) => one.key)),
          today: today(membershipIn(request.actor, institutionId)!.timeZone),
        };
        const defaults = { place, dueOn, categoryId: category ?? null, notation: notation ?? null };
        return reply.send(readFees(table, known, defaults));
      } finally {
        await discardAll(files, [stored.storedAs]);
      }
    },
  );

  app.post('/fees/import', { config: { ...editing, once: true }, schema: { body: ImportFees } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      await importFees(tx, actor, request.body);
      const added = countOf(request.body.fees.length, 'fee was', 'fees were');
      return { flash: `${added} added. Nobody is billed yet.`, go: '/fees' };
    }),
  );
}

const ImportFees = z.object({
  institutionId: id,
  fees: z.array(FeeFields).min(1, 'The file has no fees.').max(200, 'Import up to 200 fees at once.'),
});

/** Adds the fees of a file, all or none. Nobody is billed by them. */
async function importFees(tx: Tx, actor: Actor, { institutionId, fees }: z.infer<typeof ImportFees>) {
  for (const fee of fees)
    await createFee(tx, actor, { ...fee, institutionId }).catch((error: unknown) => {
      throw error instanceof ValidationError ? new ValidationError('form', `${fee.title}: ${error.message}`) : error;
    });
}

interface FeeImportProps extends InstitutionChoice {
  places: { key: string; name: string }[];
  categories: { id: number; name: string }[];
  place: string;
  dueOn: string;
  category: number | null;
  /** As chosen; null as the file shows it. */
  notation: Notation | null;
}
export const feeImportPage = page<FeeImportProps>('fees/fee-import');
