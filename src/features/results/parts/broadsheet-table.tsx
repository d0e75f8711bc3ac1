import { cx } from '#ui/cx.ts';
import { useWords } from '#web/client/use-words.ts';
import { resultCell, resultColumns } from '../broadsheet/broadsheet-columns.ts';
import type { BroadsheetCell } from '../broadsheet/broadsheet.ts';
import type { BroadsheetProps } from '../results.pages.ts';
import { stateWords } from '../term-results/shown-results.ts';
import classes from './broadsheet.module.css';

/** Students × courses. It scrolls in itself; the head and the names stay. */
export function BroadsheetTable({ sheet, broadsheet }: Pick<BroadsheetProps, 'sheet' | 'broadsheet'>) {
  const words = useWords(sheet.institutionId);
  const { courses, rows, figures } = broadsheet;
  const after = resultColumns(broadsheet, words.batch);
  return (
    // A part that scrolls is reached by the keyboard, whose arrows then scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={`Broadsheet of ${sheet.batch}`}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Student</th>
            {courses.map(({ id, code, title }) => (
              <th key={id} scope="col">
                <abbr title={title}>{code}</abbr>
              </th>
            ))}
            {after.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.studentId}>
              <th scope="row">
                {/* A file, which the router does not open. */}
                <a href={`/mark-sheets/${sheet.id}/students/${row.studentId}/report-card.pdf`}>{row.name}</a>{' '}
                <span className={classes.number}>{row.number}</span>
              </th>
              {row.cells.map((cell, at) => (
                <td key={courses[at]!.id}>{cell ? <Total cell={cell} /> : '·'}</td>
              ))}
              {after.map((column) => (
                <td key={column.key} className={classes.after}>
                  {resultCell(row, column) ?? <abbr title={row.notRanked ?? undefined}>—</abbr>}
                </td>
              ))}
            </tr>
          ))}
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
        </tbody>
      </table>
    </div>
  );
}

const Total = ({ cell }: { cell: BroadsheetCell }) =>
  cell.state ? (
    <abbr title={stateWords[cell.state].words}>{cell.total}</abbr>
  ) : (
    <>
      {cell.total}
      <span className={cx(classes.grade, cell.passed === false && classes.failed)}>{cell.grade}</span>
    </>
  );
