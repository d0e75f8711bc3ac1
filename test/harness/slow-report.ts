import type { ReportDefinition, Rule } from '#features/insight/reports/engine/definition.ts';
import type { Usable } from '#features/insight/reports/engine/usable-fields.ts';
import type { FullRow, Value } from '#test/harness/all-fields.ts';
import { meets } from '#test/harness/slow-rules.ts';

type Key = Value | undefined;

/** In bytes, nothing last, whichever way round. */
function inOrder(one: Key, other: Key, descending: boolean): number {
  if (one === other) return 0;
  if (one === null || one === undefined) return 1;
  if (other === null || other === undefined) return -1;
  return (one < other ? -1 : 1) * (descending ? -1 : 1);
}

/** The same report, by a look at every row: what the engine must say. */
export function slowReport(
  rows: readonly FullRow[],
  usable: Usable,
  definition: ReportDefinition,
  isVisible: (row: FullRow) => boolean,
) {
  const { actor } = usable.context;
  const declared = new Map(usable.fields.map((field) => [field.key, field]));
  const mayIn = (key: string, institutionId: number) => {
    const field = declared.get(key)!;
    if ('institution' in field && field.institution !== institutionId) return false;
    const needs = [field.needs ?? []].flat();
    const held = actor.institutions.find(({ id }) => id === institutionId)!.permissions;
    return needs.length === 0 || needs.some((one) => held.has(one));
  };
  const institutions = actor.institutions.filter(({ permissions }) =>
    usable.subject.seeing.some((one) => permissions.has(one)),
  );
  const maySomewhere = (key: string) => institutions.some(({ id }) => mayIn(key, id));
  const nothing = { value: null, code: null, order: null };
  const cell = (row: FullRow, key: string) => (mayIn(key, row.institutionId) ? row.fields[key]! : nothing);

  const { joined, groups } = definition.filters;
  if (groups.some(({ rules }) => rules.some(({ field }) => !maySomewhere(field)))) return null;
  const joinedBy = (word: 'and' | 'or', parts: boolean[]) =>
    word === 'and' ? parts.every(Boolean) : parts.some(Boolean);
  const meetsRule = (row: FullRow, rule: Rule) =>
    mayIn(rule.field, row.institutionId) && meets(cell(row, rule.field), declared.get(rule.field)!.type, rule);
  const found = rows.filter(
    (row) =>
      isVisible(row) &&
      (groups.length === 0 ||
        joinedBy(
          joined,
          groups.map((group) =>
            joinedBy(
              group.joined,
              group.rules.map((rule) => meetsRule(row, rule)),
            ),
          ),
        )),
  );

  const columns = definition.fields.filter(maySomewhere);
  const group = definition.group !== null && maySomewhere(definition.group) ? definition.group : null;
  const asked = definition.sort.filter(({ field }) => maySomewhere(field));
  type OfCell = (cell: FullRow['fields'][string]) => Value;
  const byOrder: OfCell = ({ order }) => order;
  const byValue: OfCell = ({ value }) => value;
  const groupKeys = (field: string) => {
    const descending = asked.find((one) => one.field === field)?.descending ?? false;
    const { type } = declared.get(field)!;
    // Values that are sorted alike are still groups of their own.
    const lower: OfCell = ({ value }) => (typeof value === 'string' ? value.toLowerCase() : value);
    const ways = type === 'text' ? [lower, byValue] : type === 'choice' ? [byOrder, byValue] : [byOrder];
    return ways.map((of) => ({ field, descending, of }));
  };
  const chosen = [
    ...(group ? groupKeys(group) : []),
    ...asked.filter(({ field }) => field !== group).map((one) => ({ ...one, of: byOrder })),
  ];
  const shownFirst = columns.filter((key) => !declared.get(key)!.isOnlyShown).slice(0, 3);
  const keys =
    definition.distinct && chosen.length === 0
      ? shownFirst.map((field) => ({ field, descending: false, of: byOrder }))
      : chosen;
  const isLatestFirst = usable.subject.isDescending ?? false;
  const sorted = <Row extends { id: number; usual: Key; keys: Key[] }>(all: Row[]) =>
    all.toSorted((one, other) => {
      for (const [at, { descending }] of keys.entries()) {
        const by = inOrder(one.keys[at], other.keys[at], descending);
        if (by) return by;
      }
      return inOrder(one.usual, other.usual, isLatestFirst) || one.id - other.id;
    });
  let shown = found.map((row) => ({
    id: row.id,
    institutionId: row.institutionId,
    usual: row.usual as Key,
    keys: keys.map(({ field, of }): Key => of(cell(row, field))),
    cells: columns.map((key) => cell(row, key).value),
    heading: group ? cell(row, group).value : null,
  }));
  if (definition.distinct) {
    const equal = Map.groupBy(shown, ({ institutionId, cells, heading }) =>
      JSON.stringify([institutionId, cells, heading]),
    );
    shown = [...equal.values()].map((same) => ({
      ...same.toSorted((one, other) => one.id - other.id)[0]!,
      usual: same.map(({ usual }) => usual).toSorted((one, other) => inOrder(one, other, isLatestFirst))[0],
      keys: keys.map(
        ({ descending }, at) =>
          same.map((row) => row.keys[at]).toSorted((one, other) => inOrder(one, other, descending))[0],
      ),
    }));
  }
  const whole = sorted(shown).slice(0, definition.limit ?? undefined);
  const sum = (all: typeof whole) => ({
    rows: all.length,
    cells: columns.map((key, at) => {
      const { type, isSummed } = declared.get(key)!;
      const numbers = all.map(({ cells }) => cells[at]).filter((value) => typeof value === 'number');
      return (type === 'money' || isSummed) && numbers.length > 0 ? numbers.reduce((so, value) => so + value, 0) : null;
    }),
  });
  return {
    rows: whole.map(({ id, institutionId, cells, heading }) => ({
      id: definition.distinct ? null : id,
      institutionId,
      cells,
      ...(group && { group: heading }),
    })),
    totals: sum(whole),
    groups: group
      ? [...Map.groupBy(whole, ({ heading }) => heading)].map(([heading, all]) => ({ group: heading, ...sum(all) }))
      : [],
    hidden: definition.fields.filter((key) => !columns.includes(key)).length,
  };
}
