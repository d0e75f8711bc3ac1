import { count } from '#ui/format.ts';
import type { BatchFigure } from './named-batches.ts';
import classes from './class-graph.module.css';

interface ClassGraphProps {
  batches: BatchFigure[];
  /** The institution's term for a class. */
  word: string;
  isCollege: boolean;
}

/** A bar chart of girls and boys by class; of seats without access to students. */
export function ClassGraph({ batches, word, isCollege }: ClassGraphProps) {
  const rows = byClass(batches);
  const counts = batches.every((batch) => batch.students !== null);
  const longest = Math.max(1, ...rows.map((row) => (counts ? row.total : row.capacity)));
  const names = isCollege ? ['Women', 'Men'] : ['Girls', 'Boys'];
  const kinds = counts
    ? ([
        ['female', names[0]],
        ['male', names[1]],
        ['unknown', 'Not specified'],
      ] as const)
    : ([['capacity', 'Seats']] as const);
  const rest = (row: (typeof rows)[number]) => ({ ...row, unknown: row.total - row.female - row.male });
  const shown = kinds.filter(([kind]) => kind !== 'unknown' || rows.some((row) => rest(row).unknown > 0));
  return (
    <figure className={classes.graph}>
      <figcaption>
        {counts ? `Students by ${word.toLowerCase()}` : `Seats by ${word.toLowerCase()}`}
        <span className={classes.legend}>
          {shown.map(([kind, name]) => (
            <span key={kind}>
              <i data-kind={kind} aria-hidden /> {name}
            </span>
          ))}
        </span>
      </figcaption>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <span className={classes.name}>
              {row.name}
              {row.program && <small> {row.program}</small>}
            </span>
            <span className={classes.bar} aria-hidden>
              {shown.map(([kind]) => (
                <i key={kind} data-kind={kind} style={{ width: `${(rest(row)[kind] / longest) * 100}%` }} />
              ))}
            </span>
            <span className={classes.figures}>
              {shown
                .map(([kind, name]) => [rest(row)[kind], name] as const)
                .map(([value, name], at) => (
                  <span key={name}>
                    {at > 0 && <span aria-hidden> + </span>}
                    {count(value)} <span className="visually-hidden">{name} </span>
                  </span>
                ))}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

interface ClassRow {
  id: number;
  name: string;
  program: string;
  female: number;
  male: number;
  total: number;
  capacity: number;
}

/** Sums batches by class. Programs are named only for classes of the same name. */
export function byClass(batches: BatchFigure[]): ClassRow[] {
  const rows = new Map<number, ClassRow>();
  for (const { classId, class: name, program, capacity, students } of batches) {
    const row = rows.get(classId) ?? { id: classId, name, program, female: 0, male: 0, total: 0, capacity: 0 };
    row.female += students?.female ?? 0;
    row.male += students?.male ?? 0;
    row.total += students?.total ?? 0;
    row.capacity += capacity;
    rows.set(classId, row);
  }
  const all = [...rows.values()];
  return all.map((row) => ({
    ...row,
    program: all.some((other) => other !== row && other.name === row.name) ? row.program : '',
  }));
}
