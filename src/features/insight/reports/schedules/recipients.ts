import { and, asc, eq, sql } from 'drizzle-orm';
import { query, type Db, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { reportScheduleRecipients } from '../reports.schema.ts';
import { isReader } from './readers.ts';

interface Recipients {
  roles: number[];
  accounts: number[];
}

export function refuseNobody({ roles, accounts }: Recipients): void {
  if (roles.length + accounts.length === 0)
    throw new ValidationError('roles', 'Choose a role or a person who gets the report.');
}

/** People who can’t open the report would get a link that leads nowhere. */
export async function refuseOthers(
  tx: Tx,
  report: { institutionId: number; id: number },
  { roles, accounts }: Recipients,
): Promise<void> {
  const { institutionId, id } = report;
  const [found] = await query<{ roles: number; readers: number }>(
    tx,
    sql`select
      (select count(*)::int from saved_report_roles s where s.institution_id = ${institutionId} and s.report_id = ${id}
        and s.role_id = any (${sql.param(roles)}::bigint[])) as roles,
      (select count(*)::int from accounts a
        where a.id = any (${sql.param(accounts)}::bigint[]) and ${isReader(report)}) as readers`,
  );
  if (found!.roles < new Set(roles).size)
    throw new ValidationError('roles', 'A role can’t open this report. Share the report with the role first.');
  if (found!.readers < new Set(accounts).size)
    throw new ValidationError('accounts', 'Somebody can’t open this report. Share it with a role of theirs first.');
}

export async function recipientsOf(
  db: Db,
  { institutionId, id }: { institutionId: number; id: number },
): Promise<Recipients> {
  const { roleId, accountId } = reportScheduleRecipients;
  const found = await db
    .select({ roleId, accountId })
    .from(reportScheduleRecipients)
    .where(and(eq(reportScheduleRecipients.institutionId, institutionId), eq(reportScheduleRecipients.scheduleId, id)))
    .orderBy(asc(roleId), asc(accountId));
  return {
    roles: found.flatMap((row) => row.roleId ?? []),
    accounts: found.flatMap((row) => row.accountId ?? []),
  };
}

/** Exactly these from now on. */
export async function writeRecipients(
  tx: Tx,
  to: { institutionId: number; scheduleId: number },
  { roles, accounts }: Recipients,
): Promise<void> {
  await tx
    .delete(reportScheduleRecipients)
    .where(
      and(
        eq(reportScheduleRecipients.institutionId, to.institutionId),
        eq(reportScheduleRecipients.scheduleId, to.scheduleId),
      ),
    );
  await tx
    .insert(reportScheduleRecipients)
    .values([
      ...[...new Set(roles)].map((roleId) => ({ ...to, roleId })),
      ...[...new Set(accounts)].map((accountId) => ({ ...to, accountId })),
    ]);
}
