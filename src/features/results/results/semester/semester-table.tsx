import { cx } from '#ui/cx.ts';
import type { SemesterSheetProps } from '../results.pages.ts';
import { semesterColumns } from './semester-columns.ts';
import { CourseTotal, SheetTable } from '../shared/sheet-table.tsx';
import classes from '../shared/broadsheet.module.css';

/** Students × courses of a semester with units, points, GPA and CGPA, and a remark. */
export function SemesterTable({ sheet, result }: Pick<SemesterSheetProps, 'sheet' | 'result'>) {
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
