import { useRef } from 'react';
import { cx } from '#ui/cx.ts';
import { GridCell } from '#ui/grid/grid-cell.tsx';
import { filledBy, moveInGrid, pastedBlock, type Block } from '#ui/grid/grid-keys.ts';
import grid from '#ui/grid/grid.module.css';
import { decimals } from '#features/results/assessment/hundredths.ts';
import { cellName } from '#features/results/assessment/marks/mark-text.ts';
import type { CorrectionForm } from './correction-form.queries.ts';
import type { useCorrectedMarks } from './use-corrected-marks.ts';

type Props = { course: NonNullable<CorrectionForm['course']>; rows: CorrectionForm['rows'] } & Pick<
  ReturnType<typeof useCorrectedMarks>,
  'cellOf' | 'type'
>;

const nobodyElse = () => undefined;

/** The published marks of a course, to be typed over; with the keyboard of a spreadsheet. */
export function CorrectionGrid({ course, rows, cellOf, type }: Props) {
  const table = useRef<HTMLTableElement>(null);
  const { components } = course;
  const names = rows.map(({ id }) => components.map(({ key }) => cellName(id, key)));
  const paste = (block: Block) => {
    type(filledBy(block, names).texts);
  };
  return (
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
              <th key={key} scope="col" className={grid.figure}>
                {name} <span className={grid.below}>of {decimals(maximum)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {row.name}
                <span className={cx(grid.most)}> {row.number}</span>
              </th>
              {components.map(({ key, name }) => (
                <GridCell
                  key={key}
                  name={cellName(row.id, key)}
                  label={`${name}, ${row.name}`}
                  cell={cellOf(row.id, key)}
                  canEdit
                  onType={type}
                  onKeep={nobodyElse}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
