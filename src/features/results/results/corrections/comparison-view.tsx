import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { count, countOf } from '#ui/format.ts';
import { Secondary } from '#ui/text.tsx';
import type { CardChange } from './compute/compare-cards.ts';
import type { AffectedResult, Comparison } from './correction-page.queries.ts';
import classes from '../shared/corrections.module.css';

/** Everybody affected by a correction, with each figure as it was and as it becomes. */
export function ComparisonView({ affected, classOnly }: Comparison) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <section className={classes.section} aria-labelledby="affected">
        <h2 id="affected">{countOf(affected.length, 'result')} with changed figures</h2>
        <Affected rows={mostFirst(affected)} of="own" />
      </section>
      {classOnly.length > 0 && (
        <section className={classes.section} aria-labelledby="class-only">
          <h2 id="class-only">{countOf(classOnly.length, 'result')} where only class figures change</h2>
          <Secondary>They are also published again, but their families aren’t notified.</Secondary>
          {isOpen ? (
            <Affected rows={classOnly} of="ofClass" />
          ) : (
            <div className={classes.more}>
              <Button onClick={() => setIsOpen(true)}>Show {count(classOnly.length)}</Button>
            </div>
          )}
        </section>
      )}
    </>
  );
}

/** Whose own marks change comes before those whose position alone does. */
const mostFirst = (rows: AffectedResult[]) => rows.toSorted((one, other) => other.own.length - one.own.length);

const shownInitially = 50;

function Affected({ rows, of }: { rows: AffectedResult[]; of: 'own' | 'ofClass' }) {
  const [shown, setShown] = useState(shownInitially);
  return (
    <>
      <ul className={classes.affected}>
        {rows.slice(0, shown).map((row) => (
          <li key={`${row.studentId} ${row.session} ${row.term}`}>
            <div>
              {row.name} <Secondary>{row.number}</Secondary>
              <div className={classes.place}>
                {row.term}, {row.batch} {row.isLate && <Badge tone="info">New result</Badge>}
              </div>
            </div>
            <Changes of={row[of]} />
          </li>
        ))}
      </ul>
      {rows.length > shown && (
        <div className={classes.more}>
          <Button onClick={() => setShown(shown + 500)}>Show more of {count(rows.length)}</Button>
        </div>
      )}
    </>
  );
}

const Changes = ({ of }: { of: CardChange[] }) => (
  <ul className={classes.changes}>
    {of.map(({ what, was, is }) => (
      <li key={what}>
        {what}: <span className={classes.was}>{was}</span> <b>{is}</b>
      </li>
    ))}
  </ul>
);
