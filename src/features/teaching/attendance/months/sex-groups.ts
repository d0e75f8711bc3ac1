import { afternoon, isAttended, markKinds, type MarkKind } from '../mark-kinds.ts';
import type { DayColumn, PeriodRegister, PeriodStudent } from './day-columns.ts';

export interface MonthRow extends Pick<PeriodStudent, 'id' | 'name' | 'number'> {
  /** One for each column: '/' present in the morning, '\' in the afternoon, 'X' both; letters for the rest. */
  cells: string[];
  called: number;
  present: number;
  absent: number;
  late: number;
}

export type Sex = 'male' | 'female' | 'unknown';

/** Boys and girls stand apart, each with how many were there. */
export interface SexGroup {
  sex: Sex;
  rows: MonthRow[];
  /** For each column, how many attended in each of its sittings; null: no register. */
  attended: (number | null)[][];
}

interface Seen {
  kind: MarkKind;
  letters: string;
}

const sexes: readonly Sex[] = ['male', 'female', 'unknown'];

/** In the order of the printed form; a group without anybody is left out. */
export function bySex(
  students: readonly PeriodStudent[],
  columns: readonly DayColumn[],
  registers: readonly PeriodRegister[],
): SexGroup[] {
  const seen = new Map(registers.map((register) => [`${register.onDate} ${register.sitting}`, marksIn(register)]));
  const registersOf = columns.map(({ onDate, sittings }) =>
    sittings.map((sitting) => seen.get(`${onDate} ${sitting}`)),
  );
  return sexes.flatMap((sex) => {
    const own = students.filter(({ gender }) => (gender ?? 'unknown') === sex);
    if (own.length === 0) return [];
    const rows = own.map(({ id, name, number }) => ({
      id,
      name,
      number,
      cells: columns.map(({ sittings }, at) =>
        cellOf(
          registersOf[at]!.map((one) => one?.get(id)),
          sittings,
        ),
      ),
      ...countsOf(registersOf.flat().flatMap((one) => one?.get(id) ?? [])),
    }));
    const attended = registersOf.map((ofDay) =>
      ofDay.map((one) => (one ? own.filter(({ id }) => isThere(one.get(id))).length : null)),
    );
    return { sex, rows, attended };
  });
}

/** How many attended of all groups, for each column and sitting. */
export const together = (groups: readonly SexGroup[]): SexGroup['attended'] =>
  groups[0]!.attended.map((sittings, column) =>
    sittings.map((first, at) =>
      first === null ? null : groups.reduce((sum, { attended }) => sum + (attended[column]![at] ?? 0), 0),
    ),
  );

const isThere = (seen: Seen | undefined) => seen !== undefined && isAttended(seen.kind);

function marksIn({ roll, marks }: PeriodRegister): Map<number, Seen> {
  const seen = new Map<number, Seen>(roll.map((id) => [id, { kind: 'present', letters: '' }]));
  for (const { student, kind, letters } of marks)
    if (seen.has(student))
      seen.set(student, { kind, letters: letters ?? (kind === 'present' ? '' : markKinds[kind].letter) });
  return seen;
}

/** A stroke for each half day, as teachers write it; a letter says why it is none. */
function cellOf(seen: readonly (Seen | undefined)[], sittings: readonly number[]): string {
  if (seen.every((one) => one === undefined)) return '';
  const signs = seen.map((one, at) => {
    if (!one) return '·';
    if (one.letters !== '') return one.letters;
    return sittings[at] === afternoon ? '\\' : '/';
  });
  const both = signs.join('');
  if (both === '/\\') return 'X';
  return signs.length === 2 && signs[0] === signs[1] ? signs[0]! : both;
}

function countsOf(seen: readonly Seen[]): Pick<MonthRow, 'called' | 'present' | 'absent' | 'late'> {
  const present = seen.filter(isThere).length;
  const late = seen.filter(({ kind }) => kind === 'late').length;
  return { called: seen.length, present, absent: seen.length - present, late };
}
