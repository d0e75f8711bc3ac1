import { router } from '@inertiajs/react';
import LayoutGrid from '@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs';
import LayoutList from '@tabler/icons-react/dist/esm/icons/IconLayoutList.mjs';
import { icon } from '#ui/icons.tsx';
import { useAddress } from '#ui/use-address.ts';
import { useStored } from '#ui/use-stored.ts';
import type { EmployeeView } from '../employees.list.ts';
import classes from './view-toggle.module.css';

const views = [
  { key: 'list', label: 'List', Icon: icon(LayoutList) },
  { key: 'grid', label: 'Grid', Icon: icon(LayoutGrid) },
] as const satisfies { key: EmployeeView; label: string; Icon: unknown }[];

/** The view that the address names, else the one that this device remembers; and how to choose another. */
export function useEmployeeView() {
  const address = useAddress();
  const [kept, keep] = useStored<EmployeeView>('akada.employees.view', 'list');
  const named = address.search.get('view');
  const view = named === 'grid' || named === 'list' ? named : kept;
  const choose = (next: EmployeeView) => {
    keep(next);
    // The rows are the same: nothing has to be fetched.
    router.replace({ url: address.here({ view: next }), preserveState: true, preserveScroll: true });
  };
  return [view === 'grid' ? 'grid' : 'list', choose] as const;
}

interface ViewToggleProps {
  view: EmployeeView;
  onChoose: (view: EmployeeView) => void;
}

/** 2.6, 4.17: switches the employees area between its two views and marks the one that is shown. */
export function ViewToggle({ view, onChoose }: ViewToggleProps) {
  return (
    <div role="group" aria-label="View" className={classes.toggle} data-tour="employees-view">
      {views.map(({ key, label, Icon }) => (
        <button key={key} type="button" aria-pressed={view === key} onClick={() => onChoose(key)}>
          <Icon size={16} />
          {label}
        </button>
      ))}
    </div>
  );
}
