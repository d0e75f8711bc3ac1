import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import { cellsOf, type ExportedTable } from '#kernel/export/export-table.ts';
import { everyConcern, placeOfConcerns, type ConcernFilter } from './concerns.queries.ts';
import { followUpWays } from './follow-up-ways.ts';

const columns: ExportColumn[] = [
  { header: 'Student', kind: 'text', width: 28 },
  { header: 'Admission number', kind: 'text', width: 18 },
  { header: 'Class arm', kind: 'text', width: 16 },
  { header: 'Percentage', kind: 'text', width: 12 },
  { header: 'Times called', kind: 'text', width: 12 },
  { header: 'Times absent', kind: 'text', width: 12 },
  { header: 'Days absent in a row', kind: 'text', width: 12 },
  { header: 'Guardian', kind: 'text', width: 24 },
  { header: 'Phone', kind: 'text', width: 18 },
  { header: 'Last follow-up', kind: 'text', width: 16 },
  { header: 'On', kind: 'text', width: 12 },
  { header: 'Note', kind: 'text', width: 50 },
];

const wayInWords = sql`case c."lastHow" ${sql.join(
  Object.entries(followUpWays).map(([way, label]) => sql`when ${way} then ${label}`),
  sql` `,
)} end`;

/** The list of concerns as a table, the worst first. */
export function exportConcerns(
  actor: Actor,
  { institution_id: wanted, ...filter }: ConcernFilter & { institution_id?: number | undefined },
): ExportedTable {
  const institutionId = placeOfConcerns(actor, wanted);
  const cells = cellsOf([
    sql`c.name`,
    sql`c.number`,
    sql`c.batch`,
    sql`c.percent::text`,
    sql`c.called::text`,
    sql`c.absent::text`,
    sql`c."inRow"::text`,
    sql`c.guardian`,
    sql`c.phone`,
    wayInWords,
    sql`left(c."lastAt", 10)`,
    sql`c."lastNote"`,
  ]);
  return {
    title: 'Low attendance',
    action: 'attendance.exportConcerns',
    filter,
    columns,
    counted: (rows) => `${rows} ${rows === 1 ? 'student' : 'students'} with attendance concerns`,
    institutionIds: [institutionId],
    rows: sql`select ${institutionId}::int as "institutionId", ${cells} from (${everyConcern(actor, institutionId, filter)}) c
      order by c.percent nulls last, c."inRow" desc, c.name, c.id`,
  };
}
