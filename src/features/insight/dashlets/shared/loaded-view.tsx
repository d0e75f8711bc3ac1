import { lazy, Suspense } from 'react';
import type { Loaded } from '../dashlets.ts';
import { DashletView } from './dashlet-view.tsx';
import classes from './dashlets.module.css';

// Most homes have no graph, whose charts are the largest part of one.
const GraphOnCard = lazy(() => import('#features/insight/reports/graphs/shared/graph-on-card.tsx'));

/** What a dashlet shows, or why it shows nothing. */
export function LoadedView({ label, loaded, institutionId }: { label: string; loaded: Loaded; institutionId: number }) {
  if (loaded.state === 'shown') return <DashletView label={label} view={loaded.view} />;
  if (loaded.state !== 'drawn') return <p className={classes.none}>{loaded.message}</p>;
  return (
    <Suspense fallback={<p className={classes.none}>Loading…</p>}>
      <GraphOnCard label={label} drawing={loaded.drawing} institutionId={institutionId} />
    </Suspense>
  );
}
