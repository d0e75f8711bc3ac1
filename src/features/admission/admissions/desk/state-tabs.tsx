import { Tabs } from '#ui/records/tabs.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { applicationStates } from '../admissions.ts';
import type { SentState } from './desk-words.ts';
import classes from '../shared/admissions.module.css';

/** One tab for each state with its number of matches. */
export function StateTabs({ counts }: { counts: Partial<Record<SentState, number>> | undefined }) {
  const address = useAddress();
  const chosen = new URLSearchParams(address.search).getAll('status');
  const shown = (Object.keys(applicationStates) as SentState[]).filter(
    (state) => counts?.[state] || (chosen.length === 1 && chosen[0] === state),
  );
  const all = Object.values(counts ?? {}).reduce((sum, n) => sum + n, 0);
  return (
    <div className={classes.tabs}>
      <Tabs
        label="Status"
        items={[
          { label: 'All', href: address.here({ status: null }), active: chosen.length === 0, count: counts && all },
          ...shown.map((state) => ({
            label: applicationStates[state],
            href: address.here({ status: state }),
            active: chosen.length === 1 && chosen[0] === state,
            count: counts?.[state],
          })),
        ]}
      />
    </div>
  );
}
