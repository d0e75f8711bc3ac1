import type { Choice } from '#kernel/choices.ts';
import type { DesignFields } from '../design/design-fields.ts';
import type { DesignerPage, Preset } from '../design/design-page.queries.ts';
import type { OfferedField, OfferedSubject } from '../design/offer.ts';
import { prefixOf, valueOf } from '../design/selected-value.ts';
import type { ReportFilters, Rule } from '../engine/definition.ts';
import { valuesOf } from '../engine/operators.ts';

export interface RuleDraft extends Rule {
  id: number;
  /** The values with their labels, where they are chosen from a list. */
  chosen: Choice[];
}
export interface GroupDraft {
  id: number;
  joined: 'and' | 'or';
  rules: RuleDraft[];
}

/** A report that is being designed. */
export interface Draft {
  subject: string;
  selected: string[];
  joined: 'and' | 'or';
  groups: GroupDraft[];
  sort: { field: string; descending: boolean }[];
  group: string;
  totals: boolean;
  distinct: boolean;
  limit: string;
}

let lastId = 0;
/** Tells rows of the screen apart; never sent. */
export const newId = () => ++lastId;

export const emptyDraft = (subject: string): Draft => ({
  subject,
  selected: [],
  joined: 'and',
  groups: [],
  sort: [],
  group: '',
  totals: false,
  distinct: false,
  limit: '',
});

/** The draft that the page starts with. */
export function draftOf({ design, labels, subjects }: DesignerPage): Draft {
  if (!design) return emptyDraft(subjects.find(({ isUserType }) => isUserType)?.name ?? subjects[0]?.name ?? '');
  const filters = JSON.parse(design.filters) as ReportFilters;
  return {
    subject: design.subject,
    joined: filters.joined,
    groups: groupsOf(filters, labels),
    selected: design.selected_fields
      .split(' ')
      .filter(Boolean)
      .map((entry) => entry.slice(prefixOf(design.subject).length)),
    sort: JSON.parse(design.sort) as Draft['sort'],
    group: design.group_by ?? '',
    totals: design.totals,
    distinct: design.distinct,
    limit: design.limit === null ? '' : String(design.limit),
  };
}

export const groupsOf = ({ groups }: ReportFilters, labels: DesignerPage['labels']): GroupDraft[] =>
  groups.map(({ joined, rules }) => ({
    id: newId(),
    joined,
    rules: rules.map((rule) => ({ ...rule, id: newId(), chosen: chosenOf(rule, labels[rule.field]) })),
  }));

const chosenOf = ({ values }: Rule, known: Choice[] | undefined): Choice[] =>
  known
    ? values.map((value) => known.find((choice) => choice.value === value) ?? { value, label: 'Deleted value' })
    : [];

/** A draft that starts with a preset. */
export const draftOfPreset = (preset: Preset): Draft => ({
  ...emptyDraft(preset.subject),
  selected: preset.fields,
  sort: preset.sort,
  group: preset.group ?? '',
  totals: preset.totals,
  groups: preset.rules.length
    ? [{ id: newId(), joined: 'and', rules: preset.rules.map((rule) => ({ ...rule, id: newId() })) }]
    : [],
});

/** The filters as the form sends them. */
export function filtersOf(
  { joined, groups }: Pick<Draft, 'joined' | 'groups'>,
  isWanted: (rule: RuleDraft) => boolean,
) {
  const wanted = groups
    .map((group) => ({ joined: group.joined, rules: group.rules.filter(isWanted).map(plainRule) }))
    .filter(({ rules }) => rules.length > 0);
  return JSON.stringify({ joined, groups: wanted });
}

/** What the form sends. */
export function fieldsOf(draft: Draft, isWanted: (rule: RuleDraft) => boolean = () => true) {
  return {
    subject: draft.subject,
    selected_fields: valueOf(draft.subject, draft.selected),
    filters: filtersOf(draft, isWanted),
    sort: JSON.stringify(draft.sort.filter(({ field }) => field)),
    group_by: draft.group,
    totals: String(draft.totals),
    distinct: String(draft.distinct),
    limit: draft.limit,
  } satisfies Record<keyof DesignFields, string>;
}

const plainRule = ({ field, operator, values, ask }: RuleDraft): Rule => ({ field, operator, values, ask });

/** Whether a filter says all that it needs; one in the making isn’t previewed. */
export const isComplete = ({ field, operator, values }: RuleDraft): boolean => {
  const given = values.filter((value) => value.trim() !== '').length;
  const needed = { none: 0, one: 1, two: 2, many: 1 }[valuesOf(operator)];
  return field !== '' && given >= needed;
};

/** All fields of a subject by key. */
export const fieldsByKey = (offer: OfferedSubject | undefined): ReadonlyMap<string, OfferedField> =>
  new Map(offer?.groups.flatMap(({ fields }) => fields).map((field) => [field.key, field]));
