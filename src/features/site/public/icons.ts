import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { html, trusted, type Markup } from './html.ts';

const drawings = new Map<string, Markup>();

/** A Tabler icon by name; unknown names get the school icon. */
export function icon(name: string, size = 20): Markup {
  return html`<svg class="icon" width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true">
    ${drawing(name)}
  </svg>`;
}

function drawing(name: string): Markup {
  const known = drawings.get(name);
  if (known) return known;
  const drawn = /^[a-z0-9-]+$/.test(name) ? read(name) : undefined;
  if (!drawn) return drawing('school');
  drawings.set(name, drawn);
  return drawn;
}

function read(name: string): Markup | undefined {
  try {
    const file = fileURLToPath(import.meta.resolve(`@tabler/icons/outline/${name}.svg`));
    // The first path of each icon is an empty background.
    const shapes = readFileSync(file, 'utf8').match(/<(path|circle|rect|line|ellipse|polyline) [^>]*\/>/g) ?? [];
    return trusted(shapes.filter((shape) => !shape.includes('stroke="none"')).join(''));
  } catch {
    return undefined;
  }
}
