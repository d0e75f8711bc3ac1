import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { html, trusted, type Markup } from './html.ts';

const drawings = new Map<string, Markup>();

/** A Tabler icon by name, from the set's own drawings; a name that the set does not know gets the school's. */
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
    // The set's first path is an empty ground.
    const shapes = readFileSync(file, 'utf8').match(/<(path|circle|rect|line|ellipse|polyline) [^>]*\/>/g) ?? [];
    return trusted(shapes.filter((shape) => !shape.includes('stroke="none"')).join(''));
  } catch {
    return undefined;
  }
}
