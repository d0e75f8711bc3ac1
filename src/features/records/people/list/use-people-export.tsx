import { lazy, Suspense, useState, type ComponentProps } from 'react';

// Loaded on demand.
const PeopleExport = lazy(() => import('./people-export.tsx').then((module) => ({ default: module.PeopleExport })));

export interface ExportProps extends Omit<ComponentProps<typeof PeopleExport>, 'open' | 'onClose' | 'isPart'> {
  /** Whether the user can export all of the list, or that of some institutions. */
  may: 'all' | 'some' | false;
}

/** The export of a list: its menu entry and dialog. */
export function usePeopleExport({ may, ...list }: ExportProps) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  return {
    entry: may && { label: 'Export to a file', onSelect: () => setState('open') },
    dialog: state !== 'never' && (
      <Suspense>
        <PeopleExport {...list} isPart={may === 'some'} open={state === 'open'} onClose={() => setState('closed')} />
      </Suspense>
    ),
  };
}
