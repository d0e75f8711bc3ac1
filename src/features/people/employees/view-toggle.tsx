import { router } from '@inertiajs/core';
import LayoutGrid from '@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs';
import LayoutList from '@tabler/icons-react/dist/esm/icons/IconLayoutList.mjs';
import { icon } from '#ui/icons.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { useStored } from '#ui/hooks/use-stored.ts';
import type { EmployeeView } from './employees.list.ts';
import classes from './view-toggle.module.css';

const views = [
  { key: 'list', label: 'List', Icon: icon(LayoutList) },
  { key: 'grid', label: 'Grid', Icon: icon(LayoutGrid) },
] as const satisfies { key: EmployeeView; label: string; Icon: unknown }[];

/** The view in the address, or else the one stored on this device, and a function that changes it. */
export function useEmployeeView() {
  const address = useAddress();
  const [stored, store] = useStored<EmployeeView>('akada.employees.view', 'list');
  const named = address.search.get('view');
  const view = named === 'grid' || named === 'list' ? named : stored;
  const choose = (next: EmployeeView) => {
    store(next);
    // The rows are the same, so nothing is fetched.
    router.replace({ url: address.here({ view: next }), preserveState: true, preserveScroll: true });
  };
  return [view === 'grid' ? 'grid' : 'list', choose] as const;
}

interface ViewToggleProps {
  view: EmployeeView;
  onChoose: (view: EmployeeView) => void;
}

/** 2.6, 4.17: switches between the list and the grid and marks the current one. */
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
