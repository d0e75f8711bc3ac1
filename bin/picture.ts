import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { areaOf, featureOf, imports, root } from './imports.ts';
import { writeSchema } from './schema/draw.ts';

const begin = '<!-- picture -->';
const end = '<!-- /picture -->';
type Group = (path: string) => string | undefined;

/** What uses what, as lines of a Mermaid flowchart. Arrows that follow from other arrows are skipped. */
function drawArrows(groupOf: Group): string[] {
  const uses = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [mine, its] = [groupOf(from), groupOf(to)];
    if (!mine) continue;
    const known = uses.get(mine) ?? new Set<string>();
    uses.set(mine, known);
    if (its && its !== mine) known.add(its);
  }
  const reached = (group: string, seen = new Set<string>()): Set<string> => {
    for (const next of uses.get(group) ?? [])
      if (!seen.has(next)) {
        seen.add(next);
        reached(next, seen);
      }
    return seen;
  };
  const isDirect = (group: string, other: string) =>
    ![...uses.get(group)!].some((between) => between !== other && reached(between).has(other));
  const arrows = [...uses.keys()].toSorted().flatMap((group) =>
    [...uses.get(group)!]
      .toSorted()
      .filter((other) => isDirect(group, other))
      .map((other) => `  ${group} --> ${other}`),
  );
  const alone = [...uses.keys()].filter((group) => !arrows.some((arrow) => ` ${arrow} `.includes(` ${group} `)));
  return [...alone.toSorted().map((group) => `  ${group}`), ...arrows];
}

/** The areas of features above the layers. */
export const drawAreas = (): string =>
  [
    'flowchart TD',
    '  product["product: features in order, application"] --> features',
    '  subgraph features',
    ...drawArrows(areaOf).map((line) => `  ${line}`),
    '  end',
    '  features --> web["web: routes, pages, sessions"]',
    '  features --> ui["ui: components"]',
    '  web --> ui',
    '  web --> kernel["kernel: database, actor, audit, files, jobs"]',
  ].join('\n');

const drawFeatures = (area: string): string =>
  ['flowchart TD', ...drawArrows((path) => (areaOf(path) === area ? featureOf(path) : undefined))].join('\n');

/** Every README with a picture, and what it draws. */
export const pictures: { file: string; draw: () => string }[] = [
  { file: 'README.md', draw: drawAreas },
  ...readdirSync(join(root, 'src/features')).map((area) => ({
    file: `src/features/${area}/README.md`,
    draw: () => drawFeatures(area),
  })),
];

/** A README with the current picture. */
export function withPicture(text: string, picture: string): string {
  const [before, after] = [text.indexOf(begin), text.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`There is no place for the picture: ${begin} … ${end}`);
  return `${text.slice(0, before)}${begin}\n\n\`\`\`mermaid\n${picture}\n\`\`\`\n\n${text.slice(after)}`;
}

if (import.meta.main) {
  for (const { file, draw } of pictures) {
    const path = join(root, file);
    writeFileSync(path, withPicture(readFileSync(path, 'utf8'), draw()));
  }
  await writeSchema();
}
