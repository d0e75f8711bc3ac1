import { Secondary } from '#ui/text.tsx';
import type { Draft } from '../draft/draft.ts';
import type { OfferedLoad } from './loads.queries.ts';
import { parseLoad, sharedPeriods } from './loads.ts';
import { NoCell, ScrollRegion } from '../shared/scroll-region.tsx';
import classes from '../shared/making.module.css';

interface LoadTableProps {
  draft: Draft;
  offered: OfferedLoad[];
  shared: Draft['sets'];
  perWeek: number;
  canEdit: boolean;
  /** The institution’s word for a course. */
  word: string;
  keyOf: (batchId: number, courseId: number) => string;
  textOf: (key: string) => string;
  onType: (keys: string[], text: string) => void;
}

/** Courses by batches, with a column that fills a whole row. */
export function LoadTable({ draft, offered, shared, perWeek, canEdit, word, keyOf, textOf, onType }: LoadTableProps) {
  const batches = [...new Map(offered.map(({ batchId, batch }) => [batchId, batch]))];
  const courses = [...new Map(offered.map((row) => [row.courseId, row])).values()].toSorted((one, other) =>
    one.title.localeCompare(other.title),
  );
  const isOffered = new Set(offered.map(({ batchId, courseId }) => keyOf(batchId, courseId)));
  const keysOf = (courseId: number) =>
    batches.map(([batchId]) => keyOf(batchId, courseId)).filter((key) => isOffered.has(key));
  const total = (batchId: number) =>
    courses.reduce(
      (sum, { courseId }) => {
        const key = keyOf(batchId, courseId);
        const load = isOffered.has(key) ? parseLoad(textOf(key)) : null;
        return sum + (load ? load.singles + 2 * load.doubles : 0);
      },
      sharedPeriods(draft, shared, batchId),
    );
  const input = (key: string, label: string) => (
    <input
      type="text"
      aria-label={label}
      aria-describedby="load-help"
      aria-invalid={parseLoad(textOf(key)) === null || undefined}
      value={textOf(key)}
      maxLength={6}
      autoComplete="off"
      onChange={(event) => onType([key], event.currentTarget.value)}
    />
  );
  return (
    <ScrollRegion label="Lessons a week" tour="timetable-loads">
      <table className={classes.loads}>
        <caption className="visually-hidden">Lessons a week</caption>
        <thead>
          <tr>
            <th scope="col">{word}</th>
            {canEdit && batches.length > 1 && (
              <th scope="col" className={classes.all}>
                All
              </th>
            )}
            {batches.map(([id, name]) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {courses.map(({ courseId, title, electiveGroup }) => {
            const keys = keysOf(courseId);
            const texts = new Set(keys.map(textOf));
            return (
              <tr key={courseId}>
                <th scope="row">
                  {title} {electiveGroup && <Secondary>{electiveGroup}</Secondary>}
                </th>
                {canEdit && batches.length > 1 && (
                  <td className={classes.all}>
                    <input
                      type="text"
                      aria-label={`${title}, all`}
                      aria-describedby="load-help"
                      value={texts.size === 1 ? [...texts][0]! : ''}
                      placeholder={texts.size > 1 ? 'mixed' : ''}
                      maxLength={6}
                      autoComplete="off"
                      onChange={(event) => onType(keys, event.currentTarget.value)}
                    />
                  </td>
                )}
                {batches.map(([batchId, batch]) => {
                  const key = keyOf(batchId, courseId);
                  if (!isOffered.has(key)) return <NoCell key={batchId} words="Not offered" />;
                  return <td key={batchId}>{canEdit ? input(key, `${title}, ${batch}`) : textOf(key)}</td>;
                })}
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Periods a week</th>
            {canEdit && batches.length > 1 && <NoCell className={classes.all} />}
            {batches.map(([id]) => (
              <td key={id}>
                {total(id)} of {perWeek}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  );
}
