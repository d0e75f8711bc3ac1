import { IconAdjustmentsHorizontal } from '../../icons.tsx';
import { Popover } from '../../overlays/popover.tsx';
import { type Column, type Density, isShown, type View } from './columns.ts';
import classes from './data-table.module.css';

interface ViewOptionsProps<Row> {
  columns: Column<Row>[];
  primary: Column<Row>;
  view: View;
  onChange: (view: View) => void;
}

const DENSITIES: [Density, string][] = [
  ['normal', 'Normal rows'],
  ['compact', 'Compact rows'],
];

/** Column choice and row density, remembered on this device. */
export function ViewOptions<Row>({ columns, primary, view, onChange }: ViewOptionsProps<Row>) {
  const toggle = (key: string) =>
    onChange({
      ...view,
      hidden: view.hidden.includes(key) ? view.hidden.filter((k) => k !== key) : [...view.hidden, key],
    });
  return (
    <span className={classes.viewOptions} data-tour="view-options">
      <Popover label="View options" trigger={<IconAdjustmentsHorizontal />}>
        <div className={classes.options}>
          <fieldset>
            <legend>Columns</legend>
            {columns
              .filter((c) => c !== primary && c.hideable !== false)
              .map((column) => (
                <label key={column.key}>
                  <input type="checkbox" checked={isShown(column, view)} onChange={() => toggle(column.key)} />
                  {column.title}
                </label>
              ))}
          </fieldset>
          <fieldset>
            <legend>Density</legend>
            {DENSITIES.map(([density, label]) => (
              <label key={density}>
                <input
                  type="radio"
                  name="density"
                  checked={view.density === density}
                  onChange={() => onChange({ ...view, density })}
                />
                {label}
              </label>
            ))}
          </fieldset>
        </div>
      </Popover>
    </span>
  );
}
