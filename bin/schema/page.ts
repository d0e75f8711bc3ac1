import type { Schema, Table } from './read.ts';
import type { Place } from './source.ts';

const head = `# Database schema

Every table by area, from the catalogues of a migrated database and the comments in [migrations](../migrations). Written by \`npm run picture\`; do not edit it. [schema.svg](schema.svg) shows the areas and what they refer to.

\`column?\` can be null, \`→\` is a foreign key, *generated* and checked values are in the migrations. A table with \`institution_id\` belongs to an institution: row-level security hides it from all others, and its keys and foreign keys begin with that column, which is left out below. † marks functions that run as akada_gate, which row-level security does not restrict.
`;

const title = (area: string) => area[0]!.toUpperCase() + area.slice(1);
const shortTypes: Record<string, string> = {
  'timestamp with time zone': 'timestamptz',
  'time without time zone': 'time',
  integer: 'int',
};
const typeOf = (type: string) => shortTypes[type] ?? type;
const guard = '_of_open_session';

/** All tables and functions as a page in Markdown. */
export function schemaPage(schema: Schema, { areas, places }: { areas: string[]; places: Map<string, Place> }): string {
  const names = [...places.keys()];
  const inOrder = <T extends { name: string }>(all: T[]) =>
    all.filter(({ name }) => places.has(name)).toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  const tables = inOrder(schema.tables);
  const routines = inOrder(schema.routines);
  return areas
    .map((area) => {
      const its = tables.filter(({ name }) => places.get(name)!.area === area);
      const functions = routines.filter(({ name }) => places.get(name)!.area === area);
      let section = '';
      const blocks = its.map((table) => {
        const place = places.get(table.name)!;
        const heading = place.section === section ? '' : `### ${place.section}\n\n`;
        section = place.section;
        return `${heading}${tableText(table, place, places)}`;
      });
      const rows = functions.map(
        ({ name, arguments: given, owner }) =>
          `| \`${name}(${given.replaceAll('integer', 'int')})\`${owner === 'akada_gate' ? ' †' : ''} | ${escaped(places.get(name)!.text)} |`,
      );
      const list = rows.length
        ? `\n### Functions of ${area}\n\n| function | what it does |\n| --- | --- |\n${rows.join('\n')}\n`
        : '';
      return `\n## ${title(area)}\n\n${blocks.join('\n')}${list}`;
    })
    .reduce((page, part) => page + part, head);
}

const escaped = (text: string) => text.replaceAll('|', '\\|').replace(/</g, '&lt;');
const listed = (columns: string[]) => columns.map((column) => `\`${column}\``).join(', ');

function tableText({ name, isView, columns, keys, triggers }: Table, place: Place, places: Map<string, Place>): string {
  const shown = columns.filter((column) => column.name !== 'institution_id');
  const lines = [
    `**\`${name}\`**${isView ? ' (view)' : ''}${columns.length > shown.length ? '' : ' (of no institution)'} ${escaped(place.text)}`,
    `- ${shown.map((column) => `\`${column.name}${column.isNullable ? '?' : ''}\` ${typeOf(column.type)}${column.target ? ` → ${column.target}` : ''}`).join(' · ')}`,
    ...keysOf(keys),
    ...triggerLines(triggers, places),
  ];
  return `${lines.join('\n')}\n`;
}

function keysOf(keys: Table['keys']): string[] {
  const parts = keys.map(({ kind, columns }) => {
    const own = columns.filter((column) => column !== 'institution_id');
    return `${kind === 'p' ? 'key' : 'unique'} ${own.length ? listed(own) : '`institution_id`'}`;
  });
  return parts.length ? [`- ${parts.join('; ')}`] : [];
}

/** One line for each function that the triggers of a table run. */
function triggerLines(triggers: Table['triggers'], places: Map<string, Place>): string[] {
  const byRoutine = Map.groupBy(triggers, ({ routine }) => routine);
  return [...byRoutine].map(([routine, its]) => {
    const events = [
      ...new Set(its.map(({ event }) => event.toLowerCase().replace(/ on $/, '').replaceAll(' or ', ', '))),
    ];
    const text = routine.endsWith(guard)
      ? 'refuses rows of a closed session (akada_session_table)'
      : `${routine}${places.get(routine)?.text ? `: ${escaped(places.get(routine)!.text)}` : ''}`;
    return `- ${events.join(', ').replaceAll(/, after /g, ', ')}: ${text}`;
  });
}
