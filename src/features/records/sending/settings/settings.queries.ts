import { and, eq, isNull } from 'drizzle-orm';
import { institutionsWhere, membershipIn, type Actor, institutionInView } from '#kernel/actor.ts';
import { type Db, query, pick } from '#kernel/database.ts';
import { messageProviders, messageSettings } from '#kernel/messages/messages.schema.ts';
import type { ProviderChannel, ProviderKind } from '#kernel/messages/providers/provider.ts';
import { openProvider, providerKinds } from '#kernel/messages/providers/providers.ts';
import { checkCredit } from '#kernel/messages/credit.ts';
import { waitingChanges } from '#features/records/approvals/waiting-changes.queries.ts';
import { addressMachines, machineOf } from '../hooks/machine-of.ts';
import type {
  ChannelSettings,
  KindForm,
  MessageProvidersProps,
  NetworkPrice,
  PriceGap,
  SavedProvider,
} from '../sending.pages.ts';
import { channelLabels } from '../sending.ts';
import { saveProviderChange } from './save-provider.ts';
import { switchProviderChange } from './switch-provider.ts';

const kinds = Object.keys(providerKinds) as ProviderKind[];

/** The fields of every provider; their code is loaded for this page. */
export const kindForms = (): Promise<KindForm[]> =>
  Promise.all(
    kinds.map(async (kind) => {
      const { label, fields, balance } = await openProvider(kind);
      return { kind, label, fields, hasBalance: Boolean(balance) };
    }),
  );

/** The settings page of one institution. Secrets are never part of it. */
export async function messageProvidersProps(
  db: Db,
  actor: Actor,
  { wanted, origin, forms }: { wanted: number | undefined; origin: string; forms: KindForm[] },
): Promise<MessageProvidersProps> {
  const institutionId = institutionInView(actor, wanted, 'sending.settings');
  const [rows, [settings], prices, gaps, credit, [own], changes] = await Promise.all([
    db
      .select()
      .from(messageProviders)
      .where(and(eq(messageProviders.institutionId, institutionId), isNull(messageProviders.retiredAt)))
      .orderBy(messageProviders.place),
    db.select().from(messageSettings).where(eq(messageSettings.institutionId, institutionId)),
    readPrices(db, institutionId),
    readGaps(db, institutionId),
    checkCredit(db, institutionId, {}),
    query<{ phone: string | null; email: string | null }>(db)`
      select phone, email from accounts where id = ${actor.accountId}`,
    waitingChanges(db, actor, [institutionId], [saveProviderChange, switchProviderChange]),
  ]);
  const { currency, countryId } = membershipIn(actor, institutionId)!;
  const saved = (row: (typeof rows)[number] | undefined): SavedProvider | null => {
    if (!row) return null;
    return {
      ...pick(row, 'id', 'kind', 'isOn', 'perSecond', 'shown'),
      savedAt: row.savedAt.toISOString(),
      testedAt: row.testedAt?.toISOString() ?? null,
      balance: row.balance,
      balanceUnit: row.balanceUnit,
      balanceAt: row.balanceAt?.toISOString() ?? null,
      balanceTrouble: row.balanceTrouble,
      isLow: row.warnedAt !== null,
      webhook: `${origin}/hooks/${institutionId}/${machineOf(row.kind)}`,
      hasSecretInAddress: machineOf(row.kind) in addressMachines,
    };
  };
  const channelOf = (channel: ProviderChannel): ChannelSettings => ({
    channel,
    label: channelLabels[channel],
    kinds: forms.filter(({ kind }) => providerKinds[kind].channel === channel),
    first: saved(rows.find((row) => row.channel === channel && row.place === 1)),
    second: saved(rows.find((row) => row.channel === channel && row.place === 2)),
  });
  return {
    changes,
    institutionId,
    currency,
    networks: prices,
    gaps,
    isNigerian: countryId === 'NG',
    institutions: institutionsWhere(actor, 'sending.settings').map((id) => ({
      id,
      name: membershipIn(actor, id)!.name,
    })),
    channels: (Object.keys(channelLabels) as ProviderChannel[]).map(channelOf),
    quiet: { from: settings?.quietFrom?.slice(0, 5) ?? '', until: settings?.quietUntil?.slice(0, 5) ?? '' },
    budget: {
      month: settings?.budgetMonth ?? null,
      warnBelow: settings?.warnBelow ? String(Number(settings.warnBelow)) : '',
      spent: credit.spent,
      waiting: credit.waiting,
    },
    own: { phone: own?.phone ?? '', email: own?.email ?? '' },
  };
}

async function readPrices(db: Db, institutionId: number) {
  const rows = await query<Omit<NetworkPrice, 'price'> & { price: string | null }>(db)`
    select channel, network, array_agg(prefix order by prefix) as prefixes, min(price)::text as price from message_prices
    where institution_id = ${institutionId} group by channel, network order by channel, network`;
  return rows.map((row) => ({ ...row, price: row.price === null ? null : Number(row.price) }));
}

/** Among the latest messages: an institution writes to the same numbers again and again. */
const readGaps = (db: Db, institutionId: number) =>
  query<PriceGap>(db)`select channel, prefix, count from (
      select o.channel, left(o.recipient, case o.channel when 'sms' then 7 else 4 end) as prefix, count(*)::int as count,
        row_number() over (partition by o.channel order by count(*) desc, 2) as place
      from (select id, recipient, channel, price from outbox where institution_id = ${institutionId} order by id desc limit 3000) o
      where o.channel in ('sms', 'whatsapp') and o.price is null group by 1, 2) g
    where place <= 8 order by channel, count desc, prefix`;
