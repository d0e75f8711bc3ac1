import { useAddress } from '#ui/hooks/use-address.ts';
import { MonthGrid, type GridTotal } from '#ui/register/month-grid.tsx';
import type { MonthRegister } from './month-register.ts';
import { percentOf, periodName, sittingText, type sexNames } from './period-figures.ts';
import type { DayColumn } from './day-columns.ts';
import { together, type SexGroup } from './sex-groups.ts';

const heads = ['Present', 'Absent', 'Late', '%'];

/** Students by sex × days with their strokes. */
export function MonthTable({ register, names }: { register: MonthRegister; names: ReturnType<typeof sexNames> }) {
  const { href } = useAddress();
  const { batch, batchId, offeringId, period, columns, groups, today } = register;
  const registerOf = ({ onDate, sittings }: DayColumn) =>
    href(`/registers/${batchId}`, {
      date: onDate,
      sitting: sittings[0],
      offering: offeringId,
      month: null,
      week: null,
    });
  return (
    <MonthGrid
      label={`Register of ${batch}`}
      caption={`${batch}, ${periodName(period)}`}
      nameHead="Student"
      heads={heads}
      days={columns.map((column) => ({
        onDate: column.onDate,
        closed: column.closed,
        href: column.sittings.length > 0 && column.onDate <= today ? registerOf(column) : undefined,
      }))}
      groups={groups.map((group) => ({
        title: names[group.sex],
        totals: totalsOf(`${names[group.sex]} present`, group.attended, columns),
        rows: group.rows.map(({ id, name, number, cells, present, absent, late, called }) => ({
          id,
          name,
          number,
          cells,
          href: href(`/students/${id}/attendance`, { month: null, week: null, offering: null }),
          figures: [present, absent, late, percentOf(present, called) ?? '—'],
        })),
      }))}
      totals={groups.length > 1 ? totalsOf('All present', together(groups), columns) : []}
    />
  );
}

/** A row for the mornings and one for the afternoons. */
function totalsOf(words: string, attended: SexGroup['attended'], columns: readonly DayColumn[]): GridTotal[] {
  const sittings = [...new Set(columns.flatMap((column) => column.sittings))].toSorted((one, other) => one - other);
  return sittings.map((sitting) => {
    const counts = columns.map(({ sittings: own }, at) => attended[at]![own.indexOf(sitting)] ?? null);
    return {
      label: [words, sittingText(sitting)].filter(Boolean).join(', '),
      cells: counts.map((number, at) => (columns[at]!.sittings.includes(sitting) ? (number ?? '') : '')),
      sum: counts.reduce<number>((sum, number) => sum + (number ?? 0), 0),
    };
  });
}
