import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { GridCell } from '#ui/grid/grid-cell.tsx';
import { moveInGrid } from '#ui/grid/grid-keys.ts';
import grid from '#ui/grid/grid.module.css';
import { decimals } from '#features/results/assessment/hundredths.ts';
import { cellName } from '#features/results/assessment/marks/mark-text.ts';
import classes from '../shared/corrections.module.css';
import type { useStudentCorrection } from './use-student-correction.ts';

type Props = Pick<
  ReturnType<typeof useStudentCorrection>,
  'rows' | 'added' | 'removed' | 'remove' | 'keep' | 'cellOf' | 'type'
> & { courseWord: string };

const nobodyElse = () => undefined;

/** The courses of one student with their published marks, to be typed over; a course can be taken off. */
export function StudentMarks({ rows, added, removed, remove, keep, cellOf, type, courseWord }: Props) {
  const parts = [
    ...Map.groupBy(
      rows.flatMap(({ components }) => components),
      ({ key }) => key,
    ).values(),
  ].map(([first]) => first!);
  return (
    <div className={cx(grid.scroll, classes.marks)}>
      {/* The keys belong to the cells, which the table hears together. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table className={grid.grid} onKeyDown={(event) => moveInGrid(event, () => undefined)}>
        <thead>
          <tr>
            <th scope="col">{courseWord}</th>
            {parts.map(({ key, name }) => (
              <th key={key} scope="col" className={grid.figure}>
                {name}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((course) => {
            const { id, code, title, components } = course;
            const isRemoved = removed.includes(id);
            return (
              <tr key={id}>
                <th scope="row" className={cx(isRemoved && classes.gone)}>
                  {title} <span className={grid.most}>{added.includes(id) ? 'added' : code}</span>
                </th>
                {parts.map(({ key }) => {
                  const own = components.find((one) => one.key === key);
                  if (!own)
                    return (
                      <td key={key} className={grid.figure}>
                        —
                      </td>
                    );
                  return (
                    <GridCell
                      key={key}
                      name={cellName(id, key)}
                      label={`${own.name} of ${decimals(own.maximum)}, ${title}`}
                      cell={cellOf(course, key)}
                      canEdit={!isRemoved}
                      onType={type}
                      onKeep={nobodyElse}
                    />
                  );
                })}
                <td>
                  <Button small tone="plain" onClick={() => (isRemoved ? keep(id) : remove(id))}>
                    {isRemoved ? 'Keep' : 'Remove'}
                    <span className="visually-hidden"> {title}</span>
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
