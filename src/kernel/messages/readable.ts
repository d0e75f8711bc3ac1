import { and, isNotNull, isNull, ne, notLike, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { can, type Actor } from '../actor.ts';
import type { Permission } from '../permissions.ts';
import { outbox } from './messages.schema.ts';

/** Whether the actor can see everything that a text reveals. */
export const mayReadText = (actor: Actor, institutionId: number, needs: string | null): boolean =>
  needs === null || needs.split(' ').every((permission) => can(actor, permission as Permission, institutionId));

/** Whether the actor may know who the recipients of a message are: also what they were chosen by. */
export const mayKnowRecipients = (
  actor: Actor,
  { institutionId, audienceNeeds }: { institutionId: number; audienceNeeds: string | null },
): boolean => mayReadText(actor, institutionId, audienceNeeds);

const ofApplications: Permission = 'admissions.view';

/**
 * The rows of the outbox whose text the actor may read, among those that the actor can see. Text with a link or code
 * that gives access, and other messages of accounts, are opened in the outbox, which has its own rule. Text that reveals
 * something, such as a result, is shown to people who can see all of its sources. Old messages don't say what they contain.
 */
export function textVisibleTo(actor: Actor): SQL {
  const ways = actor.institutions.map((institution) => {
    const { id, permissions } = institution;
    return and(
      sql`${outbox.institutionId} = ${id}`,
      mayKnow(outbox, institution),
      permissions.has(ofApplications) ? undefined : isNull(outbox.applicationId),
    )!;
  });
  return and(
    isNull(outbox.keyKind),
    areRecipientsKnown(actor),
    or(isNull(outbox.accountId), isNotNull(outbox.messageId)),
    ne(outbox.event, 'other'),
    notLike(outbox.event, 'accounts.%'),
    or(...ways) ?? sql`false`,
  )!;
}

interface WithNeeds {
  institutionId: SQLWrapper;
  needs: SQLWrapper;
}

/** Owners have all permissions, which are then not listed. */
const mayKnow = ({ needs }: WithNeeds, { isOwner, permissions }: Actor['institutions'][number]): SQL =>
  isOwner
    ? sql`true`
    : sql`(${needs} is null or string_to_array(${needs}, ' ') <@ ${sql.param([...permissions])}::text[])`;

/** The rows of which the actor can see everything that the text reveals. */
export const isSourceVisible = (actor: Actor, row: WithNeeds): SQL =>
  or(
    sql`${row.needs} is null`,
    ...actor.institutions.map(
      (institution) => sql`(${row.institutionId} = ${institution.id} and ${mayKnow(row, institution)})`,
    ),
  )!;

/**
 * The same as `mayKnowRecipients` for rows of the outbox, by their message. Few messages hide their recipients, so these
 * are looked up once for all rows.
 */
export const areRecipientsKnown = (actor: Actor, messageId: SQLWrapper = outbox.messageId): SQL => {
  const needs = sql`m.audience_needs`;
  return sql`(${messageId} is null or ${messageId} not in (select m.id from messages m
    where ${needs} is not null and not ${isSourceVisible(actor, { institutionId: sql`m.institution_id`, needs })}))`;
};
