import { accountNameOf } from '#kernel/account-name.ts';
import { bounded } from '#kernel/bounded.ts';
import { listLimits } from '#kernel/list-limits.ts';
import { and, desc, eq, lt, sql, type Placeholder } from 'drizzle-orm';
import { z } from 'zod';
import { can, type Actor } from '#kernel/actor.ts';
import { shownDetails, type Changes } from '#kernel/changes.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import { keptByKey } from '#kernel/kept.ts';
import { keptQuery, recordId } from '#kernel/kept-query.ts';
import type { FieldGroup, RestrictedGroup } from '#kernel/field-groups.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { auditEntries } from '#kernel/tables.ts';
import { placesNamed } from '#features/geography/name-places.ts';
import { logAccess } from './log-access.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';

export interface HistoryEntry {
  id: number;
  at: Date | string;
  person: string;
  summary: string;
}

const entry = { id: auditEntries.id, at: auditEntries.at, person: auditEntries.person, summary: auditEntries.summary };
/** Staff learn the account, which nobody can change; a person at the own record, or a parent, the name alone. */
const withAccount = sql<string>`${accountNameOf(auditEntries.person, auditEntries.username)}`;
const about = ({ entity }: PersonKind, personId: number | Placeholder) =>
  and(eq(auditEntries.subjectType, entity), eq(auditEntries.subjectId, personId));

const lastChanges = keptByKey((kind: PersonKind) =>
  keptQuery((db, actor) => {
    const { table } = kind;
    return db
      .select({ ...entry, account: withAccount, institutionId: auditEntries.institutionId })
      .from(auditEntries)
      .innerJoin(table, and(eq(table.institutionId, auditEntries.institutionId), eq(table.id, auditEntries.subjectId)))
      .where(and(kind.visibleTo(actor), about(kind, recordId), sql`${auditEntries.action} not like '%.print%'`))
      .orderBy(desc(auditEntries.id))
      .limit(1);
  }),
);

/** Which page of a history an address asks for. */
export const HistoryPage = z.object({ before: queryParam(id) });

/** Who changed the record last, for everybody who sees the person; printing is in the history, and yet no change. */
export async function lastChangeOf(db: Db, actor: Actor, kind: PersonKind, personId: number) {
  const [row] = await lastChanges(kind)(db, actor, {}, { id: personId });
  if (!row) return null;
  const { account, institutionId, ...change } = row;
  return readsHistory(actor, kind, institutionId) ? { ...change, person: account } : change;
}

/** Who may change a record sees what was changed on it, also without reading the whole log. */
export const readsHistory = (actor: Actor, kind: PersonKind, institutionId: number): boolean =>
  can(actor, 'audit.view', institutionId) || kind.opensHistory.every((one) => can(actor, one, institutionId));

/**
 * What was done to the record, latest first, from the entry before which the last page ended, and where the next one is. What changed in a restricted group is shown to who sees the group, and
 * that is written down; others are told that it changed.
 */
export async function historyOf(
  tx: Tx,
  actor: Actor,
  {
    kind,
    personId,
    before,
    groupsIn,
  }: {
    kind: PersonKind;
    personId: number;
    before: number | undefined;
    groupsIn: (institutionId: number) => FieldGroup[];
  },
) {
  const { table } = kind;
  const [person] = await tx
    .select({ institutionId: sql<number>`${table.institutionId}` })
    .from(table)
    .where(and(kind.visibleTo(actor), eq(table.id, personId)));
  if (!person) throw new NotFound(kind.entity);
  if (!readsHistory(actor, kind, person.institutionId)) throw new NotAllowed();
  const { rows: found, isMore } = await bounded(listLimits.history, (limit) =>
    tx
      .select({
        ...entry,
        person: withAccount,
        institutionId: auditEntries.institutionId,
        details: placesNamed(auditEntries.details),
      })
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.institutionId, person.institutionId),
          about(kind, personId),
          before === undefined ? undefined : lt(auditEntries.id, before),
        ),
      )
      .orderBy(desc(auditEntries.id))
      .limit(limit),
  );
  for (const [institutionId, rows] of Map.groupBy(found, (row) => row.institutionId)) {
    const seen = groupsIn(institutionId);
    const groups = restrictedIn(rows).filter((group) => seen.includes(group));
    await logAccess(tx, actor, { institutionId, entity: kind.entity, subjectId: personId, groups, place: 'record' });
  }
  const history = found.map(({ institutionId, details, ...row }) => ({
    ...row,
    details: shownDetails(details, groupsIn(institutionId)),
  }));
  return { history, older: isMore ? `/${kind.people}/${personId}/history?before=${found.at(-1)!.id}` : null };
}

const restrictedIn = (rows: { details: Record<string, unknown> }[]) => [
  ...new Set(
    rows.flatMap(
      ({ details }) =>
        Object.keys((details['restricted'] ?? {}) as Record<RestrictedGroup, Changes>) as RestrictedGroup[],
    ),
  ),
];
