import { lazy, Suspense, useState, type ComponentProps } from 'react';

// Seldom wanted: it comes when it is asked for.
const PeopleExport = lazy(() => import('./people-export.tsx').then((module) => ({ default: module.PeopleExport })));

export interface ExportProps extends Omit<ComponentProps<typeof PeopleExport>, 'open' | 'onClose' | 'isPart'> {
  /** All of the list, or what is of some institutions. */
  may: 'all' | 'some' | false;
}

/** A list's door to its export: the entry of its menu, and the dialog that the entry opens. */
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
