import { timingSafeEqual, createHash } from 'node:crypto';
import { and, eq, isNotNull } from 'drizzle-orm';
import { registerCache } from '#kernel/cache-registry.ts';
import { messageProviders } from '#kernel/messages/messages.schema.ts';
import type { ProviderKind, ProviderSettings } from '#kernel/messages/providers/provider.ts';
import type { Services } from '#web/routes.ts';
import { unsealSettings } from '../keys.ts';

type HookServices = Pick<Services, 'database' | 'secret'>;

const keptFor = 5_000;

/** The saved settings of a provider, read again after some seconds: hundreds of reports a second ask for them. */
export function settingsForHooks(services: HookServices) {
  const kept = registerCache(new Map<string, { until: number; settings: Promise<ProviderSettings> }>());
  return (institutionId: number, kind: ProviderKind): Promise<ProviderSettings> => {
    const name = `${institutionId} ${kind}`;
    const known = kept.get(name);
    if (known && known.until > performance.now()) return known.settings;
    const settings = savedSettings(services, institutionId, kind);
    kept.set(name, { until: performance.now() + keptFor, settings });
    settings.catch(() => kept.delete(name));
    return settings;
  };
}

async function savedSettings({ database, secret }: HookServices, institutionId: number, kind: ProviderKind) {
  const [row] = await database.readAsSystem([institutionId], (db) =>
    db
      .select({ channel: messageProviders.channel, sealed: messageProviders.sealed })
      .from(messageProviders)
      .where(
        and(
          eq(messageProviders.institutionId, institutionId),
          eq(messageProviders.kind, kind),
          isNotNull(messageProviders.place),
        ),
      ),
  );
  return (row && unsealSettings(secret, { institutionId, channel: row.channel, kind }, row.sealed)) ?? {};
}

/** Whether Meta was told this token by the institution. Constant time. */
export async function isVerifyToken(services: HookServices, institutionId: number, token: string): Promise<boolean> {
  const { verifyToken = '' } = await savedSettings(services, institutionId, 'whatsapp');
  const hashed = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashed(token), hashed(verifyToken)) && verifyToken !== '';
}
