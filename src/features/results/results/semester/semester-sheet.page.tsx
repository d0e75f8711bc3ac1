import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import { cx } from '#ui/cx.ts';
import classes from '../shared/broadsheet.module.css';
import type { semesterSheetPage, SemesterSheetProps } from '../results.pages.ts';
import { semesterColumns } from './semester-columns.ts';
import { CourseTotal, SheetTable, SheetState, SheetKey } from '../shared/sheet-table.tsx';

/** Students × courses of a semester with units, points, GPA and CGPA, and a remark. */
export default function SemesterSheetPage({ sheet, result, canOpenSheet }: PropsOf<typeof semesterSheetPage>) {
  const { href } = useAddress();
  const here = `/mark-sheets/${sheet.id}`;
  const title = `${sheet.batch}, ${sheet.term}`;
  return (
    <>
      <PageHeader
        title={`Semester result sheet, ${title}`}
        breadcrumbs={[
          canOpenSheet
            ? { label: 'Marks', href: href('/mark-sheets') }
            : { label: 'Class results', href: href('/class-results') },
          { label: 'Broadsheet', href: href(`${here}/broadsheet`) },
        ]}
        more={[
          { label: 'Export to XLSX', href: `${here}/result-sheet.xlsx`, external: true },
          { label: 'Print on A3 (PDF)', href: `${here}/result-sheet.pdf`, external: true },
        ]}
      />
      <SheetState sheet={sheet} />
      {result.rows.length === 0 ? (
        <EmptyState title="No grade points">
          The result sheet has units and grade points. The scheme of these marks has averages: see the broadsheet.
        </EmptyState>
      ) : (
        <>
          <SemesterTable sheet={sheet} result={result} />
          <SheetKey sheet={result}>
            <span>Each course: total, grade, points</span>
          </SheetKey>
        </>
      )}
    </>
  );
}

/** Students × courses of a semester with units, points, GPA and CGPA, and a remark. */
function SemesterTable({ sheet, result }: Pick<SemesterSheetProps, 'sheet' | 'result'>) {
  return (
    <SheetTable
      label={`Result sheet of ${sheet.batch}`}
      sheetId={sheet.id}
      courses={result.courses.map((course) => ({ ...course, key: `${course.code} ${course.units}` }))}
      rows={result.rows}
      cell={(cell) => <CourseTotal cell={cell}> {cell.points}</CourseTotal>}
      columns={[
        ...semesterColumns.map(({ group, label, textOf }) => ({
          key: `${group} ${label}`,
          label: group === 'Current' ? label : `${group} ${label}`,
          name: cx(label.endsWith('GPA') && classes.after),
          show: (row: (typeof result.rows)[number]) => textOf(row) ?? '—',
        })),
        { key: 'remark', label: 'Remark', head: classes.words, name: classes.words, show: ({ remark }) => remark },
      ]}
    />
  );
}
