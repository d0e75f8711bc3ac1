import { countOf } from '#ui/format.ts';
import { useWords } from '#web/client/use-words.ts';
import type { AudienceRule } from '../audience/audience.ts';
import classes from './compose.module.css';
import { useSize } from './use-size.ts';

const places: readonly AudienceRule['kind'][] = ['batch', 'class', 'program', 'session'];

/** Says that places add to each other, and how many students they choose together. */
export function PlacesSum({ institutionId, by }: { institutionId: number; by: AudienceRule[] }) {
  const words = useWords();
  const chosen = by.filter(({ kind }) => places.includes(kind));
  const { people, problem } = useSize(institutionId, { of: 'students', by: chosen.length > 1 ? chosen : [] });
  return (
    <p className={classes.hint} role="status">
      {words.batch}, {words.class.toLowerCase()}, programme and session add up: students in any of them are chosen
      {people === null ? '.' : `, ${countOf(people, 'student')} in all.`} {problem}
    </p>
  );
}
