import { Link } from '#ui/link.tsx';
import { useEffect, useState } from 'react';
import { LinkButton } from '#ui/button.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Card } from '#ui/records/card.tsx';
import { Secondary } from '#ui/text.tsx';
import { explain, remote } from '#web/client/remote.ts';
import classes from '../shared/structure.module.css';

interface Student {
  id: number;
  name: string;
  number: string;
  status: string;
}

/** Who is in a class arm: asked for once the page is there. */
export function BatchStudents({ batchId, list }: { batchId: number; list: string }) {
  const { href } = useAddress();
  const [found, setFound] = useState<{ rows: Student[]; isMore: boolean } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    remote<typeof found>('GET', `/batches/${batchId}/students`, {}, { signal: gone.signal })
      .then(({ json }) => setFound(json))
      .catch((error: unknown) => gone.signal.aborted || setProblem(explain(error).message));
    return () => gone.abort();
  }, [batchId]);
  return (
    <Card
      flush={(found?.rows.length ?? 0) > 0}
      tour="batch-students"
      title={found && !found.isMore ? `Students (${found.rows.length})` : 'Students'}
      action={
        <LinkButton small href={list}>
          View students
        </LinkButton>
      }
    >
      {problem ?? (!found && <span role="status">Loading…</span>)}
      {found?.rows.length === 0 && 'No students yet.'}
      {found && found.rows.length > 0 && (
        <ul className={classes.students} aria-label="Students">
          {found.rows.map(({ id, name, number, status }) => (
            <li key={id}>
              <Link href={href(`/students/${id}`)}>{name}</Link>
              {status !== 'active' && <StatusBadge status={status} />}
              <Secondary>{number}</Secondary>
            </li>
          ))}
        </ul>
      )}
      {found?.isMore && <p className={classes.more}>Only the first {found.rows.length} are shown here.</p>}
    </Card>
  );
}
