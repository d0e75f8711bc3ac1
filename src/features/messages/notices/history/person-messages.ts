import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { can, membershipIn, type Actor, institutionsWhere } from '#kernel/actor.ts';
import { accountNameOf } from '#kernel/account-name.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { query, type Db } from '#kernel/database.ts';
import type { OutboxState } from '#kernel/messages/messages.schema.ts';
import { textVisibleTo, areRecipientsKnown, mayReadText } from '#kernel/messages/readable.ts';
import { outboxStates } from '#kernel/messages/states.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { Entity } from '#kernel/personal-data/entity.ts';
import type { ProfileTab } from '#kernel/contracts/profile-tab.ts';
import { personWishes, type PersonWish } from '#features/messages/contact/opt-outs/wishes.ts';
import { employeeKind } from '#features/people/employees/create-employee.ts';
import { guardianKind } from '#features/people/guardians/guardian-profile.queries.ts';
import { studentKind } from '#features/people/students/student-kind.ts';

const pageSize = 30;
const channels = ['sms', 'email', 'whatsapp', 'notice'] as const;

export const HistoryFilter = z.object({
  channel: queryParam(z.enum(channels)),
  state: queryParam(z.enum(Object.keys(outboxStates) as [OutboxState, ...OutboxState[]])),
  after: queryParam(id),
});
type Filter = z.infer<typeof HistoryFilter>;

interface Found {
  id: number;
  institutionId: number;
  channel: 'sms' | 'email' | 'whatsapp' | 'notice';
  recipient: string;
  guardianId: number | null;
  guardian: string | null;
  subject: string | null;
  body: string | null;
  at: string;
  state: OutboxState;
  failure: string | null;
  event: string;
  parts: number | null;
  price: number | null;
  messageId: number | null;
  sender: string | null;
  /** What came back to it. */
  replies: { id: number; text: string; at: string }[];
}
/** A message to a person, as the record shows it. */
export type PersonMessage = Omit<Found, 'recipient'> & { recipient: string | null; currency: string };

/** One page of what was sent to a person or is about a student, latest first. */
async function personMessages(db: Db, actor: Actor, kind: PersonKind, personId: number, filter: Filter) {
  const { rows, isMore } = await bounded(pageSize, (limit) =>
    query<Found>(db, messagesOf(actor, kind, personId, filter, limit)),
  );
  const shown = rows.map((row) => shownTo(actor, row));
  return { rows: shown, after: isMore ? shown.at(-1)!.id : null };
}

/** The same for the route of further pages: refuses people who can't see the tab. */
export async function morePersonMessages(db: Db, actor: Actor, kind: PersonKind, personId: number, filter: Filter) {
  const [page] = await Promise.all([
    personMessages(db, actor, kind, personId, filter),
    institutionOfHistory(db, actor, kind, personId),
  ]);
  return page;
}

function messagesOf(actor: Actor, kind: PersonKind, personId: number, filter: Filter, limit: number): SQL {
  const replies = sql`coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'text', i.body, 'at', i.received_at) order by i.id), '[]')`;
  return sql`
    select outbox.id::bigint, outbox.institution_id as "institutionId", outbox.channel, outbox.recipient, coalesce(outbox.subject, m.subject) as subject,
      outbox.guardian_id::bigint as "guardianId", g.first_name || ' ' || g.surname as guardian,
      case when ${textVisibleTo(actor)} then outbox.body end as body,
      to_jsonb(coalesce(outbox.sent_at, outbox.created_at)) #>> '{}' as at, outbox.state, outbox.failure, outbox.event,
      outbox.parts, outbox.price::float8 as price, outbox.message_id::bigint as "messageId",
      ${accountNameOf(sql`a.name`, sql`a.username`)} as sender, ${repliesTo(actor, replies)} as replies
    ${sentTo(actor, kind, personId, filter, { limit: sql`limit ${limit}` })}`;
}

function shownTo(actor: Actor, row: Found): PersonMessage {
  const may = (...permissions: Parameters<typeof can>[1][]) =>
    permissions.some((permission) => can(actor, permission, row.institutionId));
  const hasText = row.body !== null;
  const knowsFamily = may(...maySeeFamily);
  return {
    ...row,
    // A subject says what the text is about.
    subject: hasText ? row.subject : null,
    recipient: may(...maySeeAddress) ? row.recipient : null,
    guardian: knowsFamily ? row.guardian : null,
    guardianId: knowsFamily ? row.guardianId : null,
    currency: membershipIn(actor, row.institutionId)!.currency,
  };
}

/** Who sees what was sent to a person: people who see all messages, and teachers who write to own batches. */
export const maySeeHistory = {
  student: ['messages.view', 'messages.sendOwn', 'outbox.view'],
  guardian: ['messages.view', 'messages.sendOwn', 'outbox.view'],
  employee: ['messages.view', 'outbox.view'],
} as const satisfies Record<Entity, readonly Permission[]>;

/** Numbers and addresses are shown to people who see all messages. */
export const maySeeAddress = ['messages.view', 'outbox.view'] as const satisfies readonly Permission[];

/** The guardian to whom a message about a student went. */
export const maySeeFamily = ['guardians.view', 'guardians.viewOwn'] as const satisfies readonly Permission[];

/** The institution of a person whose messages the actor sees; refuses others. */
export async function institutionOfHistory(db: Db, actor: Actor, kind: PersonKind, personId: number): Promise<number> {
  const [person] = await query<{ institutionId: number }>(db)`
    select institution_id as "institutionId" from ${kind.table} where ${kind.visibleTo(actor)} and id = ${personId}`;
  if (!person) throw new NotFound(kind.entity);
  if (!maySeeHistory[kind.entity].some((one) => can(actor, one, person.institutionId))) throw new NotAllowed();
  return person.institutionId;
}

interface Asked {
  channel?: string | undefined;
  state?: string | undefined;
  /** Before this row. */
  after?: number | undefined;
}

/**
 * What was sent to a person or is about a student, as `outbox`, with its message `m`, its author `a` and the guardian `g`.
 * With a limit, each way to find it is read only so far.
 */
export function sentTo(
  actor: Actor,
  { table, entity, visibleTo }: PersonKind,
  personId: number,
  { channel, state, after }: Asked,
  { limit = sql``, joined = sql`` }: { limit?: SQL; joined?: SQL },
): SQL {
  // One text for all filters, which stays prepared.
  const narrowed = sql`outbox.channel = coalesce(${channel ?? null}::text, outbox.channel)
    and outbox.state = coalesce(${state ?? null}::text, outbox.state) and outbox.id < ${after ?? Number.MAX_SAFE_INTEGER}::bigint
    and ${areRecipientsKnown(actor)}`;
  const latest = sql`order by outbox.id desc ${limit}`;
  return sql`
    from (select institution_id, id, phone, mobile, email from ${table} where ${visibleTo(actor)} and id = ${personId}) p
    cross join lateral (
      (select outbox.* from outbox where outbox.institution_id = p.institution_id
        and outbox.${sql.identifier(`${entity}_id`)} = p.id and ${narrowed} ${latest})
      union all
      -- Before a message named its recipient, and what is sent to a number alone.
      (select outbox.* from outbox where outbox.institution_id = p.institution_id
        and outbox.recipient in (p.phone, p.mobile, p.email) and outbox.student_id is null and outbox.guardian_id is null
        and outbox.employee_id is null and ${narrowed} ${latest})
    ) outbox
    left join messages m on (m.institution_id, m.id) = (outbox.institution_id, outbox.message_id)
    left join contact_answers answer on (answer.institution_id, answer.outbox_id) = (outbox.institution_id, outbox.id)
    left join accounts a on a.id = coalesce(m.account_id, answer.account_id)
    left join guardians g on (g.institution_id, g.id) = (outbox.institution_id, outbox.guardian_id)
    ${joined} ${latest}`;
}

/** Those that the actor can read in the inbox. */
export const repliesTo = (actor: Actor, what: SQL): SQL => sql`(
  select ${what} from incoming_messages i where i.institution_id = outbox.institution_id and i.outbox_id = outbox.id and i.kind = 'reply'
    and (i.institution_id = any (${sql.param(institutionsWhere(actor, 'contact.replies'))}::int[]) or i.sender_id = ${actor.accountId}::bigint))`;

export interface PersonLetter {
  id: number;
  day: string;
  author: string;
  subject: string;
  /** Null for people who can't see what it reveals. */
  body: string | null;
  to: string;
  /** The letter has a page for those who print letters. */
  hasPage: boolean;
}

const maxLettersShown = 50;

/** The letters on paper to a person, or about a student, latest first. */
async function personLetters(db: Db, actor: Actor, { entity, table, visibleTo }: PersonKind, personId: number) {
  if (entity === 'employee') return { rows: [], isMore: false };
  const { rows, isMore } = await bounded(
    maxLettersShown,
    (limit) =>
      query<Omit<PersonLetter, 'hasPage'> & { institutionId: number; needs: string | null }>(db)`
      select l.id::bigint, l.institution_id as "institutionId", l.day::text as day, l.author, l.needs, c.name as to, c.subject, c.body
      from (select institution_id, id from ${table} where ${visibleTo(actor)} and id = ${personId}
        and institution_id = any (${sql.param(institutionsWhere(actor, ...maySeeHistory[entity]))}::int[])) p
      join letter_copies c on c.institution_id = p.institution_id and c.${sql.identifier(`${entity}_id`)} = p.id
      join letters l on (l.institution_id, l.id) = (c.institution_id, c.letter_id)
      order by l.id desc, c.place limit ${limit}`,
  );
  const shown = rows.map(({ institutionId, needs, ...letter }) => {
    const mayRead = mayReadText(actor, institutionId, needs);
    return {
      ...letter,
      subject: mayRead ? letter.subject : 'Letter',
      body: mayRead ? letter.body : null,
      hasPage: can(actor, 'messages.send', institutionId),
    };
  });
  return { rows: shown, isMore };
}

export const personKinds: readonly PersonKind[] = [studentKind, guardianKind, employeeKind];

export interface MessageTab {
  /** The address of further pages. */
  address: string;
  rows: PersonMessage[];
  after: number | null;
  wishes: PersonWish[];
  letters: { rows: PersonLetter[]; isMore: boolean };
}

/** The tab "Messages" on the records of students, guardians and employees. */
export const messageTabs: ProfileTab[] = personKinds.map((kind) => ({
  of: kind.entity,
  name: 'messages',
  label: 'Messages',
  place: 40,
  isRare: true,
  may: maySeeHistory[kind.entity],
  component: 'notices/person-messages',
  load: async (db, actor, personId): Promise<MessageTab> => {
    const [messages, letters, wishes] = await Promise.all([
      personMessages(db, actor, kind, personId, {}),
      personLetters(db, actor, kind, personId),
      personWishes(db, actor, kind, personId),
    ]);
    return { address: `/message-history/${kind.people}/${personId}`, ...messages, letters, wishes };
  },
}));
