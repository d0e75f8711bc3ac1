import { z } from 'zod';
import { allow } from '#kernel/actor.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { chooseInstitution, currencyOf } from '../choose-institution.ts';
import { findFee, type FeeDetails } from '../setup/fee.queries.ts';
import {
  CopyFees,
  copyFees,
  feesOf,
  copyFor,
  type Adjustment,
  AdjustmentFields,
  PlaceKey,
  placesOf,
  usualPlaces,
  type Place,
} from './copy-fees.ts';
import { classesToCopyTo, DuplicateFee, duplicateFee } from './duplicate-fee.ts';
import { compulsoryTotal } from '../setup/compulsory-total.ts';
import { page } from '#web/page.ts';
import type { InstitutionChoice } from '../fees.pages.ts';

const params = z.object({ id });
const editing = may('fees.edit');
const Asked = z.object({
  institution_id: queryParam(id),
  academic_session: queryParam(id),
  from: queryParam(PlaceKey),
  to: queryParam(PlaceKey),
  ...AdjustmentFields,
});

export function copyingRoutes(app: App): void {
  app.get('/fees/copy', { config: editing, schema: { querystring: Asked } }, async (request, reply) => {
    const { query } = request;
    const { percent, direction, step } = query;
    const [choice, places] = await request.read(async (db, actor) => {
      const chosen = chooseInstitution(actor, query.institution_id);
      return [chosen, await placesOf(db, chosen.institutionId)] as const;
    });
    const usual = usualPlaces(places);
    const from = places.find(({ key }) => key === query.from) ?? usual.from;
    const to = places.find(({ key }) => key === query.to) ?? usual.to;
    const adjustment = { percent, direction, step };
    const rows =
      from && to && from.key !== to.key
        ? await request.read(async (db, actor) => {
            const [fees, there] = await Promise.all([
              feesOf(db, actor, choice.institutionId, from),
              feesOf(db, actor, choice.institutionId, to),
            ]);
            return previewOf(fees, there, from, to, adjustment);
          })
        : [];
    return reply.page(feeCopyPage, {
      ...choice,
      places: places.map(({ key, name, fees, isClosed }) => ({ key, name, fees, isClosed })),
      from: from?.key ?? '',
      to: to?.key ?? '',
      adjustment,
      rows,
    });
  });

  app.post('/fees/copy', { config: { ...editing, once: true }, schema: { body: CopyFees } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      const count = await copyFees(tx, actor, request.body);
      const flash = count === 1 ? 'The fee was copied.' : `${count} fees were copied. You can edit each of them.`;
      return { flash, go: request.body.to.startsWith('t') ? `/fees?term=${request.body.to.slice(1)}` : '/fees' };
    }),
  );

  app.get('/fees/:id/duplicate', { config: editing, schema: { params } }, async (request, reply) => {
    const [fee, currency] = await request.read(async (db, actor) => {
      const found = await findFee(db, actor, request.params.id);
      allow(actor, 'fees.edit', found.institutionId);
      return [found, currencyOf(actor, found.institutionId)] as const;
    });
    return reply.page(feeDuplicatePage, {
      fee,
      currency,
      classes: await request.read((db) => classesToCopyTo(db, fee)),
    });
  });

  app.post(
    '/fees/:id/duplicate',
    { config: { ...editing, once: true }, schema: { params, body: DuplicateFee } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const count = await duplicateFee(tx, actor, request.params.id, request.body);
        const flash = count === 1 ? 'The fee was copied for 1 class.' : `The fee was copied for ${count} classes.`;
        return { flash, go: '/fees' };
      }),
  );
}

/** What copying the fees of one term to another would make of each. */
const previewOf = (
  fees: FeeDetails[],
  there: FeeDetails[],
  from: Place,
  to: Place,
  adjustment: Adjustment,
): CopyPreview[] => {
  const titles = new Set(there.map(({ title }) => title.toLowerCase()));
  return fees.map((fee) => {
    const copy = copyFor(fee, from, to, adjustment);
    return {
      id: fee.id,
      title: copy.title,
      audience: fee.audience,
      particulars: fee.particulars.map(({ name, isOptional, amount }, at) => ({
        name,
        isOptional,
        before: amount,
        after: copy.particulars[at]!.amount,
      })),
      before: compulsoryTotal(fee.particulars),
      after: compulsoryTotal(copy.particulars),
      dates: fee.instalments.map(({ dueOn }, at) => ({ before: dueOn, after: copy.instalments[at]!.dueOn })),
      isThere: titles.has(copy.title.toLowerCase()),
    };
  });
};

export interface FeeDuplicateProps {
  fee: FeeDetails;
  currency: string;
  classes: { id: number; name: string; program: string; title: string; isTaken: boolean }[];
}
export const feeDuplicatePage = page<FeeDuplicateProps>('fees/fee-duplicate');

/** A fee and what its copy would be. */
export interface CopyPreview {
  id: number;
  title: string;
  audience: FeeDetails['audience'];
  particulars: { name: string; isOptional: boolean; before: number; after: number }[];
  before: number;
  after: number;
  dates: { before: string; after: string }[];
  /** The target has a fee of this title. */
  isThere: boolean;
}

interface FeeCopyProps extends InstitutionChoice {
  places: Pick<Place, 'key' | 'name' | 'fees' | 'isClosed'>[];
  from: string;
  to: string;
  adjustment: Adjustment;
  rows: CopyPreview[];
}
export const feeCopyPage = page<FeeCopyProps>('fees/fee-copy');
