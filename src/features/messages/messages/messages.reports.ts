import { sql } from 'drizzle-orm';
import { dayIn } from '#kernel/database/day-in.ts';
import { institutionsInView } from '#kernel/actor.ts';
import { fieldsIn, fixedChoice, latestOf } from '#kernel/contracts/report-fields.ts';
import type { FilterOf, MeaningsOf } from '#kernel/contracts/report-list.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { messages } from '#kernel/messages/messages.schema.ts';
import { isSourceVisible } from '#kernel/messages/readable.ts';
import { channelLabels, purposeLabels } from './compose/message-labels.ts';
import { maySeeMessages } from './messages.policy.ts';
import { messageStateLabels, unpaidStates } from './sent/message-states.ts';
import { type messageList, visibleTo } from './sent/messages.list.ts';

const own = fieldsIn('message', 'message', { width: 16 });
const figure = fieldsIn('message', 'recipients', { joins: ['message_figures'], isSummed: true, width: 12 });

const state = fixedChoice(messages.state, messageStateLabels);
const channel = fixedChoice(messages.channel, channelLabels);
const purpose = fixedChoice(messages.purpose, purposeLabels);
const day = dayIn(
  messages.institutionId,
  sql`coalesce(${messages.queuedAt}, ${messages.sendAt}, ${messages.createdAt})`,
);
const among = (...states: string[]) => sql`coalesce(sum(t.recipients) filter (where t.state in ${states}), 0)::int`;

/** What reports can show of messages that were written to many: their figures, not their recipients. */
export const messageReports: ReportParts = {
  subjects: [
    {
      ...latestOf(messages, maySeeMessages),
      name: 'message',
      label: 'Messages',
      one: 'message',
      many: 'messages',
      place: 75,
      rowName: sql`'Message of ' || ${day}`,
      href: '/messages/',
      exporting: 'messages.view',
      visible: (actor, wanted) =>
        institutionsInView(actor, wanted, ...maySeeMessages).map((id) => visibleTo(actor, id)),
      groups: { message: 'Message', recipients: 'Recipients and cost' },
      usual: ['day', 'text', 'channel', 'recipients', 'cost', 'state'],
    },
  ],
  lists: [
    {
      name: 'messages',
      subject: 'message',
      filters: { state: 'state', channel: 'channel' } satisfies MeaningsOf<FilterOf<typeof messageList>>,
      columns: {
        text: ['text'],
        channel: ['channel'],
        when: ['day'],
        author: ['author'],
        recipients: ['recipients'],
        arrived: ['arrived'],
        failed: ['failed', 'uncertain'],
        cost: ['cost'],
        state: ['state'],
      },
    },
  ],
  joins: [
    {
      subject: 'message',
      name: 'message_author',
      sql: sql`left join accounts message_author on message_author.id = ${messages.accountId}`,
    },
    {
      subject: 'message',
      name: 'message_figures',
      sql: sql`left join lateral (
        select ${among('sent', 'delivered')} as arrived, ${among('failed', 'undelivered')} as failed,
          ${among('uncertain')} as uncertain,
          ${among('queued', 'sending', 'paused')} as waiting,
          coalesce(sum(t.price) filter (where t.state not in ${unpaidStates}), 0)::bigint as price
        from message_totals t
        where t.institution_id = ${messages.institutionId} and t.message_id = ${messages.id}) message_figures on true`,
    },
  ],
  fields: [
    own.day('day', 'Day', day, { width: 13 }),
    own.text(
      'text',
      'Text',
      // Restricted where the text reveals what the reader can't see.
      ({ actor }) =>
        sql`case when ${isSourceVisible(actor, messages)}
          then nullif(left(coalesce(nullif(${messages.subject}, ''), ${messages.body}), 160), '') end`,
      { width: 40 },
    ),
    own.choice('channel', 'Channel', channel.value, channel.more),
    own.choice('purpose', 'Purpose', purpose.value, purpose.more),
    own.choice('state', 'Status', state.value, { ...state.more, width: 12 }),
    own.text('author', 'Written by', sql`message_author.name`, { joins: ['message_author'], width: 22 }),
    figure.number('recipients', 'Recipients', messages.recipientCount, { joins: [] }),
    figure.number('left_out', 'Skipped', messages.leftOutCount, { joins: [] }),
    figure.number('arrived', 'Sent', sql`message_figures.arrived`),
    figure.number('failed', 'Failed', sql`message_figures.failed`),
    figure.number('uncertain', 'Uncertain', sql`message_figures.uncertain`),
    figure.number('waiting', 'Waiting', sql`message_figures.waiting`),
    figure.money('cost', 'Cost', sql`message_figures.price`),
  ],
};
