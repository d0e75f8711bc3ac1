import { SelectField } from '#ui/forms/select-field.tsx';
import { orders, type GraphOrder } from '../engine/graph-words.ts';
import { chartNames, chartProblem, type GraphDraft } from './graph-draft.ts';
import classes from './graph.module.css';

interface ChartSectionProps {
  draft: GraphDraft;
  onChange: (values: Partial<GraphDraft>) => void;
}

const orderOptions = Object.entries(orders).map(([value, label]) => ({ value, label }));

/** The chart that draws a graph, and the order of its groups. */
export const ChartSection = ({ draft, onChange }: ChartSectionProps) => (
  <div className={classes.figure}>
    <fieldset className={classes.charts}>
      <legend className="visually-hidden">Chart</legend>
      {chartNames.map(([value, label]) => {
        const problem = chartProblem(value, draft);
        return (
          <label key={value} className={classes.kind}>
            <input
              type="radio"
              name="chart"
              value={value}
              checked={draft.chart === value}
              disabled={problem !== null}
              onChange={() => onChange({ chart: value })}
            />
            <span>
              {label}
              {problem && <small>{`, ${problem}`}</small>}
            </span>
          </label>
        );
      })}
    </fieldset>
    <div className={classes.shape}>
      <SelectField
        name="order_by"
        label="Order of groups"
        help="Dates always follow one another."
        placeholder={null}
        value={draft.order}
        options={orderOptions}
        onChange={(event) => onChange({ order: event.target.value as GraphOrder })}
      />
    </div>
  </div>
);
