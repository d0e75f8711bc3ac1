import { z } from 'zod';
import { allow, can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { messagesOf } from '#kernel/messages/announce.ts';
import { defaultText, fieldsOf, fill, needsOf, type MessageEvent } from '#kernel/messages/events.ts';
import { costOfMessages } from '#kernel/messages/queue.ts';
import { mayReadText } from '#kernel/messages/readable.ts';
import type { Permission } from '#kernel/permissions.ts';
import { checkText, CellOf, eventOf } from './save-switch.ts';
import { mostRecent, recentOf } from './recent.queries.ts';

export const PreviewCell = CellOf.extend({ text: z.string().trim().max(1000).default('') });

export interface SwitchPreview {
  /** What somebody would have got lately, or with made-up values. */
  example: string;
  /** Null if it is made up. */
  to: string | null;
  /** In the last thirty days; null if that can't be known. */
  messages: number | null;
  parts: number;
  /** In minor units; null if a price is missing. */
  cost: number | null;
  /** There was more than was counted. */
  isMore: boolean;
}

/** What the cell would have sent in the last thirty days, if it had been on with this text. */
export async function previewCell(
  tx: Tx,
  actor: Actor,
  events: readonly MessageEvent[],
  { text: typed, ...cell }: z.output<typeof PreviewCell>,
): Promise<SwitchPreview> {
  const { institution_id: institutionId, audience, channel } = cell;
  allow(actor, 'contact.switches', institutionId);
  const event = eventOf(events, cell);
  const text = checkText(event, audience, channel, typed) ?? defaultText(event, audience, channel);
  const membership = membershipIn(actor, institutionId)!;
  const told = await recentOf(tx, institutionId, event.key, membership.currency);
  // Notices cost nothing and only reach people with an account.
  const isSent = channel !== 'notice';
  const messages =
    told && isSent
      ? await messagesOf(tx, institutionId, event, [{ audience, channel, text, isOn: true, onSince: null }], told)
      : [];
  const needs = needsOf(event, text);
  const seen: Permission = audience === 'employee' ? 'employees.view' : 'students.view';
  const maySee = can(actor, seen, institutionId) && mayReadText(actor, institutionId, needs);
  const [first] = messages;
  const samples = Object.fromEntries(
    Object.entries(fieldsOf(event, audience)).map(([name, { sample }]) => [name, sample]),
  );
  return {
    example: first && maySee ? first.body : fill(text, { ...samples, school: membership.name }),
    to: first && maySee ? first.recipient : null,
    messages: told && isSent ? messages.length : null,
    ...(channel === 'sms' ? await costOfMessages(tx, institutionId, messages) : { parts: 0, cost: 0 }),
    isMore: told?.length === mostRecent,
  };
}
