import { and, eq, sql } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { rowsOf, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { messages, type OutboxState } from '#kernel/messages/messages.schema.ts';
import { mayReadText } from '#kernel/messages/readable.ts';
import { describeAudience } from '../audience/describe.queries.ts';
import { Audience } from '../audience/audience.ts';
import { mayControl, visibleTo } from './find-message.ts';
import { messageColumns } from './messages.list.ts';

export interface MessageTotal {
  state: OutboxState;
  network: string;
  recipients: number;
  parts: number;
  price: number;
}

/** One message: what it says, to whom, and what became of it. */
export async function messageOf(db: Db, actor: Actor, id: number) {
  const [found] = await db
    .select({ ...messageColumns, body: messages.body, audience: messages.audience, repeatOfId: messages.repeatOfId })
    .from(messages)
    .leftJoin(accounts, eq(accounts.id, messages.accountId))
    .where(and(visibleTo(actor), eq(messages.id, id)));
  if (!found) throw new NotFound('message');
  const { audience, body, ...message } = found;
  const isReadable = mayReadText(actor, found.institutionId, found.needs);
  const totals = await rowsOf<MessageTotal>(
    db,
    sql`select state, network, recipients, parts, price::float8 as price from message_totals
      where institution_id = ${found.institutionId} and message_id = ${id} and recipients > 0 order by state, network`,
  );
  const { currency } = membershipIn(actor, found.institutionId)!;
  return {
    ...{ ...message, subject: isReadable ? message.subject : null, body: isReadable ? body : null, currency, totals },
    audience: await describeAudience(db, found.institutionId, Audience.parse(audience)),
    can: {
      control: mayControl(actor, found),
      edit: found.accountId === actor.accountId && mayControl(actor, found),
      duplicate: isReadable && (can(actor, 'messages.send', found.institutionId) || mayControl(actor, found)),
    },
  };
}
export type MessageDetails = Awaited<ReturnType<typeof messageOf>>;
