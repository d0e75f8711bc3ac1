import { Link } from '../../link.tsx';
import { cx } from '../../cx.ts';
import { IconArrowDown, IconArrowUp } from '../../icons.tsx';
import { type Column, nextSort } from './columns.ts';
import classes from './data-table.module.css';

interface HeadProps<Row> {
  column: Column<Row>;
  naming: boolean;
  sort?: string;
  sortHref?: (sort: string) => string;
}

export function Head<Row>({ column, naming, sort, sortHref }: HeadProps<Row>) {
  const down = sort === `-${column.key}`;
  const on = down || sort === column.key;
  const name = cx(classes.head, naming && classes.naming, column.align === 'end' && classes.end);
  // A column of buttons has no head to read out.
  // oxlint-disable-next-line jsx-a11y/control-has-associated-label
  if (column.title === '') return <td className={name} style={{ width: column.width }} data-tour={column.tour} />;
  if (!column.sortable || !sortHref)
    return (
      <th scope="col" className={name} style={{ width: column.width }} data-tour={column.tour}>
        {column.title}
      </th>
    );
  return (
    <th
      scope="col"
      className={name}
      style={{ width: column.width }}
      data-tour={column.tour}
      aria-sort={on ? (down ? 'descending' : 'ascending') : undefined}
    >
      <Link
        href={sortHref(nextSort(column.key, sort))}
        preserveState
        preserveScroll
        className={cx(classes.sort, on && classes.sorted)}
      >
        {column.title}
        {down ? <IconArrowDown size={14} /> : <IconArrowUp size={14} />}
      </Link>
    </th>
  );
}
