import { can, type Actor, membershipIn } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx, Db } from '#kernel/database.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import { messages, type OutboxState, outbox } from '#kernel/messages/messages.schema.ts';
import { mayKnowRecipients, mayReadText } from '#kernel/messages/readable.ts';
import { departmentOfSender } from '../compose/save-message.ts';
import { and, eq, sql } from 'drizzle-orm';
import { cachedQuery, recordId } from '#kernel/database/cached-query.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { Audience, audienceText, ruleNames } from '../audience/audience.ts';
import { unpaidStates } from './message-states.ts';
import { messageColumns, lockMessage, mayControl, type LockedMessage, visibleTo } from './messages.list.ts';
import { type ExportedTable, columnsAndCells, textCells, numberCells } from '#kernel/export/export-table.ts';
import { outboxStates } from '#kernel/messages/states.ts';
import { aboutStudent, recipientName, shownAddress } from './recipients.list.ts';

/** A new draft of the person who asks with the same text, and with the same recipients if that person can see them. */
export async function duplicateMessage(tx: Tx, actor: Actor, id: number) {
  const message = await lockMessage(tx, actor, id);
  const { institutionId, channel, purpose, subject, body, needs, accountId, template } = message;
  const mayWrite = can(actor, 'messages.send', institutionId) || mayControl(actor, { institutionId, accountId });
  if (!mayWrite || !mayReadText(actor, institutionId, needs)) throw new NotAllowed();
  const [made] = await tx
    .insert(messages)
    .values({
      institutionId,
      channel,
      purpose,
      subject,
      body,
      needs,
      template,
      accountId: actor.accountId,
      ...audienceFor(actor, message),
      departmentId: departmentOfSender(actor, institutionId),
    })
    .returning({ id: messages.id });
  await record(tx, actor, 'messages.duplicate', {
    institutionId,
    summary: 'duplicated a message as a draft',
    subject: { type: 'composed_message', id: made!.id },
    details: { of: id },
  });
  return { draftId: made!.id, hasRecipients: mayKnowRecipients(actor, message) };
}

const audienceFor = (actor: Actor, message: LockedMessage) => {
  const { audience, audienceNeeds } = message;
  return mayKnowRecipients(actor, message)
    ? { audience, audienceNeeds }
    : { audience: { of: 'guardians', by: [], without: [] }, audienceNeeds: null };
};

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

const hiddenRecipients = 'Chosen by data that you don’t have permission to see, so you can’t see who they are.';

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
    audience: isHidden ? hiddenRecipients : audienceText(Audience.parse(audience), names),
    can: {
      control: mayControl(actor, found),
      edit: found.accountId === actor.accountId && mayControl(actor, found),
      duplicate: isReadable && (can(actor, 'messages.send', found.institutionId) || mayControl(actor, found)),
    },
  };
}
export type MessageDetails = Awaited<ReturnType<typeof messageOf>>;

/** Everyone whom a message went to, with what became of it; numbers and the text for those who may see them. */
export async function exportRecipients(tx: Tx, actor: Actor, messageId: number): Promise<ExportedTable> {
  const { institutionId, needs, isHidden } = await messageOf(tx, actor, messageId);
  if (isHidden) throw new NotAllowed(hiddenRecipients);
  const labels = JSON.stringify(
    Object.fromEntries(Object.entries(outboxStates).map(([state, { label }]) => [state, label])),
  );
  const isReadable = mayReadText(actor, institutionId, needs);
  const { columns, cells } = columnsAndCells([
    textCells('Recipient', 30, recipientName),
    textCells('About', 26, aboutStudent),
    textCells('Channel', 10, sql`outbox.channel`),
    textCells('Number or address', 26, shownAddress(actor, institutionId)),
    textCells('State', 14, sql`${labels}::jsonb ->> outbox.state`),
    textCells(
      'Since',
      18,
      sql`to_char(coalesce(outbox.state_at, outbox.created_at) at time zone n.time_zone, 'YYYY-MM-DD HH24:MI')`,
    ),
    textCells('Network', 14, sql`outbox.network`),
    numberCells('Parts', 8, sql`outbox.parts`),
    numberCells('Cost', 10, sql`round(outbox.price / 100.0, 2)`),
    textCells('Problem', 40, sql`outbox.failure`),
    textCells('Text', 60, isReadable ? sql`outbox.body` : sql`null::text`),
  ]);
  return {
    title: 'Recipients',
    counted: (rows) => `${rows} ${rows === 1 ? 'recipient' : 'recipients'} of a message`,
    action: 'messages.export',
    filter: { message: messageId },
    institutionIds: [institutionId],
    columns,
    rows: sql`select outbox.institution_id as "institutionId", ${cells}
      from ${outbox} join institutions n on n.id = outbox.institution_id
      where ${and(eq(outbox.institutionId, institutionId), eq(outbox.messageId, messageId))} order by outbox.id desc`,
  };
}
