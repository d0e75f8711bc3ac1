import { Link } from '@inertiajs/react';
import { useAddress } from '#ui/hooks/use-address.ts';
import { afternoon, morning, sittingName } from '../mark-kinds.ts';
import type { RegisterPlace } from '../registers/place.queries.ts';
import classes from './register-page.module.css';

/** Morning and afternoon of a whole day. Links of their own: the frame of records would double what a teacher’s phone loads. */
export function SittingTabs({ place }: { place: RegisterPlace }) {
  const { href } = useAddress();
  const { batchId, onDate, sitting, taken, sittings } = place;
  if (taken !== 'twice' || sittings < 2 || sitting > afternoon) return null;
  return (
    <nav className={classes.tabs} aria-label="Registers of the day">
      {[morning, afternoon].map((one) => (
        <Link
          key={one}
          href={href(`/registers/${batchId}`, { date: onDate, sitting: one })}
          aria-current={one === sitting ? 'page' : undefined}
        >
          {sittingName(one)}
        </Link>
      ))}
    </nav>
  );
}
