import { Badge } from '#ui/badge.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import { averageOf, gpaOf } from '../cards/card-texts.ts';
import type { HistoryRow } from '../publication/history.queries.ts';
import classes from '../shared/corrections.module.css';

/** What was published before a correction, for staff: each result with why it came and who was in it. */
export function ResultHistory({ rows }: { rows: HistoryRow[] }) {
  const { href } = useAddress();
  if (rows.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="result-history">
      <h2 id="result-history">Corrected results</h2>
      <ul className={classes.affected}>
        {rows.map((row) => (
          <li key={row.id}>
            <div>
              {row.term} <Secondary>{row.session}</Secondary>{' '}
              <Badge tone={row.isCurrent ? 'good' : 'plain'}>{row.isCurrent ? 'Current' : 'Replaced'}</Badge>
              <div className={classes.place}>
                <DateTimeText value={row.publishedAt} institutionId={row.institutionId} />
              </div>
            </div>
            <div>
              {row.correctionId ? (
                <>
                  <a href={href(`/result-corrections/${row.correctionId}`)}>Corrected</a>: {row.reason}
                  <div className={classes.place}>
                    Requested by {row.asker}, agreed by {row.decider}
                  </div>
                </>
              ) : (
                'First published'
              )}
              <div className={classes.place}>
                {row.cgpa ? `CGPA ${gpaOf(row.cgpa, row.gpaForm)}` : `Average ${averageOf(row.average) ?? '—'}`}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
