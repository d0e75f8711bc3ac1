import type { Plan, Problem, ReadRow } from './engine/row.ts';
import type { Bench, Change, Piece, Refusal } from './kinds/kind.ts';
import type { Twins } from './read-file.ts';

/** What happens to a row: it becomes somebody, changes somebody, goes with an earlier one, is left out as asked, or has problems. */
export type Verdict =
  | Change
  | { row: number; kind: 'part' }
  | { row: number; kind: 'skip' }
  | { row: number; kind: 'bad'; problems: Problem[] };

type Case = Omit<Piece, 'records'> & { plan: Plan; twins: Twins };

export const isGood = ({ kind }: Verdict): boolean => kind === 'new' || kind === 'update' || kind === 'part';

/** Judges rows against what the institution holds now; the check and the import itself ask the same. */
export async function judgeRows(asked: Case, rows: ReadRow[]): Promise<{ verdicts: Verdict[]; bench: Bench }> {
  const { plan, options, twins, school } = asked;
  // Rows about one person are judged as what they say together.
  const whole = rows.map(
    ({ number, record }) => record && (twins.merged.get(twins.leaders.get(number) ?? number) ?? record),
  );
  const bench = await school.roster.compare({ ...asked, records: whole.filter((record) => record !== null) });

  const verdicts = rows.map(({ number: row, problems }, at): Verdict => {
    const record = whole[at];
    const bad = ({ field, value, message }: Refusal): Verdict => {
      const column = plan.headers[plan.columns.indexOf(field)] ?? null;
      return { row, kind: 'bad', problems: [{ row, column, value, message }] };
    };
    if (!record) return { row, kind: 'bad', problems };
    const twin = twins.problems.get(row);
    if (twin) return { row, kind: 'bad', problems: twin };

    const { keyField } = school.roster;
    const known = bench.same(record);
    const onlyAdds = known && options.existing === 'skip' && bench.adds?.(record, known);
    if (known && options.existing === 'skip' && !onlyAdds) return { row, kind: 'skip' };
    if (known && options.existing === 'report')
      return bad({ field: keyField, value: String(record[keyField] ?? ''), message: known.inWords });
    const namesake = known ? undefined : bench.namesake(record);
    if (namesake && options.sameName === 'skip') return { row, kind: 'skip' };
    if (namesake) return bad({ field: 'birthDate', value: record.birthDate ?? null, message: namesake });
    const refusal = bench.refuse(record, known);
    if (refusal) return bad(refusal);
    if (twins.leaders.has(row)) return { row, kind: 'part' };
    return known ? { row, kind: 'update', record, known, ...(onlyAdds && { onlyAdds }) } : { row, kind: 'new', record };
  });
  return { verdicts, bench };
}
