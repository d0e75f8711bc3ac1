import { Link } from '#ui/link.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { afternoon, isLesson, lessonSitting, morning, sittingName } from '../mark-kinds.ts';
import type { RegisterPlace } from './place.queries.ts';
import classes from './register-page.module.css';

/** More than a school day has. */
const mostPeriods = 12;

/**
 * Morning and afternoon of a whole day; the periods of a lesson, where no timetable says which it is. Links of their own: the frame of records would double what a teacher’s phone loads. */
export function SittingTabs({ place }: { place: RegisterPlace }) {
  const { href } = useAddress();
  const { batchId, onDate, sitting, offeringId, taken, sittings, isTimed } = place;
  const link = (one: number, words: string, label?: string) => (
    <Link
      key={one}
      href={href(`/registers/${batchId}`, { date: onDate, sitting: one, offering: offeringId })}
      aria-label={label}
      aria-current={one === sitting ? 'page' : undefined}
    >
      {words}
    </Link>
  );
  if (isLesson(sitting)) {
    if (isTimed || taken !== 'lessons') return null;
    const last = Math.max(mostPeriods, sitting - lessonSitting(0));
    return (
      <nav className={classes.tabs} aria-label="Period of the lesson">
        <span>Period</span>
        {Array.from({ length: last }, (_, at) => link(lessonSitting(at + 1), String(at + 1), `Period ${at + 1}`))}
      </nav>
    );
  }
  if (taken !== 'twice' || sittings < 2) return null;
  return (
    <nav className={classes.tabs} aria-label="Registers of the day">
      {[morning, afternoon].map((one) => link(one, sittingName(one)))}
    </nav>
  );
}
