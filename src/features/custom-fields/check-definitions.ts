import { hasOptions } from '#kernel/custom-field.ts';
import { Refused } from '#kernel/errors.ts';
import { searchable } from '#kernel/searchable.ts';
import { fieldGroupWords } from '#kernel/field-groups.ts';
import type { Definition } from './definitions.queries.ts';
import type { DefinitionInput } from './definition-fields.ts';
import type { MergedDefinitions } from './merge-definitions.ts';

/** What every record has anyway. An own field of the same name would be taken for it, in a file above all. */
const builtIn = new Set(
  `surname|last name|first name|middle name|name|gender|sex|date of birth|birth date|age|phone|mobile|e-mail|email|address|
city|community|country|state|state of origin|lga|nationality|religion|language|blood group|genotype|category|status|photo|
admission number|registration number|admission date|batch|class|program|institution|employee number|department|position|
job title|qualification|educational qualification|marital status|date of employment|title|occupation|employer|next of kin|
relation`
    .split('|')
    .map((word) => word.trim()),
);

/** Refuses, each on its own field, what cannot be. */
export function checkDefinitions({ kept, touched }: MergedDefinitions, before: Map<number, Definition>): void {
  const errors: [string, string][] = [];
  // Fields that the form left alone keep their names.
  const labels = new Map(
    kept.filter((field) => !touched.includes(field)).map(({ label }) => [searchable(label), label]),
  );
  for (const field of touched) {
    const on = (name: string) => `fields.${field.key}.${name}`;
    const old = field.id === null ? undefined : before.get(field.id);
    const same = searchable(field.label);
    if (labels.has(same)) errors.push([on('label'), `There is a field called ${labels.get(same)} already.`]);
    else if (builtIn.has(same) && searchable(old?.label ?? '') !== same)
      errors.push([on('label'), `${field.label} is on every record already. Give your field another name.`]);
    labels.set(same, field.label);
    if (old) errors.push(...troubleWithChange(field, old));
    if (hasOptions(field.type)) errors.push(...troubleWithOptions(field));
  }
  const [first, ...more] = errors;
  if (first) throw new Refused(...first, Object.fromEntries(more.toReversed()));
}

function* troubleWithChange(field: DefinitionInput, old: Definition): Generator<[string, string]> {
  const on = (name: string) => `fields.${field.key}.${name}`;
  if (!old.isUsed) return;
  if (field.type !== old.type)
    yield [
      on('type'),
      `${old.label} holds values already, which would not fit another type. Remove it and add a field of the new type.`,
    ];
  if (field.group !== old.group && old.group !== 'general')
    yield [
      on('group'),
      `${old.label} holds values that were given for “${fieldGroupWords[old.group]}” alone. It stays there.`,
    ];
}

function* troubleWithOptions(field: DefinitionInput): Generator<[string, string]> {
  if (field.options.length === 0) yield [`fields.${field.key}.type`, `Give ${field.label} at least one choice.`];
  const labels = new Set<string>();
  for (const { key, label } of field.options) {
    const on = `fields.${field.key}.options.${key}.label`;
    if (label.includes(';')) yield [on, 'A choice cannot hold a semicolon: in files it separates several choices.'];
    if (labels.has(searchable(label))) yield [on, `${label} is in this list twice.`];
    labels.add(searchable(label));
  }
}
