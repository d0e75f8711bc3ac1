import { Link } from '#ui/link.tsx';
import { useEffect, useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { count } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { remote } from '#web/client/remote.ts';
import type { BatchFigure } from './named-batches.ts';
import type { InstitutionPageProps } from './institutions.queries.ts';
import { FigureTable } from './figure-table.tsx';
import classes from './institution.module.css';

interface RegistrationProps {
  institutionId: number;
  session: NonNullable<InstitutionPageProps['session']>;
  batches: BatchFigure[];
  words: InstitutionPageProps['words'];
}

/** Registered and new students and seats left, by class and batch. */
export function Registration({ institutionId, session, batches, words }: RegistrationProps) {
  const address = useAddress();
  const counts = batches.every((batch) => batch.students !== null);
  const newcomers = useNewcomers(institutionId, session.id, counts);
  const groups = classesOf(batches);
  const ambiguousNames = sharedNames(groups);
  const newIn = (group: BatchFigure[]) =>
    newcomers && count(group.reduce((sum, batch) => sum + (newcomers[batch.id] ?? 0), 0));
  const seatsLeft = (group: BatchFigure[]) => {
    const open = group.filter((batch) => !batch.isClosed);
    return open.reduce((sum, batch) => sum + Math.max(0, batch.capacity - (batch.students?.total ?? 0)), 0);
  };
  return (
    <FigureTable
      heads={[words.batch, ...(counts ? ['Registered', 'New this session', 'Seats left'] : ['Seats'])]}
      totals={
        counts ? [count(registered(batches)), newIn(batches), count(seatsLeft(batches))] : [count(seatsOf(batches))]
      }
    >
      {groups.map((group) => (
        <tbody key={group[0]!.classId}>
          <tr className={classes.group}>
            <th scope="rowgroup">
              {group[0]!.class} {ambiguousNames.has(group[0]!.class) && <small>{group[0]!.program}</small>}
            </th>
            {counts && (
              <>
                <td>{count(registered(group))}</td>
                <td>{newIn(group)}</td>
              </>
            )}
            <td>{count(counts ? seatsLeft(group) : seatsOf(group))}</td>
          </tr>
          {group.map((batch) => (
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
    </FigureTable>
  );
}

/** Loads new students after the page. Their cells stay empty until then, or if loading fails. */
function useNewcomers(institutionId: number, sessionId: number, wanted: boolean) {
  const [newcomers, setNewcomers] = useState<Record<number, number> | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const stopped = new AbortController();
    const query = { academic_session: sessionId };
    remote<Record<number, number>>('get', `/institutions/${institutionId}/newcomers`, query, stopped).then(
      ({ json }) => setNewcomers(json),
      () => undefined,
    );
    return () => stopped.abort();
  }, [institutionId, sessionId, wanted]);
  return newcomers;
}

const registered = (batches: BatchFigure[]) => batches.reduce((sum, batch) => sum + (batch.students?.total ?? 0), 0);
const seatsOf = (batches: BatchFigure[]) => batches.reduce((sum, batch) => sum + batch.capacity, 0);

/** Class names used in several programs, which need the program's name. */
function sharedNames(groups: BatchFigure[][]): Set<string> {
  const names = groups.map(([first]) => first!.class);
  return new Set(names.filter((name, at) => names.indexOf(name) !== at));
}

/** Groups batches by class. */
function classesOf(batches: BatchFigure[]): BatchFigure[][] {
  const groups = new Map<number, BatchFigure[]>();
  for (const batch of batches) groups.set(batch.classId, [...(groups.get(batch.classId) ?? []), batch]);
  return [...groups.values()];
}
