import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { wakeOnCommit } from '#kernel/look-for-work.ts';
import { messages } from '#kernel/messages/messages.schema.ts';
import { lockMessage, refuseControl } from './find-message.ts';

type State = (typeof messages.$inferSelect)['state'];

/** What can be done to a message on its way, from which states, and what becomes of its recipients who still wait. */
const controls = {
  pause: { from: ['sending'], to: 'paused', rows: ['queued'], become: 'paused', word: 'paused' },
  resume: { from: ['paused'], to: 'sending', rows: ['paused'], become: 'queued', word: 'resumed' },
  stop: {
    from: ['sending', 'paused', 'scheduled'],
    to: 'stopped',
    rows: ['queued', 'paused'],
    become: 'stopped',
    word: 'stopped',
  },
} as const satisfies Record<string, { from: State[]; to: State; rows: string[]; become: string; word: string }>;
export type Control = keyof typeof controls;
export const controlNames = Object.keys(controls) as [Control, ...Control[]];

/** Pauses, resumes or stops a message; the sender looks at the rows only, so it acts within seconds. */
export async function controlMessage(tx: Tx, actor: Actor, id: number, control: Control): Promise<string> {
  const message = await lockMessage(tx, actor, id);
  refuseControl(actor, message);
  const { from, to, rows, become, word } = controls[control];
  if (!(from as readonly State[]).includes(message.state))
    throw new Conflict(`This message can’t be ${word} any more. Reload the page to see how far it is.`);
  wakeOnCommit(tx, 'outbox');
  const { institutionId } = message;
  const states = sql.join(
    rows.map((state) => sql`${state}`),
    sql`, `,
  );
  // In the order in which everyone locks them.
  const [{ changed } = { changed: 0 }] = await query<{ changed: number }>(
    tx,
    sql`with waiting as (
      select id from outbox where institution_id = ${institutionId} and message_id = ${id} and state in (${states}) order by id for update),
    changed as (
      update outbox o set state = ${become}, state_at = now(), next_at = case when ${become} = 'queued' then now() else o.next_at end,
        failure = ${become === 'stopped' ? 'The message was stopped.' : null}::text
      from waiting w where o.institution_id = ${institutionId} and o.id = w.id returning 1)
    select count(*)::int as changed from changed`,
  );
  await tx
    .update(messages)
    .set({ state: to, updatedAt: sql`now()`, ...(to === 'stopped' && { endedAt: sql`now()` }) })
    .where(and(eq(messages.institutionId, institutionId), eq(messages.id, id)));
  await record(tx, actor, `messages.${control}`, {
    institutionId,
    summary: `${word} a message`,
    subject: { type: 'composed_message', id },
    details: { recipients: changed },
  });
  return `The message is ${word}.`;
}
