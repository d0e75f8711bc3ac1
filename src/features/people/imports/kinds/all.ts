import { employees } from './employees.ts';
import type { ImportKind } from './kind-labels.ts';
import type { Kind } from './kind.ts';
import { students } from './students.ts';
import { searchable } from '#kernel/searchable.ts';
import { groupOfField } from '#features/people/guardians/create-guardian.ts';
import { guardianGroups } from '#features/people/guardians/guardians.policy.ts';
import { quote } from '../engine/headers.ts';
import type { Roster } from '../engine/field.ts';
import { splitList } from '../engine/lists.ts';
import { readYesNo } from '../engine/value-readers.ts';
import { withKnownHeadings } from '../engine/known-headings.ts';
import { compareGuardians } from './compare-guardians.ts';
import { childrenOf, createMerger } from './merge-guardians.ts';
import { type Child, guardianFields, linkAnswers } from './parent-columns.ts';

export const guardianRoster = withKnownHeadings<Roster>(
  {
    one: 'guardian',
    many: 'guardians',
    fields: guardianFields,
    prefix: /^(?:the)?(?:guardian|parent|parentguardian|sponsor)s?/,
    doubts: {
      own: /^(guardian|parent|children|occupation)/,
      others: [
        [/^(teacher|staff|employee)(number|id|no|name)/, 'a list of teachers or staff'],
        [/^(dateofbirth|dob|class|batch|admissiondate)$/, 'a list of students'],
      ],
    },
    computed: { childrensnames: 'Not imported: the admission numbers identify the children.' },
    understand(texts, { words }, _record, add) {
      const numbers = splitList(texts['children'] ?? '').filter(Boolean);
      const wanted = [...new Set(numbers)];
      if (wanted.length < numbers.length)
        add('children', 'The same admission number appears twice in this cell. Remove one.');
      const column = (key: string): (string | null)[] => {
        const cells = texts[key] ? splitList(texts[key]) : [];
        if (cells.length > 1 && cells.length !== numbers.length)
          add(
            key,
            `There are ${cells.length} values but ${numbers.length === 1 ? '1 child' : `${numbers.length} children`}. Enter one value, or one for each child.`,
          );
        if (cells.some(Boolean) && numbers.length === 0)
          add(key, 'This row has no child. Add an admission number under Children, or clear this cell.');
        return numbers.map((_, at) => (cells.length === 1 ? cells[0]! : cells[at]) || null);
      };
      const relations = column('relation');
      const known = words?.get('guardianRelations');
      for (const relation of new Set(relations)) {
        if (relation && relation.length > 80) add('relation', 'The relation is longer than 80 characters. Shorten it.');
        if (relation && known && !known.has(searchable(relation)))
          add(
            'relation',
            `${quote(relation)} is not in the school’s list. Correct the spelling, or choose “Add them to the lists” under New list values.`,
          );
      }
      const values = Object.fromEntries(
        linkAnswers.map((key) => [
          key,
          column(key).map((cell) => {
            const yes = cell === null ? null : readYesNo(cell);
            if (cell !== null && yes === null) add(key, `${quote(cell)} is not a valid value. Use yes or no.`);
            return yes;
          }),
        ]),
      ) as Record<(typeof linkAnswers)[number], (boolean | null)[]>;
      const children = numbers.map((number, at): Child => ({
        number,
        relation: relations[at]!,
        paysFees: values.paysFees[at]!,
        mayCollect: values.mayCollect[at]!,
        receivesSms: values.receivesSms[at]!,
        isNextOfKin: values.isNextOfKin[at]!,
      }));
      return { children };
    },
  },
  'guardians',
);

const guardians: Kind = {
  ...guardianRoster,
  key: 'guardians',
  entity: 'guardian',
  permission: 'guardians.import',
  groups: guardianGroups,
  groupOf: groupOfField,
  keyField: 'guardianId',
  twins: createMerger,
  bearers: (record) =>
    childrenOf(record).map((child) => ({
      list: 'guardianRelations',
      of: child as unknown as Record<string, unknown>,
      key: 'relation',
    })),
  compare: compareGuardians,
};

type ProvidedKind = Extract<ImportKind, 'openings' | 'results'>;
const provided = new Map<ProvidedKind, Kind>();

function providedKind(key: ProvidedKind): Kind {
  const kind = provided.get(key);
  if (!kind) throw new Error(`No feature has provided the import of ${key}.`);
  return kind;
}

/** Everything that can be imported; what features above this one import, they provide. */
export const kinds: Readonly<Record<ImportKind, Kind>> = {
  students,
  employees,
  guardians,
  get openings() {
    return providedKind('openings');
  },
  get results() {
    return providedKind('results');
  },
};

export const provideKind = (kind: Kind & { key: ProvidedKind }): void => void provided.set(kind.key, kind);
