import { useEffect, useState } from 'react';
import { BulkNote } from '#ui/lists/bulk-bar.tsx';
import { remote } from '#web/client/remote.ts';

/** Warns before students join a batch whose results of a term are published: they get none with the others. */
export function PublishedTerms({ batch }: { batch: { id: number; name: string } }) {
  const [terms, setTerms] = useState<{ term: string }[]>([]);
  const { id } = batch;
  useEffect(() => {
    const gone = new AbortController();
    setTerms([]);
    remote<{ term: string }[]>(
      'GET',
      '/students/batch-assignment/published-terms',
      { batch_id: id },
      { signal: gone.signal },
    )
      .then(({ json }) => setTerms(json))
      // It only warns: students can be assigned without it.
      .catch(() => {});
    return () => gone.abort();
  }, [id]);
  if (terms.length === 0) return null;
  const names = terms.map(({ term }) => term).join(', ');
  return (
    <BulkNote>
      Results of {batch.name} are published for {names}. Students who join now have none: add a late result from the
      mark sheet of the term.
    </BulkNote>
  );
}
