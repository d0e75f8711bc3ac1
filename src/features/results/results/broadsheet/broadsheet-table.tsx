import { cx } from '#ui/cx.ts';
import { useWords } from '#web/client/use-words.ts';
import { resultCell, resultColumns } from './broadsheet-columns.ts';
import type { BroadsheetProps } from '../results.pages.ts';
import { CourseTotal, SheetTable } from '../shared/sheet-table.tsx';
import classes from '../shared/broadsheet.module.css';

/** Students × courses of a term, and the figures of each course below. */
export function BroadsheetTable({ sheet, broadsheet }: Pick<BroadsheetProps, 'sheet' | 'broadsheet'>) {
  const words = useWords(sheet.institutionId);
  const { courses, rows, figures } = broadsheet;
  const after = resultColumns(broadsheet, words.batch);
  return (
    <SheetTable
      label={`Broadsheet of ${sheet.batch}`}
      sheetId={sheet.id}
      courses={courses.map(({ id, code, title }) => ({ key: id, code, title }))}
      rows={rows}
      cell={(cell) => <CourseTotal cell={cell} />}
      columns={after.map((column) => ({
        key: column.key,
        label: column.label,
        name: classes.after,
        show: (row: (typeof rows)[number]) =>
          resultCell(row, column) ?? <abbr title={row.notRanked ?? undefined}>—</abbr>,
      }))}
    >
      {figures.map(({ label, values }, line) => (
        <tr key={label} className={cx(classes.figures, line === 0 && classes.first)}>
          <th scope="row">{label}</th>
          {[...values, ...after.map(() => '')].map((value, at) => (
            <td key={courses[at]?.id ?? after[at - courses.length]!.key}>
              {value ?? '·'}
              <span className={classes.grade} />
            </td>
          ))}
        </tr>
      ))}
    </SheetTable>
  );
}
