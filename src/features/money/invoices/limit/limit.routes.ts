import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { openedOf, type OpenedValues } from '#kernel/edit/edit.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { feeSettings } from '../invoices.schema.ts';
import { may, type App } from '#web/routes.ts';
import { chooseInstitution } from '#features/money/fees/choose-institution.ts';
import { LimitFields, saveLimit } from './save-limit.ts';
import { page } from '#web/page.ts';

const address = '/fee-settings';
const config = may('fees.edit');

/** How much one person may take off debts alone. */
export function limitRoutes(app: App): void {
  app.get(address, { config, schema: { querystring: z.object(viewFields) } }, async (request, reply) =>
    reply.page(
      limitPage,
      await request.read(async (db, actor) => {
        const choice = chooseInstitution(actor, request.query.institution_id);
        const [row] = await db
          .select({ limit: feeSettings.aloneLimit })
          .from(feeSettings)
          .where(eq(feeSettings.institutionId, choice.institutionId));
        const limit = row?.limit ?? 0;
        const opened = openedOf(LimitFields, { institution_id: choice.institutionId, limit });
        return { ...choice, limit, opened };
      }),
    ),
  );

  app.post(
    address,
    { config: { ...config, once: true, confirm: true }, schema: { body: LimitFields } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const asked = await saveLimit(tx, actor, request.body);
        return {
          flash: asked ? { message: asked.message, tone: 'info' } : 'The limit was saved.',
          go: `${address}?institution_id=${request.body.institution_id}`,
        };
      }),
  );
}

interface LimitProps {
  institutionId: number;
  institutions: { id: number; name: string }[];
  currency: string;
  limit: number;
  opened: OpenedValues;
}
export const limitPage = page<LimitProps>('invoices/limit');
