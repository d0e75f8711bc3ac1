import { useEffect, useRef, useState } from 'react';
import { cx } from '#ui/cx.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { countOf } from '#ui/format.ts';
import { GridCell } from '#ui/grid/grid-cell.tsx';
import { filledBy, moveInGrid, pastedBlock, type Block } from '#ui/grid/grid-keys.ts';
import grid from '#ui/grid/grid.module.css';
import { toast } from '#ui/overlays/toast.ts';
import type { CourseMarksProps } from '../assessment.pages.ts';
import { decimals } from '../hundredths.ts';
import type { MarkRow } from './mark-rows.queries.ts';
import { cellName, placeOf } from './mark-text.ts';
import { useCourseMarks } from './use-course-marks.ts';
import classes from '../shared/setup.module.css';
import type { Component, Entries } from '../compute/types.ts';
import { hasGrade, courseResult, type CourseResult } from '../compute/course-result.ts';
import { entryWords } from '../assessment.ts';
import { shown } from '../compute/fraction-text.ts';
import type { CourseSheet } from './course-sheet.queries.ts';

/** A table of marks with the keyboard of a spreadsheet. Totals and grades follow what is typed. */
export function CourseGrid({ sheet, rows, since, canEnter }: CourseMarksProps) {
  const table = useRef<HTMLTableElement>(null);
  const { components } = sheet.scheme;
  const [part, setPart] = useState(() => partInAddress(components) ?? firstOpen(rows, components));
  useEffect(() => {
    const wanted = cellInAddress();
    if (wanted) table.current?.querySelector<HTMLInputElement>(`input[data-cell="${CSS.escape(wanted)}"]`)?.focus();
  }, []);
  const { cellOf, entriesOf, type, keep, status } = useCourseMarks(sheet, rows, since);
  const names = rows.map(({ id }) => components.map(({ key }) => cellName(id, key)));
  const paste = (block: Block) => {
    const { texts, beyond } = filledBy(block, names);
    type(texts);
    if (beyond > 0)
      toast({ tone: 'bad', message: `${countOf(beyond, 'line')} had no student. Check where the column begins.` });
  };
  const results = rows.map((row) => gradeIn(entriesOf(row), sheet));
  return (
    <>
      <p className={cx(grid.status, canEnter && grid.pinned, status.isBad && grid.bad)} role="status">
        {canEnter || status.isBad ? status.words : 'You can view these marks.'}
      </p>
      <GradeCount results={results} />
      {components.length > 1 && (
        <div className={classes.part}>
          <SelectField
            name="part"
            label="Part"
            placeholder={null}
            value={part}
            onChange={(event) => setPart(event.target.value)}
            options={components.map(({ key, name, maximum, weight, group }) => ({
              value: key,
              label: [
                `${name}, of ${decimals(maximum)}`,
                weight !== undefined && `counts ${decimals(weight)}`,
                group && `best ${group.best} of ${group.name} count`,
              ]
                .filter(Boolean)
                .join(', '),
            }))}
          />
        </div>
      )}
      <div className={grid.scroll}>
        {/* The keys belong to the cells, which the table hears together. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <table
          ref={table}
          className={grid.grid}
          onKeyDown={(event) => moveInGrid(event, () => undefined)}
          onPaste={(event) => {
            const block = pastedBlock(event);
            if (block) paste(block);
          }}
        >
          <thead>
            <tr>
              <th scope="col">Student</th>
              {components.map(({ key, name, maximum }) => (
                <th key={key} scope="col" className={cx(grid.figure, key !== part && classes.other)}>
                  {name} <span className={grid.below}>of {decimals(maximum)}</span>
                </th>
              ))}
              <th scope="col" className={grid.figure}>
                Total
              </th>
              <th scope="col">Grade</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={row.id}>
                <th scope="row">
                  {row.name}
                  <span className={grid.most}> {row.isFormer ? 'no longer takes it' : row.number}</span>
                </th>
                {components.map(({ key, name }) => (
                  <GridCell
                    key={key}
                    name={cellName(row.id, key)}
                    label={`${name}, ${row.name}`}
                    cell={cellOf(cellName(row.id, key))}
                    className={key === part ? undefined : classes.other}
                    canEdit={canEnter}
                    onType={type}
                    onKeep={keep}
                  />
                ))}
                <td className={grid.figure}>{results[at]!.total}</td>
                <td>{results[at]!.grade}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {canEnter && (
        <p className={grid.status}>
          Enter goes down, Tab goes right. A is absent, E exempt, W withheld, I incomplete, P pending; nothing means not
          entered. A column from a spreadsheet can be pasted.
        </p>
      )}
    </>
  );
}

/** A check leads to a cell: /mark-sheets/1/courses/2#cell-12:test. */
const cellInAddress = () => /^#cell-(.+)$/.exec(decodeURIComponent(location.hash))?.[1];
const partInAddress = (components: Component[]) => {
  const wanted = cellInAddress();
  return wanted && components.find(({ key }) => key === placeOf(wanted).component)?.key;
};

/** The first part in which marks are missing: where a teacher goes on. */
const firstOpen = (rows: MarkRow[], components: Component[]) =>
  (components.find(({ key }) => rows.some(({ entries }) => !(key in entries))) ?? components[0])!.key;

/** '38 of 40 complete: A1 4, B2 9, …' */
function GradeCount({ results }: { results: LiveGrade[] }) {
  const complete = results.filter(({ status }) => hasGrade(status));
  const passed = complete.filter((one) => one.passed).length;
  const byGrade = Map.groupBy(complete, ({ grade }) => grade);
  const grades = [...byGrade].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([grade, all]) => `${grade} ${all.length}`);
  return (
    <p className={classes.sum}>
      {complete.length} of {results.length} complete
      {complete.length > 0 && `, ${passed} passed: ${grades.join(', ')}`}
    </p>
  );
}

interface LiveGrade {
  total: string;
  grade: string;
  status: CourseResult['status'];
  passed: boolean | null;
}

const words = { ...entryWords, complete: '', absent: 'AB', incomplete: '—', judged: '—' };

/** The total and grade of what is typed, as they will be computed. */
function gradeIn(entries: Entries, { scheme, bands }: Pick<CourseSheet, 'scheme' | 'bands'>): LiveGrade {
  const { components, passMark, passFail } = scheme;
  const { status, total, grade, passed } = courseResult(entries, components, { bands, passMark, passFail });
  if (status === 'complete') return { status, passed, total: shown(total!), grade: grade! };
  return { status, passed, total: words[status], grade: status === 'judged' ? grade! : '' };
}
