import { Link } from '@inertiajs/react';
import { useEffect, useState } from 'react';
import type { BatchFigure } from '#features/structure/figures.queries.ts';
import { Badge } from '#ui/badge.tsx';
import { count } from '#ui/format.ts';
import { useAddress } from '#ui/use-address.ts';
import { remote } from '#web/client/remote.ts';
import type { InstitutionPageProps } from '../institutions.pages.ts';
import classes from './institution.module.css';

interface RegistrationProps {
  institutionId: number;
  session: NonNullable<InstitutionPageProps['session']>;
  batches: BatchFigure[];
  words: InstitutionPageProps['words'];
}

/** Who is registered in the session, class by class and batch by batch: how many, how many of them new, seats left. */
export function Registration({ institutionId, session, batches, words }: RegistrationProps) {
  const address = useAddress();
  const counts = batches.every((batch) => batch.students !== null);
  const newcomers = useNewcomers(institutionId, session.id, counts);
  const groups = classesOf(batches);
  const twice = sharedNames(groups);
  const newIn = (some: BatchFigure[]) =>
    newcomers && count(some.reduce((sum, batch) => sum + (newcomers[batch.id] ?? 0), 0));
  const seatsLeft = (some: BatchFigure[]) => {
    const open = some.filter((batch) => !batch.isClosed);
    return open.reduce((sum, batch) => sum + Math.max(0, batch.capacity - (batch.students?.total ?? 0)), 0);
  };
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{words.batch}</th>
          {counts && (
            <>
              <th scope="col">Registered</th>
              <th scope="col">New this session</th>
            </>
          )}
          <th scope="col">{counts ? 'Seats left' : 'Places'}</th>
        </tr>
      </thead>
      {groups.map((mine) => (
        <tbody key={mine[0]!.classId}>
          <tr className={classes.group}>
            <th scope="rowgroup">
              {mine[0]!.class} {twice.has(mine[0]!.class) && <small>{mine[0]!.program}</small>}
            </th>
            {counts && (
              <>
                <td>{count(registered(mine))}</td>
                <td>{newIn(mine)}</td>
              </>
            )}
            <td>{count(counts ? seatsLeft(mine) : placesOf(mine))}</td>
          </tr>
          {mine.map((batch) => (
            <tr key={batch.id}>
              <th scope="row">
                <Link href={address.href(`/batches/${batch.id}`)}>{batch.name}</Link>
                {batch.isClosed && !session.isClosed && <Badge>Closed</Badge>}
              </th>
              {counts && (
                <>
                  <td>{count(batch.students!.total)}</td>
                  <td>{newIn([batch])}</td>
                </>
              )}
              <td>
                {!counts ? (
                  count(batch.capacity)
                ) : batch.isClosed ? (
                  <span title="Closed">–</span>
                ) : batch.students!.total >= batch.capacity ? (
                  'Full'
                ) : (
                  count(seatsLeft([batch]))
                )}
              </td>
            </tr>
          ))}
        </tbody>
      ))}
      <tfoot>
        <tr>
          <th scope="row">All</th>
          {counts && (
            <>
              <td>{count(registered(batches))}</td>
              <td>{newIn(batches)}</td>
            </>
          )}
          <td>{count(counts ? seatsLeft(batches) : placesOf(batches))}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Asked for when the rest stands: until then, and when they do not come, their cells stay empty. */
function useNewcomers(institutionId: number, sessionId: number, wanted: boolean) {
  const [newcomers, setNewcomers] = useState<Record<number, number> | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const stopped = new AbortController();
    const question = { academic_session: sessionId };
    remote<Record<number, number>>('get', `/institutions/${institutionId}/newcomers`, question, stopped).then(
      ({ json }) => setNewcomers(json),
      () => undefined,
    );
    return () => stopped.abort();
  }, [institutionId, sessionId, wanted]);
  return newcomers;
}

const registered = (batches: BatchFigure[]) => batches.reduce((sum, batch) => sum + (batch.students?.total ?? 0), 0);
const placesOf = (batches: BatchFigure[]) => batches.reduce((sum, batch) => sum + batch.capacity, 0);

/** The names that classes of several programs share: there the program tells them apart. */
function sharedNames(groups: BatchFigure[][]): Set<string> {
  const names = groups.map(([first]) => first!.class);
  return new Set(names.filter((name, at) => names.indexOf(name) !== at));
}

/** The batches come class by class. */
function classesOf(batches: BatchFigure[]): BatchFigure[][] {
  const groups = new Map<number, BatchFigure[]>();
  for (const batch of batches) groups.set(batch.classId, [...(groups.get(batch.classId) ?? []), batch]);
  return [...groups.values()];
}
