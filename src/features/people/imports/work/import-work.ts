import { and, eq, sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { render, type Database, type Tx, query, hasKey } from '#kernel/database.ts';
import { databaseError, Uncertain } from '#kernel/errors.ts';
import type { Files } from '#kernel/files.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { DatabaseAway } from '#kernel/postgres/watch.ts';
import type { Permission } from '#kernel/permissions.ts';
import { files as fileTable, files } from '#kernel/tables.ts';
import { Options, planFor } from '../engine/plan.ts';
import { Unreadable } from '../engine/headers.ts';
import { imports, type ImportRow } from '../imports.schema.ts';
import { importPermission } from '../imports.policy.ts';
import { permittedActionsWith } from '../import-actions.ts';
import type { ImportState } from '../import-state.ts';
import type { Kind, ImportJob } from '../kinds/kind.ts';
import { loadSchool } from '../school/school.queries.ts';
import { Overtaken } from './write-people.ts';
import { notify } from '#kernel/notify.ts';

export interface ImportServices {
  database: Database;
  files: Files;
}

export const isImport = ({ institutionId, importId }: ImportJob) => hasKey(imports, institutionId, importId);

/** Loads what a job needs of an import, or null if the import has left the expected state. */
export async function openImport({ database, files }: ImportServices, job: ImportJob, state: ImportState) {
  const found = await database.asSystem([job.institutionId], async (tx) => {
    const [row] = await tx
      .select({ import: imports, storedAs: fileTable.storedAs, person: accounts.name })
      .from(imports)
      .innerJoin(fileTable, hasKey(fileTable, imports.institutionId, imports.fileId))
      .leftJoin(accounts, sql`${accounts.id} = coalesce(${imports.actingAccountId}, ${imports.accountId})`)
      .where(and(isImport(job), eq(imports.state, state)));
    if (!row) return null;
    const { actingAccountId, accountId, kind } = row.import;
    const holds = await permissionsOf(tx, job.institutionId, actingAccountId ?? accountId);
    return { ...row, holds, school: await loadSchool(tx, job.institutionId, kind) };
  });
  if (!found) return null;
  const { format, mapping, accountId, actingAccountId, kind } = found.import;
  const options = Options.parse(found.import.options);
  const { roster, surroundings, words } = found.school;
  const used = [...mapping, ...options.same.map(({ field }) => field)];
  if (used.some((key) => key !== null && !roster.fields[key]))
    throw new Unreadable('A field that this file fills in has since been archived. Map the columns again.');
  // Permissions may have been removed while the job waited.
  if (!found.holds(importPermission[kind]) || used.some((key) => !mayWrite(roster, key, found.holds)))
    throw new Unreadable('You no longer have the permissions for this import. Ask a colleague who has them.');
  const acts = permittedActionsWith(kind, found.holds).filter((act) => found.import.acts.includes(act));
  return {
    import: found.import as ImportRow,
    acts: new Set(acts),
    school: found.school,
    actor: systemActor(job.institutionId, found.person ?? 'Someone', actingAccountId ?? accountId),
    source: {
      path: await files.local(found.storedAs),
      format: format.format,
      plan: planFor(format.columns, mapping, options, roster.fields, found.import.corrections),
      options,
      roster,
      surroundings: options.newWords === 'report' ? { ...surroundings, words } : surroundings,
    },
  };
}
export type OpenedImport = NonNullable<Awaited<ReturnType<typeof openImport>>>;

const mayWrite = ({ fields, groups }: Kind, key: string | null, holds: (permission: Permission) => boolean) => {
  const { group, needs = [] } = fields[key ?? ''] ?? {};
  return (group === undefined || holds(groups[group])) && needs.every(holds);
};

/** The account's current permissions in the institution; none if it is disabled. */
async function permissionsOf(tx: Tx, institutionId: number, accountId: number | null) {
  const rows = await query<{ all: boolean; permissions: string[] | null }>(tx, render)`
    select a.is_group_administrator or coalesce(bool_or(r.key = 'owner'), false) as all,
      (select array_agg(distinct p) from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id),
        unnest(r.permissions) p where m.institution_id = ${institutionId} and m.account_id = a.id) as permissions
    from accounts a left join memberships m on m.institution_id = ${institutionId} and m.account_id = a.id
    left join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
    where a.id = ${accountId}::bigint and a.disabled_at is null group by a.id`;
  const [found] = rows;
  const permissions = new Set(found?.permissions ?? []);
  return (permission: Permission) => found !== undefined && (found.all || permissions.has(permission));
}

/** Runs a job; an error that a retry cannot fix ends the import with a message for the user. */
export async function orFail({ database }: ImportServices, job: ImportJob, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isRetryable(error)) throw error;
    const failure =
      error instanceof Unreadable ? error.message : 'A server error stopped the import. Unfinished work was not saved.';
    await database.asSystem([job.institutionId], async (tx) => {
      const failed = await tx
        .update(imports)
        .set({ state: 'failed', failure, finishedAt: sql`now()` })
        .where(and(isImport(job), sql`${imports.state} in ('checking', 'running')`))
        .returning({ id: imports.id });
      if (failed.length) await notifyStarter(tx, job, 'failed', failure);
    });
    if (!(error instanceof Unreadable)) throw error;
  }
}

/** Errors a retry can fix: a number taken meanwhile, a deadlock, a lock timeout, a full disk, a lost connection, a shutdown. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof DatabaseAway || error instanceof Uncertain || error instanceof Overtaken) return true;
  if (error instanceof Error && error.name === 'AbortError') return true;
  const code = databaseError(error)?.code;
  if (code) return /^(23505|40|57|08|53|55P03|25P0[34]|25006|58030)/.test(code);
  for (let at = error; at instanceof Error; at = at.cause)
    if (lostWords.test(`${at.message} ${'code' in at ? String(at.code) : ''}`)) return true;
  return false;
}

const lostWords = /connect|terminated|not queryable|ECONN|EPIPE|ERR_STREAM|EMFILE|after calling end on the pool/i;

type ImportEnd = 'checked' | 'done' | 'failed' | 'undone' | 'reverted';

const titles: Record<ImportEnd, (fileName: string) => string> = {
  checked: (name) => `${name} has been checked`,
  done: (name) => `${name} has been imported`,
  failed: (name) => `The import of ${name} failed`,
  reverted: (name) => `The import of ${name} was undone`,
  undone: (name) => `Nothing was imported from ${name}`,
};

/** Notifies the user who started an import that it has finished. */
export async function notifyStarter(tx: Tx, job: ImportJob, end: ImportEnd, body: string): Promise<void> {
  const [found] = await tx
    .select({ accountId: imports.accountId, fileName: files.name })
    .from(imports)
    .innerJoin(files, hasKey(files, imports.institutionId, imports.fileId))
    .where(hasKey(imports, job.institutionId, job.importId));
  if (!found?.accountId) return;
  await notify(tx, {
    institutionId: job.institutionId,
    to: [found.accountId],
    kind: `imports.${end}`,
    title: titles[end](shortened(found.fileName)),
    body,
    href: `/imports/${job.importId}`,
  });
}

const shortened = (name: string) =>
  name.length <= 60 ? name : `${name.slice(0, 40)}…${name.slice(-15)}`.toWellFormed();
