import type { DashletPoint } from '#kernel/contracts/dashlet.ts';

/** More parts are no longer told apart. */
export const mostParts = 6;

type Part = Pick<DashletPoint, 'label' | 'value'> & { [Key in 'shown' | 'hint' | 'href']?: string | undefined };

/** The largest parts in their order, and all others as one, whose hint names them. */
export function partsOf(points: readonly Part[]): Part[] {
  if (points.length <= mostParts) return [...points];
  const largest = new Set(points.toSorted((a, b) => b.value - a.value).slice(0, mostParts - 1));
  const others = points.filter((point) => !largest.has(point));
  return [
    ...points.filter((point) => largest.has(point)),
    { label: `${others.length} others`, value: sum(others), hint: others.map(({ label }) => label).join(', ') },
  ];
}

const outer = 20;
const inner = 14;

/** The outlines of shares of a ring around 0, 0, clockwise from the top. A share of nothing has none. */
export function ringOf(values: readonly number[]): (string | null)[] {
  const all = values.reduce((total, value) => total + value, 0);
  let before = 0;
  return values.map((value) => {
    if (value <= 0) return null;
    const from = before / all;
    before += value;
    return outline(from, before / all);
  });
}

/** An arc ends elsewhere than it starts, so a whole ring is drawn as two halves. */
function outline(from: number, to: number): string {
  if (to - from > 0.999) return `${outline(0, 0.5)} ${outline(0.5, 1)}`;
  const isLong = to - from > 0.5 ? 1 : 0;
  return [
    `M${at(outer, from)}`,
    `A${outer} ${outer} 0 ${isLong} 1 ${at(outer, to)}`,
    `L${at(inner, to)}`,
    `A${inner} ${inner} 0 ${isLong} 0 ${at(inner, from)}Z`,
  ].join(' ');
}

function at(radius: number, share: number): string {
  const angle = share * 2 * Math.PI;
  return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
}

export const sum = (points: { value: number }[]): number => points.reduce((all, { value }) => all + value, 0);
