import { sql } from 'drizzle-orm';
import type { Cell } from '#kernel/export/columns.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';
import { listName } from '#ui/format.ts';
import { decisionStates, outcomesAndUndecided } from '../outcomes.ts';
import type { SessionChoice } from '../promotion.access.ts';
import type { StudentProposal } from '../proposal/proposals.ts';

/** What follows a session, student by student, as a workbook. */
export function promotionTable(
  session: SessionChoice,
  students: StudentProposal[],
  words: { batch: string },
): ExportedTable {
  const rows = students.map((one): Cell[] => [
    one.number,
    listName(one),
    one.batch,
    one.average === null ? null : Number(one.average),
    outcomesAndUndecided[one.outcome],
    one.outcome === 'graduated' ? one.designation : null,
    one.note,
    one.reasons.join(' '),
    decisionStates[one.state],
  ]);
  return {
    title: `Promotion ${session.name.replaceAll('/', '-')}`,
    counted: (count) => (count === 1 ? '1 promotion' : `${count} promotions`),
    action: 'promotion.export',
    filter: { session: session.id },
    institutionIds: [session.institutionId],
    columns: [
      { header: 'Admission number', kind: 'text', width: 18 },
      { header: 'Name', kind: 'text', width: 30 },
      { header: words.batch, kind: 'text', width: 16 },
      { header: 'Average', kind: 'number', width: 10 },
      { header: 'Outcome', kind: 'text', width: 20 },
      { header: 'Class designation', kind: 'text', width: 22 },
      { header: 'Reason of a person', kind: 'text', width: 36 },
      { header: 'By the rule', kind: 'text', width: 60 },
      { header: 'State', kind: 'text', width: 16 },
    ],
    rows: sql`select ${session.institutionId}::int as "institutionId", r.value::text as cells
      from json_array_elements(${JSON.stringify(rows)}::json) with ordinality r order by r.ordinality`,
  };
}
