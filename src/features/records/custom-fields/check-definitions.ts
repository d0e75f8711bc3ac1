import { hasOptions } from '#kernel/contracts/custom-field.ts';
import { ValidationError } from '#kernel/errors.ts';
import { searchable } from '#kernel/searchable.ts';
import { fieldGroupWords } from '#kernel/contracts/field-groups.ts';
import type { Definition } from './definitions.queries.ts';
import type { DefinitionInput } from './definition-fields.ts';
import type { MergedDefinitions } from './merge-definitions.ts';

/** Built-in fields. Custom fields can't have the same name, which would be ambiguous, especially in files. */
const builtIn = new Set(
  `surname|last name|first name|middle name|name|gender|sex|date of birth|birth date|age|phone|mobile|e-mail|email|address|
city|community|country|state|state of origin|lga|nationality|religion|language|blood group|genotype|category|status|photo|
admission number|registration number|admission date|batch|class|program|institution|employee number|department|position|
job title|qualification|educational qualification|marital status|date of employment|title|occupation|employer|next of kin|
relation`
    .split('|')
    .map((word) => word.trim()),
);

/** Refuses invalid definitions, with an error on each field. */
export function checkDefinitions({ kept, touched }: MergedDefinitions, before: Map<number, Definition>): void {
  const errors: [string, string][] = [];
  // Names of fields the form did not change are taken.
  const labels = new Map(
    kept.filter((field) => !touched.includes(field)).map(({ label }) => [searchable(label), label]),
  );
  for (const field of touched) {
    const on = (name: string) => `fields.${field.key}.${name}`;
    const old = field.id === null ? undefined : before.get(field.id);
    const same = searchable(field.label);
    if (labels.has(same))
      errors.push([on('label'), `A field named ${labels.get(same)} already exists. Choose a different name.`]);
    else if (builtIn.has(same) && searchable(old?.label ?? '') !== same)
      errors.push([on('label'), `${field.label} is a built-in field. Choose a different name.`]);
    labels.set(same, field.label);
    if (old) errors.push(...typeErrors(field, old));
    if (hasOptions(field.type)) errors.push(...optionErrors(field));
  }
  const [first, ...more] = errors;
  if (first) throw new ValidationError(...first, Object.fromEntries(more.toReversed()));
}

function* typeErrors(field: DefinitionInput, old: Definition): Generator<[string, string]> {
  const on = (name: string) => `fields.${field.key}.${name}`;
  if (!old.isUsed) return;
  if (field.type !== old.type)
    yield [
      on('type'),
      `${old.label} already has values, so its type can’t be changed. Remove it and add a field of the new type.`,
    ];
  if (field.group !== old.group && old.group !== 'general')
    yield [
      on('group'),
      `${old.label} already has values restricted to “${fieldGroupWords[old.group]}”, so its visibility can’t be changed.`,
    ];
}

function* optionErrors(field: DefinitionInput): Generator<[string, string]> {
  if (field.options.length === 0) yield [`fields.${field.key}.type`, `Add at least one choice to ${field.label}.`];
  const labels = new Set<string>();
  for (const { key, label } of field.options) {
    const on = `fields.${field.key}.options.${key}.label`;
    if (label.includes(';')) yield [on, 'Remove the semicolon: it separates choices in files.'];
    if (labels.has(searchable(label))) yield [on, `${label} is in this list twice. Remove one.`];
    labels.add(searchable(label));
  }
}
