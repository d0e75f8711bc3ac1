import { Link } from '#ui/link.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { Card } from '#ui/records/card.tsx';
import { sittingName } from './mark-kinds.ts';
import type { UntimedLessons } from './registers/untimed-lessons.queries.ts';
import classes from './registers.module.css';

interface UntimedCardProps extends UntimedLessons {
  onDate: string;
  /** Part of the name of the class that the reader looks for; null: another field asks for it. */
  q: string | null;
}

/** Courses to open a register of, where no timetable says which lessons there are. */
export function UntimedCard({ rows, isMore, canFind, canMakeTimetables, onDate, q }: UntimedCardProps) {
  const { href, go } = useAddress();
  return (
    <Card title="Lessons without a timetable" flush tour="untimed-lessons">
      <p className={classes.untimed}>
        No timetable is published for this day, so lessons have no times here.{' '}
        {rows.length === 0 && !canFind && 'You teach no course that you could open a register of. '}
        {rows.length > 0 && 'Open a register when you teach, and choose its period there. '}
        {canMakeTimetables && <Link href={href('/timetables')}>Make and publish a timetable</Link>}
      </p>
      {canFind && q !== null && (
        <div className={classes.filter}>
          <input
            type="search"
            aria-label="Find a class"
            placeholder="Find a class"
            defaultValue={q}
            onChange={({ target }) => go({ q: target.value }, { replace: true, only: ['untimed', 'filter'] })}
          />
        </div>
      )}
      <ul className={classes.rows}>
        {rows.map(({ batchId, batch, course, offeringId, students, sitting }) => (
          <li key={offeringId} className={classes.line}>
            <Link
              className={classes.row}
              href={href(`/registers/${batchId}`, { date: onDate, sitting, offering: offeringId, q: null })}
            >
              <span className={classes.what}>
                <b>
                  {batch} · {course}
                </b>
                <small>
                  {sittingName(sitting)} · {countOf(students, 'student')}
                </small>
              </span>
              <span className={classes.open}>Open</span>
            </Link>
          </li>
        ))}
      </ul>
      <ListEnd shown={rows.length} isMore={isMore} of="lessons" next="Find a class to see others." />
    </Card>
  );
}
