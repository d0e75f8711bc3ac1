import { lazy, type ReactNode, Suspense } from 'react';
import { IconAdjustmentsHorizontal } from '../../icons.tsx';
import { Popover } from '../../overlays/popover.tsx';
import classes from './data-table.module.css';
import type { ViewOptionsProps } from './view-choices.tsx';

// Loaded when opened, so that the list does not wait for it.
const ViewChoices = lazy(() => import('./view-choices.tsx')) as <Row>(options: ViewOptionsProps<Row>) => ReactNode;

/** Column choice and row density, remembered on this device. */
export const ViewOptions = <Row,>(options: ViewOptionsProps<Row>) => (
  <span className={classes.viewOptions} data-tour="view-options">
    <Popover label="View options" trigger={<IconAdjustmentsHorizontal />}>
      <Suspense fallback="Loading…">
        <ViewChoices {...options} />
      </Suspense>
    </Popover>
  </span>
);
