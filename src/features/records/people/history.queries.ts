import { accountNameOf } from '#kernel/account-name.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { listLimits } from '#kernel/list-limits.ts';
import { and, desc, eq, lt, sql, type Placeholder } from 'drizzle-orm';
import { z } from 'zod';
import { can, type Actor } from '#kernel/actor.ts';
import { shownDetails, type Changes } from '#kernel/edit/changes.ts';
import { type Db, type Tx, hasKey } from '#kernel/database.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import { cachedByKey } from '#kernel/cached-by-key.ts';
import { cachedQuery, recordId } from '#kernel/database/cached-query.ts';
import type { FieldGroup, RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { auditEntries } from '#kernel/tables.ts';
import { placesNamed } from '#features/records/geography/name-places.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { readLog, type Entity } from './people.schema.ts';

export interface HistoryEntry {
  id: number;
  at: Date | string;
  person: string;
  summary: string;
}

const entry = { id: auditEntries.id, at: auditEntries.at, person: auditEntries.person, summary: auditEntries.summary };
/** Staff see the username, which can't be changed; the person and guardians see the name only. */
const withAccount = sql<string>`${accountNameOf(auditEntries.person, auditEntries.username)}`;
const about = ({ entity }: PersonKind, personId: number | Placeholder) =>
  and(eq(auditEntries.subjectType, entity), eq(auditEntries.subjectId, personId));

const lastChanges = cachedByKey((kind: PersonKind) =>
  cachedQuery((db, actor) => {
    const { table } = kind;
    return db
      .select({ ...entry, account: withAccount, institutionId: auditEntries.institutionId })
      .from(auditEntries)
      .innerJoin(table, hasKey(table, auditEntries.institutionId, auditEntries.subjectId))
      .where(and(kind.visibleTo(actor), about(kind, recordId), sql`${auditEntries.action} not like '%.print%'`))
      .orderBy(desc(auditEntries.id))
      .limit(1);
  }),
);

/** The page of a history that an address asks for. */
export const HistoryPage = z.object({ before: queryParam(id) });

/** The last change of the record, for everyone who can see the person. Prints don't count as changes. */
export async function lastChangeOf(db: Db, actor: Actor, kind: PersonKind, personId: number) {
  const [row] = await lastChanges(kind)(db, actor, {}, { id: personId });
  if (!row) return null;
  const { account, institutionId, ...change } = row;
  return readsHistory(actor, kind, institutionId) ? { ...change, person: account } : change;
}

/** Users who can edit a record can see its history, even without access to the audit log. */
export const readsHistory = (actor: Actor, kind: PersonKind, institutionId: number): boolean =>
  can(actor, 'audit.view', institutionId) || kind.opensHistory.every((one) => can(actor, one, institutionId));

/**
 * One page of a record's history, latest first, with the cursor of the next. Values of a restricted group are shown to
 * users who can see the group, and the view is logged; others see only that they changed.
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

interface Access {
  institutionId: number;
  entity: Entity;
  subjectId: number;
  groups: readonly RestrictedGroup[];
  place: 'record' | 'form' | 'print' | 'file';
}

/** The same for many people at once. */
export async function logAccesses(tx: Tx, actor: Actor, accesses: Access[]): Promise<void> {
  const rows = accesses.flatMap(({ groups, ...access }) =>
    groups.map((fieldGroup) => ({ ...access, fieldGroup, accountId: actor.accountId, person: actor.name })),
  );
  if (rows.length) await tx.insert(readLog).values(rows);
}

/** Logs that the actor sees health, religion or private data of a person, in the transaction that reads it. */
export const logAccess = (tx: Tx, actor: Actor, access: Access): Promise<void> => logAccesses(tx, actor, [access]);
