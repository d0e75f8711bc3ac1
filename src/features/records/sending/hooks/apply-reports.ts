import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import type { ProviderChannel, Report } from '#kernel/messages/providers/provider.ts';
import { stateRank } from '#kernel/messages/states.ts';
import { byIndex, fewRows } from '../by-index.ts';
import { blockGone } from '../sender/save-results.ts';

/** The reports of one request, and the hash of its body. */
export interface DeliveryReports {
  bodyHash: Buffer;
  reports: Report[];
}

interface Applied {
  isKnown: boolean[];
  gone: { channel: ProviderChannel; addresses: string[] }[];
}

interface Found {
  at: string;
  id: number;
  given: string;
  state: keyof typeof stateRank;
  channel: ProviderChannel;
  recipient: string;
}

/**
 * Moves messages on as reported, in one statement and with one entry in the log. A body that was applied before counts
 * no more; one about messages that we never sent changes nothing and may come again. Returns which requests are known,
 * and the numbers and addresses that don't exist.
 */
export async function applyReports(
  tx: Tx,
  actor: Actor,
  { institutionId, machine }: { institutionId: number; machine: string },
  deliveries: DeliveryReports[],
): Promise<Applied> {
  await byIndex(tx);
  const ids = [...new Set(deliveries.flatMap(({ reports }) => reports.map(({ id }) => id)))];
  const found = await lockReported(tx, institutionId, ids);
  const rows = new Map(found.map((row) => [row.given, row]));
  const isKnown = deliveries.map(({ reports }) => reports.some(({ id }) => rows.has(id)));
  const known = deliveries.filter((_, at) => isKnown[at]);
  if (known.length === 0) return { isKnown, gone: [] };
  const received = await keepReceipts(tx, institutionId, machine, known);
  const changes = changesBy(
    known.filter(({ bodyHash }) => received.has(bodyHash.toString('hex'))).flatMap(({ reports }) => reports),
    rows,
  );
  if (changes.length === 0) return { isKnown, gone: [] };
  await query(
    tx,
    sql`
    update outbox o set state = r.state, state_at = now(), sent_at = coalesce(o.sent_at, now()),
      failure = case when r.state in ('undelivered', 'failed') then r.why end
    from jsonb_to_recordset(${fewRows(changes)}::jsonb) as r(one int, at text, id bigint, state text, why text)
    where o.ctid = r.at::tid and o.institution_id = ${institutionId} and o.id = r.id and r.one = 1`,
  );
  const byChannel = Map.groupBy(
    changes.filter(({ isGone }) => isGone),
    ({ channel }) => channel,
  );
  const gone = [...byChannel].map(([channel, all]) => ({ channel, addresses: all.map(({ recipient }) => recipient) }));
  for (const { channel, addresses } of gone) await blockGone(tx, institutionId, channel, addresses);
  await record(tx, actor, 'outbox.reports', { institutionId, summary: summaryOf(changes) });
  return { isKnown, gone };
}

/**
 * The messages with these ids of the provider, locked by their own. Each is looked up by itself and changed by its place
 * in the table, which can't move any more: that is quick also while the planner knows nothing of a new message.
 */
async function lockReported(tx: Tx, institutionId: number, given: string[]): Promise<Found[]> {
  const ids = await query<{ id: number | null }>(tx)`
    select (select o.id from outbox o where o.institution_id = ${institutionId} and o.provider_message_id = g) as id
    from jsonb_array_elements_text(${JSON.stringify(given)}::jsonb) g`;
  const known = ids.flatMap(({ id }) => (id === null ? [] : Number(id))).toSorted((one, other) => one - other);
  return query<Found>(tx)`
    select o.* from jsonb_array_elements_text(${JSON.stringify(known)}::jsonb) with ordinality r(id, place)
      cross join lateral (select x.ctid::text as at, x.id, x.provider_message_id as given, x.state, x.channel, x.recipient
        from outbox x where x.institution_id = ${institutionId} and x.id = r.id::bigint limit 1 for no key update) o`;
}

/** Replays within a batch, and of earlier ones, count once. Returns the hashes that are new. */
async function keepReceipts(
  tx: Tx,
  institutionId: number,
  machine: string,
  known: DeliveryReports[],
): Promise<Set<string>> {
  const hashes = [...new Set(known.map(({ bodyHash }) => bodyHash.toString('hex')))].toSorted();
  const kept = await query<{ hash: string }>(tx)`
    insert into machine_receipts (institution_id, machine, body_hash)
    select ${institutionId}::int, ${machine}, decode(h, 'hex') from jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb) h
    on conflict do nothing returning encode(body_hash, 'hex') as hash`;
  return new Set(kept.map(({ hash }) => hash));
}

type Change = ReturnType<typeof changesBy>[number];

/** The furthest that any report says of each message, if that is further than it is. */
function changesBy(reports: Report[], rows: Map<string, Found>) {
  const furthest = new Map<number, { report: Report; row: Found }>();
  for (const report of reports) {
    const row = rows.get(report.id);
    if (!row) continue;
    const before = furthest.get(row.id)?.report.status ?? row.state;
    if (stateRank[report.status] > stateRank[before]) furthest.set(row.id, { report, row });
  }
  return [...furthest.values()].map(({ report, row }) => ({
    at: row.at,
    id: row.id,
    state: report.status,
    why: report.why?.slice(0, 200) ?? null,
    isGone: report.isGone ?? false,
    channel: row.channel,
    recipient: row.recipient,
  }));
}

const words = { sent: 'sent', delivered: 'delivered', undelivered: 'not delivered', failed: 'failed' };

function summaryOf(changes: Change[]): string {
  const counts = [...Map.groupBy(changes, ({ state }) => state)].map(([state, all]) => `${all.length} ${words[state]}`);
  return `reported on ${changes.length} message${changes.length === 1 ? '' : 's'}: ${counts.join(', ')}`;
}
