import { eq } from 'drizzle-orm';
import { institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { waitingChanges } from '#features/records/approvals/waiting-changes.queries.ts';
import { gatewayKeys, onlineSettings } from '../gateways.schema.ts';
import type { GatewaySettingsProps, ProviderSettings } from '../gateways.pages.ts';
import { providers, type Provider } from '../gateways.ts';
import { gatewayOf, type GatewayServices } from '../providers/gateway-of.ts';
import { machineOf, readKeys } from '../providers/keys.ts';
import { saveKeysChange } from './save-keys.ts';
import { switchGatewayChange } from './switch-gateway.ts';

/** The settings page of one institution. Secrets are never part of it. */
export async function gatewaySettings(
  db: Db,
  actor: Actor,
  services: GatewayServices,
  { wanted, origin }: { wanted: number | undefined; origin: string },
): Promise<GatewaySettingsProps> {
  const [institutionId] = institutionsInView(actor, wanted, 'payments.settings');
  if (!institutionId) throw new NotAllowed();
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
    changes,
    institutionId,
    institutions: institutionsWhere(actor, 'payments.settings').map((id) => ({
      id,
      name: membershipIn(actor, id)!.name,
    })),
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
