import { readMigrations, type Migration } from '#kernel/migrate.ts';

/** Where a table, view or function is first created, and the comment before its latest definition. */
export interface Place {
  area: string;
  section: string;
  text: string;
}

const areaIn = ({ name, text }: Migration) =>
  /^\d\d-([a-z]+)\.sql$/.exec(name)?.[1] ?? /^-- Area: ([a-z]+)$/m.exec(text)?.[1];

/** The areas in the order of their files, and the place of everything that the migrations create, in their order. */
export function readPlaces(migrations = readMigrations()): { areas: string[]; places: Map<string, Place> } {
  const places = new Map<string, Place>();
  const areas = new Set<string>();
  for (const migration of migrations) {
    const area = areaIn(migration);
    let section = '';
    for (const [, title, comment, what, name] of migration.text.matchAll(
      /^-- (\S.*?) -{6,}$|^(?:\/\*((?:(?!\*\/)[\s\S])*)\*\/\n)?create (?:or replace )?(table|view|function) (\w+)/gm,
    )) {
      if (title) section = title;
      if (!what || !name) continue;
      const known = places.get(name);
      if (!known && !area)
        throw new Error(`migrations/${migration.name} creates ${name}: give it a line "-- Area: …".`);
      if (area && what !== 'function') areas.add(area);
      const text = comment?.replace(/\s*\n \*\s?/g, ' ').trim() || known?.text || '';
      places.set(name, { ...(known ?? { area: area!, section }), text });
    }
  }
  return { areas: [...areas], places };
}
