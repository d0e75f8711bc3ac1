import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { day, id, said } from '#kernel/schemas.ts';
import { auditEntries } from '#kernel/tables.ts';
import { placesNamed } from '#features/geography/name-places.ts';

/** What the address of the log says. */
export const AuditFilter = z.object({
  institution_id: id.optional(),
  academic_session: z.unknown().optional(),
  person: said(id),
  action: said(z.string().regex(/^[a-zA-Z_.-]{1,60}$/)),
  from: said(day),
  to: said(day),
  subject: said(z.string().regex(/^[a-z_]{1,40}:\d{1,15}$/)),
  after: said(id),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

const pageSize = 50;

const columns = {
  id: auditEntries.id,
  institutionId: auditEntries.institutionId,
  at: sql<string>`to_char(${auditEntries.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
  accountId: auditEntries.accountId,
  person: auditEntries.person,
  username: auditEntries.username,
  action: auditEntries.action,
  summary: auditEntries.summary,
  subjectType: auditEntries.subjectType,
  subjectId: auditEntries.subjectId,
  // What changed in a restricted group is told on the record, to who sees the group.
  details: placesNamed(sql`akada_told(${auditEntries.details})`),
};

/** One page of the log, latest first, and the id to go on from. */
export async function listEntries(db: Db, actor: Actor, filter: AuditFilter) {
  const ids = institutionsInView(actor, filter.institution_id, 'audit.view');
  // A part for each institution, each read from its own end of the primary key.
  const parts = ids.map((institutionId) =>
    db
      .select(columns)
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.institutionId, institutionId),
          ...conditions(filter, membershipIn(actor, institutionId)!.timeZone),
        ),
      )
      .orderBy(desc(auditEntries.id))
      .limit(pageSize + 1),
  );
  const found = (await Promise.all(parts)).flat().sort((a, b) => b.id - a.id);
  const rows = found.slice(0, pageSize);
  return { rows, after: found.length > pageSize ? rows.at(-1)!.id : null };
}
export type AuditRow = Awaited<ReturnType<typeof listEntries>>['rows'][number];

/** What the log's address asks for, in one institution with its own days. */
export function conditions({ person, action, from, to, subject, after }: AuditFilter, timeZone: string): SQL[] {
  const where: SQL[] = [];
  if (after) where.push(sql`${auditEntries.id} < ${after}`);
  if (person) where.push(eq(auditEntries.accountId, person));
  if (action)
    where.push(
      action.includes('.')
        ? eq(auditEntries.action, action)
        : action === 'imports'
          ? sql`split_part(${auditEntries.action}, '.', 2) = 'import'`
          : sql`starts_with(${auditEntries.action}, ${`${action}.`})`,
    );
  if (from) where.push(sql`${auditEntries.at} >= ${from}::date::timestamp at time zone ${timeZone}`);
  if (to) where.push(sql`${auditEntries.at} < (${to}::date + 1)::timestamp at time zone ${timeZone}`);
  if (subject) {
    const [type = '', subjectId = ''] = subject.split(':');
    where.push(eq(auditEntries.subjectType, type), eq(auditEntries.subjectId, Number(subjectId)));
  }
  return where;
}
