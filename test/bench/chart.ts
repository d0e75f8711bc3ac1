import { isMissed, rounded, type Row } from './report.ts';

export interface ListFigure {
  school: string;
  perSecond: number;
  /** Part of the limit, of 1. */
  ratio: number;
}

const [width, left, right] = [1120, 470, 190];
const [lineHeight, headHeight] = [26, 46];
const colors = { kept: '#2f7d4f', missed: '#b3261e', text: '#1d1b20', faint: '#d9d6de', note: '#5f5b66' };
const span = width - left - right;

/** What is measured beside its budgets, as a picture: the list by the size of the school, then every budget. */
export function chart(title: string, lists: ListFigure[], rows: Row[]): string {
  const kept = rows.filter(({ budget }) => budget !== undefined);
  const listTop = 64;
  const budgetTop = listTop + headHeight + lists.length * lineHeight + 24;
  const height = budgetTop + headHeight + kept.length * lineHeight + 24;
  const parts = [
    text(24, 36, title, { size: 18, weight: 600 }),
    ...listBars(lists, listTop),
    ...budgetBars(kept, budgetTop),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif">
<title>${escape(title)}</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
}

function listBars(lists: ListFigure[], top: number): string[] {
  if (!lists.length) return [];
  const bars = lists.flatMap(({ school, perSecond, ratio }, at) =>
    bar(top + headHeight + at * lineHeight, {
      label: school,
      part: ratio,
      color: ratio >= 0.7 ? colors.kept : colors.missed,
      value: `${(ratio * 100).toFixed(1)} % · ${Math.round(perSecond)}/s`,
    }),
  );
  const heading = 'List swap, 16 clients: part of the limit (line: 70 % and more)';
  return [text(24, top + 24, heading, { size: 14, weight: 600 }), ...bars, mark(top, lists.length, 0.7)];
}

/** How much of its budget each figure takes: what goes beyond the line is too much. */
function budgetBars(rows: Row[], top: number): string[] {
  if (!rows.length) return [];
  // The line stands at three fifths, so that what is beyond has room.
  const line = 0.6;
  const bars = rows.flatMap((row, at) => {
    const { budget = NaN, value } = row;
    const taken = row.atLeast ? budget / value : value / budget;
    return bar(top + headHeight + at * lineHeight, {
      label: row.what,
      part: taken * line,
      color: isMissed(row) ? colors.missed : colors.kept,
      value: `${isMissed(row) ? '✗ ' : ''}${rounded(value)} ${row.unit} (${row.atLeast ? '≥' : '≤'} ${budget})`,
    });
  });
  const heading = 'Part of its budget that each figure takes (line: all of it)';
  return [text(24, top + 24, heading, { size: 14, weight: 600 }), ...bars, mark(top, rows.length, line)];
}

function bar(y: number, { label, part, color, value }: { label: string; part: number; color: string; value: string }) {
  const length = (Number.isFinite(part) ? Math.min(1, Math.max(0, part)) : 1) * span;
  return [
    text(left - 12, y + 14, label, { anchor: 'end' }),
    `<rect x="${left}" y="${y}" width="${span}" height="18" fill="${colors.faint}" opacity="0.4"/>`,
    `<rect x="${left}" y="${y}" width="${length.toFixed(1)}" height="18" fill="${color}"/>`,
    text(width - right + 12, y + 14, value, { color: colors.note }),
  ];
}

const mark = (top: number, bars: number, part: number) =>
  `<line x1="${left + part * span}" x2="${left + part * span}" y1="${top + headHeight - 6}" y2="${top + headHeight + bars * lineHeight - 2}" stroke="${colors.text}" stroke-width="1.5" stroke-dasharray="4 3"/>`;

function text(
  x: number,
  y: number,
  content: string,
  { size = 12.5, weight = 400, anchor = 'start', color = colors.text } = {},
) {
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}" fill="${color}">${escape(content)}</text>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (content: string) => content.replace(/[&<>"]/g, (sign) => entities[sign]!);
