import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { featureOf, imports, root } from './imports.ts';

const begin = '<!-- picture -->';
const end = '<!-- /picture -->';
const readme = join(root, 'README.md');

/** The features above the layers, as a Mermaid flowchart. Arrows that follow from other arrows are left out. */
export function drawPicture(): string {
  const uses = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [mine, its] = [featureOf(from), featureOf(to)];
    if (!mine) continue;
    const known = uses.get(mine) ?? new Set<string>();
    uses.set(mine, known);
    if (its && its !== mine) known.add(its);
  }
  const reached = (feature: string, seen = new Set<string>()): Set<string> => {
    for (const next of uses.get(feature) ?? [])
      if (!seen.has(next)) {
        seen.add(next);
        reached(next, seen);
      }
    return seen;
  };
  const isDirect = (feature: string, other: string) =>
    ![...uses.get(feature)!].some((between) => between !== other && reached(between).has(other));
  const arrows = [...uses.keys()].toSorted().flatMap((feature) =>
    [...uses.get(feature)!]
      .toSorted()
      .filter((other) => isDirect(feature, other))
      .map((other) => `    ${feature} --> ${other}`),
  );
  const alone = [...uses.keys()].filter((feature) => !arrows.some((arrow) => ` ${arrow} `.includes(` ${feature} `)));
  return [
    'flowchart TD',
    '  product["product: features in order, application, server"] --> features',
    '  subgraph features',
    ...alone.toSorted().map((feature) => `    ${feature}`),
    ...arrows,
    '  end',
    '  features --> web["web: routes, pages, sessions"]',
    '  features --> ui["ui: components"]',
    '  web --> ui',
    '  web --> kernel["kernel: database, actor, audit, files, jobs"]',
  ].join('\n');
}

/** The README with the current picture. */
export function withPicture(text: string): string {
  const [before, after] = [text.indexOf(begin), text.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`README.md has no place for the picture: ${begin} … ${end}`);
  return `${text.slice(0, before)}${begin}\n\n\`\`\`mermaid\n${drawPicture()}\n\`\`\`\n\n${text.slice(after)}`;
}

if (import.meta.main) writeFileSync(readme, withPicture(readFileSync(readme, 'utf8')));
