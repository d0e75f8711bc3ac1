import type { ShownDashlet } from '../dashlets.ts';
import { DashletCard } from './dashlet-card.tsx';
import classes from './dashlets.module.css';

interface Props {
  dashlets: ShownDashlet[];
  institutionId: number;
  /** Whether it is the viewer's own arrangement, or a role's that they arrange. */
  isChangeable?: boolean;
}

/** Dashlets in columns as wide as the window has room for; one on a phone. */
export function DashletGrid({ dashlets, institutionId, isChangeable = false }: Props) {
  return (
    <div className={classes.grid} data-tour="dashlets">
      {dashlets.map((dashlet, at) => (
        <DashletCard
          key={dashlet.id ?? `${dashlet.kind} ${at}`}
          dashlet={dashlet}
          institutionId={institutionId}
          isChangeable={isChangeable}
        />
      ))}
    </div>
  );
}
