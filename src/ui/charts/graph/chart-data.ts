/** One figure of a graph. */
export interface ChartMark {
  /** Null is not drawn: there is none, or it is not shown. */
  value: number | null;
  /** As it is written: '12', '₦1,200.00', 'Fewer than 5'. */
  shown: string;
  /** The same where there is little room: '1.2k', '<5'. */
  brief: string;
  /** It exists, but is not shown. */
  isHidden: boolean;
  /** Where its rows are. */
  href: string | null;
}

/** What a chart draws: a row of marks for each group, one for each series. */
export interface ChartData {
  groups: readonly string[];
  /** The same where there is little room: a date without ‘Week of’. */
  briefGroups: readonly string[];
  /** One without a name where marks are not split. */
  series: readonly string[];
  marks: readonly (readonly ChartMark[])[];
  /** A value beside an axis. */
  tick: (value: number) => string;
}

export interface DrawnChart {
  data: ChartData;
  width: number;
  /** The fill of each series. */
  fill: (series: number) => string;
}

export const markLabel = ({ groups, series }: ChartData, group: number, part: number, { shown }: ChartMark) =>
  `${[groups[group], series[part]].filter(Boolean).join(', ')}: ${shown}`;

export const valueOf = (mark: ChartMark | undefined) => mark?.value ?? 0;
