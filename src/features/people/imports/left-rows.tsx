import { LinkButton } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { Card } from '#ui/records/card.tsx';
import { Secondary } from '#ui/text.tsx';
import type { ImportEndProps } from './imports.pages.ts';
import classes from './corrections.module.css';

interface LeftRowsProps {
  id: number;
  left: ImportEndProps['left'];
  bad: number;
  isGone: boolean;
}

/** Names the rows that were not imported, each with the reason. */
export function LeftRows({ id, left, bad, isGone }: LeftRowsProps) {
  const { problems, rows, count, notes } = left;
  if (bad + count + notes.length === 0) return null;
  return (
    <Card
      title="Skipped rows"
      flush
      tour="import-left"
      action={
        bad > 0 &&
        !isGone && (
          <LinkButton external small href={`/imports/${id}/problems.csv`}>
            Download {countOf(bad, 'row')}
          </LinkButton>
        )
      }
    >
      <ul className={classes.list}>
        {bad > 0 && !isGone && (
          <li className={classes.group}>
            <Secondary>Fix the problems named in the last column of the download, and import that file.</Secondary>
          </li>
        )}
        {problems.map(({ message, count: many, rows: named }) => (
          <li key={message} className={classes.group}>
            <span className={classes.what}>
              <span className={classes.message}>{message}</span>
              <Secondary>
                {named.map(({ row, who }) => [`row ${row}`, who].filter(Boolean).join(' · ')).join(', ')}
                {many > named.length && ' …'}
              </Secondary>
            </span>
          </li>
        ))}
        {rows.map(({ row, who, why }) => (
          <li key={row} className={classes.group}>
            <span className={classes.what}>
              <span className={classes.message}>{why}</span>
              <Secondary>{[`row ${row}`, who].filter(Boolean).join(' · ')}</Secondary>
            </span>
          </li>
        ))}
        {notes.map((note) => (
          <li key={note} className={classes.group}>
            {note}
          </li>
        ))}
      </ul>
      <ListEnd
        shown={rows.length}
        isMore={count > rows.length}
        next={`${countOf(count - rows.length, 'more row')} like these.`}
      />
    </Card>
  );
}
