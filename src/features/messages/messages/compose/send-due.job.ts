import { and, eq, sql } from 'drizzle-orm';
import { systemActor, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { render, type Database, type Tx, query, hasKey } from '#kernel/database.ts';
import { Conflict, NotAllowed, NotFound, ValidationError } from '#kernel/errors.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { messages } from '#kernel/messages/messages.schema.ts';
import { notify } from '#kernel/notify.ts';
import { loadRequester } from '#features/records/approvals/requester.ts';
import { endFinished } from '#features/records/sending/sender/tidy.ts';
import { countOf } from '#ui/format.ts';
import { Audience } from '../audience/audience.ts';
import type { ComposeFields } from './compose-page.queries.ts';
import { queueMessage } from './queue-message.ts';

/** Sends scheduled messages when their time has come, and ends those of which nothing waits any more. */
export const sendDueJob: Job<{ database: Database }> = {
  queue: 'messages.due',
  due: 'select from akada_messages_due()',
  work: ({ database }, _data, signal) => sendDueMessages(database, signal),
};

export async function sendDueMessages(database: Database, signal?: AbortSignal): Promise<void> {
  const rows = await database.anonymous((tx) => query<{ id: number }>(tx, render)`select akada_messages_due() as id`);
  for (const { id: institutionId } of rows) {
    const due = await database.asSystem(
      [institutionId],
      (tx) =>
        query<{ id: number }>(tx)`
        select id from messages where institution_id = ${institutionId} and state = 'scheduled' and send_at <= now() order by send_at, id`,
    );
    for (const { id } of due) {
      if (signal?.aborted) return;
      await sendDue(database, institutionId, Number(id));
    }
    await endFinished(database, institutionId);
  }
}

type Due = typeof messages.$inferSelect;

/** Sends one and sets it to its next week, in one transaction; what can't be sent says why to its author. */
async function sendDue(database: Database, institutionId: number, id: number): Promise<void> {
  const inside = <T>(work: (tx: Tx) => Promise<T>) => database.asSystem([institutionId], work);
  try {
    await inside(async (tx) => {
      const due = await lockDue(tx, institutionId, id);
      if (due) await send(tx, due);
    });
  } catch (error) {
    if (![ValidationError, NotAllowed, NotFound, Conflict].some((kind) => error instanceof kind)) throw error;
    await inside(async (tx) => {
      const due = await lockDue(tx, institutionId, id);
      if (due) await giveUp(tx, due, (error as Error).message);
    });
  }
}

/** Null if another process has sent it. */
async function lockDue(tx: Tx, institutionId: number, id: number): Promise<Due | null> {
  const isDue = and(eq(messages.institutionId, institutionId), eq(messages.id, id), eq(messages.state, 'scheduled'));
  const [due] = await tx
    .select()
    .from(messages)
    .where(and(isDue, sql`${messages.sendAt} <= now()`))
    .for('update');
  return due ?? null;
}

async function send(tx: Tx, due: Due): Promise<void> {
  const { institutionId } = due;
  const actor = await loadRequester(tx, due.accountId!, institutionId);
  const id = due.repeats ? await copyOfWeek(tx, due) : due.id;
  // Its length was confirmed when it was scheduled.
  const queued = await queueMessage(tx, actor, id, fieldsOf(due), { isLong: true, isAnyway: false });
  if (due.repeats) await moveOn(tx, due);
  await record(tx, actor, 'messages.send', {
    institutionId,
    summary: `sent a scheduled message to ${countOf(queued.recipients, 'person', 'people')}`,
    subject: { type: 'composed_message', id },
    details: {
      channel: due.channel,
      purpose: due.purpose,
      parts: queued.parts,
      price: queued.price,
      leftOut: queued.leftOut,
    },
  });
}

const fieldsOf = (due: Due): ComposeFields => ({
  institution_id: due.institutionId,
  channel: due.channel,
  purpose: due.purpose,
  subject: due.subject ?? '',
  body: due.body,
  audience: Audience.parse(due.audience),
  template: due.template,
});

async function copyOfWeek(
  tx: Tx,
  { institutionId, channel, purpose, subject, body, audience, needs, audienceNeeds, template, ...due }: Due,
) {
  const [made] = await tx
    .insert(messages)
    .values({
      institutionId,
      channel,
      purpose,
      subject,
      body,
      audience,
      needs,
      audienceNeeds,
      template,
      departmentId: due.departmentId,
      accountId: due.accountId,
      repeatOfId: due.id,
      sendAt: due.sendAt,
    })
    .returning({ id: messages.id });
  return made!.id;
}

/** To the next week that is still to come, at the same time by the institution's clock. */
const moveOn = (tx: Tx, { institutionId, id }: Due) =>
  tx.execute(sql`update messages m set updated_at = now(), send_at = (
      select at from institutions i cross join lateral generate_series(1, 60) w
      cross join lateral (select (m.send_at at time zone i.time_zone + w * interval '7 days') at time zone i.time_zone as at) n
      where i.id = m.institution_id and at > now() order by at limit 1)
    where institution_id = ${institutionId} and id = ${id}`);

async function giveUp(tx: Tx, due: Due, why: string): Promise<void> {
  const { institutionId, id, accountId } = due;
  if (due.repeats) await moveOn(tx, due);
  else
    await tx
      .update(messages)
      .set({ state: 'stopped', endedAt: sql`now()`, updatedAt: sql`now()` })
      .where(hasKey(messages, institutionId, id));
  const actor: Actor = systemActor(institutionId, 'Scheduled messages');
  await record(tx, actor, 'messages.notSent', {
    institutionId,
    summary: 'did not send a scheduled message',
    subject: { type: 'composed_message', id },
    details: { reason: why },
  });
  if (accountId)
    await notify(tx, {
      institutionId,
      to: [accountId],
      kind: 'messages.notSent',
      href: `/messages/${id}`,
      title: 'A scheduled message was not sent',
      body: why,
    });
}
