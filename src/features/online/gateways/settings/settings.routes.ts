import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { allow, membershipIn, type Actor, institutionChoice } from '#kernel/actor.ts';
import { choice, id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { gatewaySettingsPage, type GatewaySettingsProps, type ProviderSettings } from '../gateways.pages.ts';
import { markTested, SaveKeys, saveKeys, saveKeysChange, OnlineTerms, setTerms } from './save-keys.ts';
import {
  MarkDemonstration,
  markDemonstration,
  SwitchGateway,
  switchGateway,
  switchGatewayChange,
} from './switch-gateway.ts';
import { providers, type Provider } from '../gateways.ts';
import { GatewayRefused } from '../providers/gateway-errors.ts';
import { ValidationError } from '#kernel/errors.ts';
import { gatewayInUse, type GatewayServices, gatewayOf, machineOf, readKeys } from '../providers/gateway-of.ts';
import { eq } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { waitingChanges } from '#features/records/approvals/waiting-changes.queries.ts';
import { gatewayKeys, onlineSettings } from '../gateways.schema.ts';

const setting = may('payments.settings');
const View = z.object({ institution_id: id.optional(), academic_session: z.unknown().optional() });
const TryKeys = z.object({ institution_id: id, provider: choice(providers) });
const pageOf = (institutionId: number) => `/payment-gateways?institution_id=${institutionId}`;

/** How families pay online: keys, the gateway in use, the minimum. */
export function gatewaySettingsRoutes(app: App): void {
  const { services } = app;

  app.get('/payment-gateways', { config: setting, schema: { querystring: View } }, async (request, reply) => {
    const origin = await request.publicOrigin();
    const wanted = request.query.institution_id;
    return reply.page(
      gatewaySettingsPage,
      await request.read((db, actor) => gatewaySettings(db, actor, services, { wanted, origin })),
    );
  });

  app.post(
    '/payment-gateways/keys',
    { config: { ...setting, confirm: true }, schema: { body: SaveKeys } },
    async (request, reply) => {
      const { body } = request;
      const asked = await request.write((tx, actor) => saveKeys(tx, actor, services, body));
      const saved = `The keys of ${providers[body.provider]} are saved.`;
      return reply.flash(asked?.message ?? saved).seeOther(pageOf(body.institution_id));
    },
  );

  app.post('/payment-gateways/test', { config: setting, schema: { body: TryKeys } }, async (request, reply) => {
    const { institution_id: institutionId, provider } = request.body;
    await request.write(async (_tx, actor) => allow(actor, 'payments.settings', institutionId));
    await tryKeys(services, provider, institutionId);
    await request.write((tx) => markTested(tx, institutionId, provider));
    return reply.flash(`${providers[provider]} accepts the keys.`).seeOther(pageOf(institutionId));
  });

  app.post(
    '/payment-gateways/enable',
    { config: { ...setting, confirm: true }, schema: { body: SwitchGateway } },
    async (request, reply) => {
      const { body } = request;
      const asked = await request.write((tx, actor) => switchGateway(tx, actor, services.secret, body));
      const done = body.provider
        ? `Families can now pay through ${providers[body.provider]}.`
        : 'Online payment is off.';
      return reply.flash(asked?.message ?? done).seeOther(pageOf(body.institution_id));
    },
  );

  app.post(
    '/payment-gateways/demonstration',
    { config: { ...setting, confirm: true }, schema: { body: MarkDemonstration } },
    async (request, reply) => {
      const { body } = request;
      await request.write((tx, actor) => markDemonstration(tx, actor, body));
      return reply
        .flash(body.is_demonstration ? 'This is a demonstration now.' : 'This is no longer a demonstration.')
        .seeOther(pageOf(body.institution_id));
    },
  );

  app.post('/payment-gateways/terms', { config: setting, schema: { body: OnlineTerms } }, async (request, reply) => {
    await request.write((tx, actor) => setTerms(tx, actor, request.body));
    return reply.flash('Saved.').seeOther(pageOf(request.body.institution_id));
  });
}

/** Asks the provider about a payment that cannot exist: it knows the key if it answers that there is none. */
async function tryKeys(services: GatewayServices, provider: Provider, institutionId: number): Promise<void> {
  const inUse = await gatewayInUse(services, provider, institutionId);
  if (!inUse) throw new ValidationError('form', `Save the keys of ${providers[provider]} first.`);
  const reference = `AKD-TEST-${randomBytes(8).toString('hex').toUpperCase()}`;
  try {
    await inUse.gateway.query({ reference, settings: inUse.settings });
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new ValidationError('form', error instanceof GatewayRefused ? `${words}. Check the secret key.` : words);
  }
}

/** The settings page of one institution. Secrets are never part of it. */
async function gatewaySettings(
  db: Db,
  actor: Actor,
  services: GatewayServices,
  { wanted, origin }: { wanted: number | undefined; origin: string },
): Promise<GatewaySettingsProps> {
  const choice = institutionChoice(actor, wanted, 'payments.settings');
  const { institutionId } = choice;
  const names = Object.keys(providers) as Provider[];
  const [[settings], saved, changes, ...keys] = await Promise.all([
    db.select().from(onlineSettings).where(eq(onlineSettings.institutionId, institutionId)),
    db
      .select({ provider: gatewayKeys.provider, savedAt: gatewayKeys.savedAt, testedAt: gatewayKeys.testedAt })
      .from(gatewayKeys)
      .where(eq(gatewayKeys.institutionId, institutionId)),
    waitingChanges(db, actor, [institutionId], [saveKeysChange, switchGatewayChange]),
    ...names.map((provider) => readKeys(db, services.secret, { institutionId, provider })),
  ]);
  return {
    ...choice,
    changes,
    currency: membershipIn(actor, institutionId)!.currency,
    enabled: settings?.provider ?? null,
    isDemonstration: settings?.isDemonstration ?? false,
    minimum: settings?.minimum ?? 100_000,
    givesAccounts: settings?.givesAccounts ?? false,
    providers: names.map((provider, at): ProviderSettings => {
      const gateway = gatewayOf(services, provider, institutionId);
      const row = saved.find((one) => one.provider === provider);
      return {
        provider,
        label: providers[provider],
        isSaved: Boolean(keys[at]),
        mode: keys[at]?.mode ?? null,
        fields: gateway.fields.map((field) => ({
          ...field,
          value: field.isSecret ? '' : (keys[at]?.settings[field.name] ?? ''),
        })),
        savedAt: row?.savedAt.toISOString() ?? null,
        testedAt: row?.testedAt?.toISOString() ?? null,
        webhook: `${origin}/hooks/${institutionId}/${machineOf(provider)}`,
      };
    }),
  };
}
