import { sql } from 'drizzle-orm';
import { query, type Tx } from '../database.ts';
import { announceNotices } from './announce-notices.ts';
import { eventRecipients, type EventRecipient } from './event-recipients.ts';
import { fill, needsOf, type MessageEvent, type EventSubject } from './events.ts';
import { queueMessages, type Outgoing } from './queue.ts';
import { switchesOn, type Switch } from './switches.ts';

const messagesPerInsert = 2000;

/**
 * Writes to the people whom an event concerns, as the institution has switched on: to nobody if nothing is. In the
 * transaction of the event. `except` is the account that did it, which gets no notice.
 */
export async function announce(
  tx: Tx,
  institutionId: number,
  event: MessageEvent,
  told: readonly EventSubject[],
  { except }: { except?: number | null } = {},
): Promise<void> {
  if (told.length === 0) return;
  const on = await switchesOn(tx, institutionId, event);
  if (on.length === 0) return;
  await announceNotices(tx, institutionId, event, { on, told, except: except ?? null });
  const messages = await messagesOf(tx, institutionId, event, on, told);
  for (let at = 0; at < messages.length; at += messagesPerInsert)
    // One after another: they are rows of the same table.
    // oxlint-disable-next-line no-await-in-loop
    await queueMessages(tx, institutionId, messages.slice(at, at + messagesPerInsert));
}

/** The messages that the switches make of an event; nothing is written. */
export async function messagesOf(
  tx: Tx,
  institutionId: number,
  event: MessageEvent,
  switches: readonly Switch[],
  told: readonly EventSubject[],
): Promise<Outgoing[]> {
  const wanted = switches.flatMap(({ audience, channel }) => (channel === 'notice' ? [] : [{ audience, channel }]));
  if (wanted.length === 0) return [];
  const recipients = await eventRecipients(tx, institutionId, event, {
    wanted,
    studentIds: [...new Set(told.flatMap(({ studentId }) => studentId ?? []))],
    employeeIds: [...new Set(told.flatMap(({ employeeId }) => employeeId ?? []))],
  });
  const [institution] = await query<{ school: string }>(
    tx,
    sql`select name as school from institutions where id = ${institutionId}`,
  );
  const { school } = institution!;
  const ofStudent = Map.groupBy(told, ({ studentId }) => studentId);
  const ofEmployee = Map.groupBy(told, ({ employeeId }) => employeeId);
  const drafts = recipients.flatMap((to): Draft[] => {
    const { text } = switches.find(({ audience, channel }) => audience === to.audience && channel === to.channel)!;
    const about = (to.studentId === null ? ofEmployee.get(to.employeeId!) : ofStudent.get(to.studentId)) ?? [];
    return about.map(({ fields = {} }) => ({
      to,
      needs: needsOf(event, text),
      // The rest of the fields depends on who shares the number.
      text: fill(text, { school, ...fields }),
      subject: fill(event.subject, { school, ...fields }),
    }));
  });
  return oncePerNumber(drafts).map((together) => inOne(event, together));
}

interface Draft {
  to: EventRecipient;
  needs: string | null;
  text: string;
  subject: string;
}

/** Parents with one number get one message, and so do siblings if only their names differ. */
const oncePerNumber = (drafts: Draft[]): Draft[][] => [
  ...Map.groupBy(drafts, ({ to, text }) => [to.channel, to.address.toLowerCase(), text].join('\n')).values(),
];

function inOne(event: MessageEvent, together: Draft[]): Outgoing {
  const [{ to, text, subject, needs }] = together as [Draft];
  const children = [...new Map(together.map((draft) => [draft.to.studentId, draft.to])).values()];
  const names = {
    student: listed(children.map(({ student }) => student)),
    first_name: listed(children.map(({ first_name: name }) => name)),
    number: listed(children.map(({ number }) => number)),
    guardian: to.guardian ?? '',
    employee: to.employee ?? '',
  };
  return {
    channel: to.channel,
    recipient: to.address,
    subject: fill(subject, names),
    body: fill(text, names),
    event: event.key,
    needs,
    guardianId: to.guardianId,
    employeeId: to.employeeId,
    studentId: to.studentId,
  };
}

/** 'Ada, Tunde and Zainab'. */
export const listed = (names: (string | null)[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
