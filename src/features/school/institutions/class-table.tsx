import { Link } from '#ui/link.tsx';
import { count } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { BatchFigure } from './named-batches.ts';
import { byClass } from './class-graph.tsx';
import { FigureTable } from './figure-table.tsx';

interface ClassTableProps {
  batches: BatchFigure[];
  session: { id: number; isCurrent: boolean };
  /** The institution's term for a class. */
  word: string;
  /** Shows 'women and men' instead of 'girls and boys'. */
  isCollege: boolean;
}

/** Students by class and gender. In the current session the figures link to the students. */
export function ClassTable({ batches, session, word, isCollege }: ClassTableProps) {
  const address = useAddress();
  const rows = byClass(batches);
  const counts = batches.every((batch) => batch.students !== null);
  const sum = (field: 'female' | 'male' | 'total' | 'capacity') => rows.reduce((all, row) => all + row[field], 0);
  const figure = (value: number, params: Record<string, string | number>) =>
    session.isCurrent && value > 0 ? (
      <Link href={address.href('/students', { academic_session: session.id, ...params })}>{count(value)}</Link>
    ) : (
      count(value)
    );
  return (
    <FigureTable
      heads={counts ? [word, ...(isCollege ? ['Women', 'Men'] : ['Girls', 'Boys']), 'Total', 'Seats'] : [word, 'Seats']}
      totals={(counts ? (['female', 'male', 'total', 'capacity'] as const) : (['capacity'] as const)).map((field) =>
        count(sum(field)),
      )}
    >
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              {row.name} {row.program !== '' && <small>{row.program}</small>}
            </th>
            {counts && (
              <>
                <td>{figure(row.female, { class: row.id, gender: 'female' })}</td>
                <td>{figure(row.male, { class: row.id, gender: 'male' })}</td>
                <td>{figure(row.total, { class: row.id })}</td>
              </>
            )}
            <td>{count(row.capacity)}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  );
}
