import { desc, eq, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import { cellsOf, type ExportedTable } from '#kernel/export/export-table.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { auditEntries } from '#kernel/tables.ts';
import { auditList } from './audit.list.ts';

export const ExportEntries = auditList.Filter.omit({ after: true });

const columns: ExportColumn[] = [
  { header: 'Date and time', kind: 'text', width: 20 },
  { header: 'Institution', kind: 'text', width: 28 },
  { header: 'User', kind: 'text', width: 22 },
  { header: 'Account', kind: 'text', width: 22 },
  { header: 'Summary', kind: 'text', width: 50 },
  { header: 'Action', kind: 'text', width: 22 },
  { header: 'Record', kind: 'text', width: 16 },
  { header: 'Details', kind: 'text', width: 50 },
  { header: 'Request', kind: 'text', width: 38 },
];

/** The audit log as a table, latest first, with times in each institution's time zone. */
export function exportEntries(actor: Actor, filter: z.infer<typeof ExportEntries>): ExportedTable {
  const institutionIds = institutionsInView(actor, filter.institution_id, 'audit.view');
  if (institutionIds.length === 0) throw new NotAllowed();
  const cells = cellsOf([
    sql`to_char(${auditEntries.at} at time zone ${institutions.timeZone}, 'YYYY-MM-DD HH24:MI:SS')`,
    institutions.name,
    auditEntries.person,
    auditEntries.username,
    auditEntries.summary,
    auditEntries.action,
    sql`${auditEntries.subjectType} || ' ' || ${auditEntries.subjectId}`,
    sql`nullif(akada_told(${auditEntries.details}), '{}')::text`,
    auditEntries.requestId,
  ]);
  return {
    title: 'Audit log',
    counted: (rows) => `${rows} ${rows === 1 ? 'entry' : 'entries'} of the audit log`,
    action: 'audit.export',
    filter,
    institutionIds,
    columns,
    rows: sql`select ${auditEntries.institutionId} as "institutionId", ${cells} from ${auditEntries}
      join ${institutions} on ${eq(institutions.id, auditEntries.institutionId)}
      where ${or(...auditList.conditions(actor, filter))} order by ${desc(auditEntries.id)}`,
  };
}
