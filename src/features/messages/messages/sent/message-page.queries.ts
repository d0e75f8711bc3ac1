import { and, eq, sql } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { cachedQuery, recordId } from '#kernel/database/cached-query.ts';
import { NotFound } from '#kernel/errors.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { messages, type OutboxState } from '#kernel/messages/messages.schema.ts';
import { mayKnowRecipients, mayReadText } from '#kernel/messages/readable.ts';
import { audienceInWords, ruleNames } from '../audience/describe.queries.ts';
import { Audience } from '../audience/audience.ts';
import { mayControl, visibleTo } from './find-message.ts';
import { unpaidStates } from './message-states.ts';
import { messageColumns } from './messages.list.ts';

export interface MessageTotal {
  state: OutboxState;
  network: string;
  recipients: number;
  parts: number;
  /** In minor units, of what was sent or will be. */
  price: number;
  /** Recipients of these whose messages have no price. */
  unpriced: number;
}

const totals = sql<MessageTotal[]>`(select coalesce(jsonb_agg(jsonb_build_object(
      'state', t.state, 'network', t.network, 'recipients', t.recipients, 'parts', t.parts,
      'price', case when t.state in ${unpaidStates} then 0 else t.price end,
      'unpriced', case when t.state in ${unpaidStates} then 0 else t.unpriced end) order by t.state, t.network), '[]')
  from message_totals t
  where t.institution_id = ${messages.institutionId} and t.message_id = ${messages.id} and t.recipients > 0)`;

const recordOf = cachedQuery((db, actor: Actor, _: object) =>
  db
    .select({
      ...messageColumns,
      body: messages.body,
      audience: messages.audience,
      repeatOfId: messages.repeatOfId,
      audienceNeeds: messages.audienceNeeds,
      names: ruleNames(messages.institutionId, messages.audience),
      totals,
    })
    .from(messages)
    .leftJoin(accounts, eq(accounts.id, messages.accountId))
    .where(and(visibleTo(actor), eq(messages.id, recordId))),
);

export const hiddenRecipients = 'Chosen by data that you don’t have permission to see, so you can’t see who they are.';

/** Which networks the recipients have says something of them, too. */
const withoutNetworks = (totals: MessageTotal[]): MessageTotal[] =>
  [...new Set(totals.map(({ state }) => state))].map((state) => {
    const rows = totals.filter((row) => row.state === state);
    const sum = (key: Exclude<keyof MessageTotal, 'state' | 'network'>) =>
      rows.reduce((total, row) => total + row[key], 0);
    return {
      state,
      network: '',
      recipients: sum('recipients'),
      parts: sum('parts'),
      price: sum('price'),
      unpriced: sum('unpriced'),
    };
  });

/** One message: what it says, to whom, and what became of it. */
export async function messageOf(db: Db, actor: Actor, id: number) {
  const [found] = await recordOf(db, actor, {}, { id });
  if (!found) throw new NotFound('message');
  const { audience, names, body, totals, audienceNeeds: _, ...message } = found;
  const isHidden = !mayKnowRecipients(actor, found);
  const isReadable = mayReadText(actor, found.institutionId, found.needs);
  const { currency } = membershipIn(actor, found.institutionId)!;
  return {
    ...message,
    subject: isReadable ? message.subject : null,
    body: isReadable ? body : null,
    currency,
    isHidden,
    totals: isHidden ? withoutNetworks(totals) : totals,
    audience: isHidden ? hiddenRecipients : audienceInWords(Audience.parse(audience), names),
    can: {
      control: mayControl(actor, found),
      edit: found.accountId === actor.accountId && mayControl(actor, found),
      duplicate: isReadable && (can(actor, 'messages.send', found.institutionId) || mayControl(actor, found)),
    },
  };
}
export type MessageDetails = Awaited<ReturnType<typeof messageOf>>;
