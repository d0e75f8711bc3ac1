import { colourOf } from './fills.tsx';
import classes from './graph-chart.module.css';

/** Lines also differ by their dashes and the shapes of their points. */
const dashes = ['', '7 4', '2 3', '10 3 2 3', '5 2', '1 4', '12 4', '3 6'];
const shapes = [
  'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
  'M-3.6 -3.6H3.6V3.6H-3.6Z',
  'M0 -5L5 0L0 5L-5 0Z',
  'M0 -4.6L4.8 3.8H-4.8Z',
];

export const dashOf = (series: number) => dashes[series % dashes.length];
export const shapeOf = (series: number) => shapes[series % shapes.length];

/** A line as it is drawn, beside its name. */
export const LineKey = ({ series }: { series: number }) => (
  <g style={{ color: colourOf(series) }}>
    <path d="M0 7H22" className={classes.path} strokeDasharray={dashOf(series)} />
    <path d={shapeOf(series)} transform="translate(11 7)" className={classes.point} />
  </g>
);
