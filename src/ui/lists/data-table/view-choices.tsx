import { type Column, type Density, isShown, type View } from './columns.ts';
import classes from './view-choices.module.css';

export interface ViewOptionsProps<Row> {
  columns: Column<Row>[];
  primary: Column<Row>;
  view: View;
  onChange: (view: View) => void;
}

const DENSITIES: [Density, string][] = [
  ['normal', 'Normal rows'],
  ['compact', 'Compact rows'],
];

/** The columns to show, and how high the rows are. */
export default function ViewChoices<Row>({ columns, primary, view, onChange }: ViewOptionsProps<Row>) {
  const toggle = (key: string) =>
    onChange({
      ...view,
      hidden: view.hidden.includes(key) ? view.hidden.filter((k) => k !== key) : [...view.hidden, key],
    });
  return (
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
  );
}
