import type { DashletView } from '#kernel/contracts/dashlet.ts';

type Trend = Extract<DashletView, { as: 'figure' }>['trend'];

const grouped = new Intl.NumberFormat('en-GB');

/** '12 more than last week', as a comparison of counts: whether that is good depends on what is counted. */
export function trendOf(now: number, past: number, before: string): NonNullable<Trend> {
  const more = now - past;
  if (more === 0) return { label: `As many as ${before}`, tone: 'even' };
  return { label: `${grouped.format(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} than ${before}`, tone: 'even' };
}
