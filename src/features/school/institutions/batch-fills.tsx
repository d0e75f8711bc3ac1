import { Link } from '#ui/link.tsx';
import { Badge } from '#ui/badge.tsx';
import { FillBar } from '#ui/records/fill-bar.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { BatchFigure } from './named-batches.ts';
import classes from './institution.module.css';

/** Students and seats of each batch, by class. */
export function BatchFills({ batches, showsState }: { batches: BatchFigure[]; showsState: boolean }) {
  const address = useAddress();
  return (
    <ul className={classes.fills}>
      {batches.map((batch) => (
        <li key={batch.id}>
          <Link href={address.href(`/batches/${batch.id}`)}>{batch.name}</Link>
          {showsState && batch.isClosed && <Badge>Closed</Badge>}
          {batch.students ? (
            <FillBar label={batch.name} value={batch.students.total} max={batch.capacity} />
          ) : (
            <span>{countOf(batch.capacity, 'seat')}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
