import { linksBetween, type Schema } from './read.ts';
import type { Place } from './source.ts';

const columns = 3;
const width = 400;
const gap = 20;
const lineHeight = 16;
const perLine = 58;

interface Line {
  text: string;
  kind: 'area' | 'links' | 'section' | 'tables';
}

/** Areas with their tables, and how many foreign keys lead from each to the others. */
export function schemaPicture(
  schema: Schema,
  { areas, places }: { areas: string[]; places: Map<string, Place> },
): string {
  const areaOf = (table: string) => places.get(table)!.area;
  const links = linksBetween(schema, areaOf);
  const known = new Set(schema.tables.map(({ name }) => name));
  const boxes = areas.map((area) => linesOf(area, places, known, links.get(area) ?? new Map()));
  const graph = drawGraph(areas, links);
  const heights = Array.from({ length: columns }, () => graph.height + gap);
  const drawn = boxes.map((lines) => {
    const column = heights.indexOf(Math.min(...heights));
    const [x, y] = [gap + column * (width + gap), heights[column]!];
    const height = lines.length * lineHeight + 16;
    heights[column]! += height + gap;
    return drawBox(lines, x, y, height);
  });
  const [w, h] = [gap + columns * (width + gap), Math.max(...heights)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" font-family="system-ui, sans-serif" font-size="12">
<title>Areas of the database, their tables and the foreign keys between them</title>
<style>text{fill:#1f2328}.area{font-size:16px;font-weight:600}.links{fill:#0b57a4}.section{font-weight:600;fill:#57606a}.box{fill:#fff;stroke:#8c959f}.arrow{fill:none;stroke:#57606a}</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" fill="#57606a"/></marker></defs>
<rect width="${w}" height="${h}" fill="#f6f8fa"/>
${graph.svg}
${drawn.join('\n')}
</svg>
`;
}

function linesOf(area: string, places: Map<string, Place>, known: Set<string>, links: Map<string, number>): Line[] {
  const its = [...places].filter(([name, place]) => place.area === area && known.has(name));
  const refers = [...links].toSorted((a, b) => b[1] - a[1]).map(([other, count]) => `${other} ${count}`);
  const lines: Line[] = [
    { kind: 'area', text: `${area} · ${its.length} tables and views` },
    ...wrapped(refers.length ? `foreign keys to: ${refers.join(', ')}` : 'no foreign keys to other areas', 'links'),
  ];
  for (const [section, tables] of Map.groupBy(its, ([, place]) => place.section))
    lines.push({ kind: 'section', text: section }, ...wrapped(tables.map(([name]) => name).join(', '), 'tables'));
  return lines;
}

function wrapped(text: string, kind: Line['kind']): Line[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < perLine) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => ({ kind, text: line }));
}

function drawBox(lines: Line[], x: number, y: number, height: number): string {
  const texts = lines.map(
    ({ kind, text }, at) =>
      `<text class="${kind}" x="${x + 12}" y="${y + 20 + at * lineHeight}">${text.replaceAll('&', '&amp;')}</text>`,
  );
  return `<rect class="box" x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>\n${texts.join('\n')}`;
}

/** The areas by level, with arrows to areas of earlier files. Arrows that follow from others are left out. */
function drawGraph(areas: string[], links: Map<string, Map<string, number>>): { svg: string; height: number } {
  const below = (area: string) =>
    [...(links.get(area)?.keys() ?? [])].filter((other) => areas.indexOf(other) < areas.indexOf(area));
  const reaches = (from: string, to: string): boolean => below(from).some((next) => next === to || reaches(next, to));
  const direct = (area: string) => below(area).filter((other) => !below(area).some((next) => reaches(next, other)));
  const level = (area: string): number => Math.max(0, ...below(area).map((other) => level(other) + 1));
  const rows = Map.groupBy(areas, level);
  const [boxWidth, boxHeight, rowHeight] = [120, 26, 54];
  const total = gap + columns * (width + gap);
  const place = new Map<string, { x: number; y: number }>();
  const top = 56;
  for (const [at, row] of rows)
    row.forEach((area, n) =>
      place.set(area, { x: (total * (n + 1)) / (row.length + 1), y: top + (rows.size - 1 - at) * rowHeight }),
    );
  const arrows = areas.flatMap((area) =>
    direct(area).map((other) => {
      const [from, to] = [place.get(area)!, place.get(other)!];
      return `<line class="arrow" x1="${from.x}" y1="${from.y + boxHeight}" x2="${to.x}" y2="${to.y}" marker-end="url(#tip)"/>`;
    }),
  );
  const nodes = areas.map((area) => {
    const { x, y } = place.get(area)!;
    return `<rect class="box" x="${x - boxWidth / 2}" y="${y}" width="${boxWidth}" height="${boxHeight}" rx="6"/>
<text x="${x}" y="${y + 17}" text-anchor="middle">${area}</text>`;
  });
  const words = `<text class="area" x="${gap}" y="28">Areas of the database</text>
<text x="${gap}" y="46">An arrow means foreign keys to an area of an earlier file; those that follow from others are left out.</text>`;
  return { svg: [words, ...arrows, ...nodes].join('\n'), height: top + rows.size * rowHeight };
}
