import { z } from 'zod';
import { pick } from '#kernel/database.ts';
import { customFieldTypeLabels, hasOptions, type CustomFieldType } from '#kernel/contracts/custom-field.ts';
import { valueText, type HistoryEntry, type Part } from '#kernel/edit/describe-conflicts.ts';
import { fieldGroupLabels, type FieldGroup } from '#kernel/contracts/field-groups.ts';
import type { DefinitionInput } from './definition-fields.ts';
import { offered, type Definition } from './write-definitions.ts';

export const fieldProperties = {
  label: 'name',
  help: 'description',
  type: 'type',
  group: 'visibility',
  isRequired: 'required',
} as const;

export type Property = keyof typeof fieldProperties;

/** A field as in its form. */
export const fieldInForm = (field: Definition, at: number) => ({
  ...pick(field, 'id', 'label', 'help', 'type', 'group', 'isRequired'),
  position: at + 1,
  options: Object.fromEntries(
    offered(field).map(({ id, label }, place) => [id, { id, label, position: place + 1 }] as const),
  ),
});

export type FieldRow = ReturnType<typeof fieldInForm>;

const OpenedOption = z.object({ id: z.coerce.number(), position: z.coerce.number().catch(0) }).loose();

export const OpenedRow = z
  .object({
    id: z.coerce.number(),
    position: z.coerce.number().catch(0),
    options: z.record(z.string(), OpenedOption).catch({}),
  })
  .loose();

export const OpenedRows = z.record(z.string(), OpenedRow).catch({});

export type OpenedRow = z.infer<typeof OpenedRow> & Partial<Record<Property, unknown>>;

/** One part to merge per property. */
export const propertyParts = (old: Definition, opened: OpenedRow | undefined, sent: DefinitionInput): Part[] =>
  (Object.keys(fieldProperties) as Property[]).map((property) => ({
    field: `fields.${old.id}.${property}`,
    label: `${old.label}: ${fieldProperties[property]}`,
    opened: opened?.[property],
    sent: sent[property],
    current: old[property],
    words: (value) => propertyInWords(property, value),
    entryOf: changeOf(old.label, property),
  }));

function propertyInWords(property: Property, value: unknown): string {
  if (property === 'type') return customFieldTypeLabels[value as CustomFieldType];
  if (property === 'group') return fieldGroupLabels[value as FieldGroup];
  return valueText(value);
}

/** One part to merge per choice in the form. */
export function optionParts(old: Definition, opened: OpenedRow | undefined, sent: DefinitionInput): Part[] {
  const current = new Map(offered(old).map(({ id, label }, at) => [id, { id, label, position: at + 1 }]));
  const wanted = new Map<number, { label: string } | null>([
    ...sent.options.flatMap(({ id, label }) => (id === null ? [] : [[id, { label }] as const])),
    ...sent.retiredOptions.map((id) => [id, null] as const),
    ...sent.restoredOptions.map((id) => [id, { label: labelOfOption(old, id) }] as const),
  ]);
  return [...wanted].map(([id, row]) => ({
    field: `fields.${old.id}.options.${id}`,
    label: `${old.label}: choice ${labelOfOption(old, id)}`,
    opened: opened?.options[id] ?? null,
    sent: row,
    current: current.get(id) ?? null,
    read: (value) => (value as { label: string } | null)?.label,
    words: (value) => (value as { label: string } | null)?.label ?? 'Removed',
    entryOf: changeOf(old.label, 'choices'),
  }));
}

export const labelOfOption = ({ options }: Definition, id: number) => options.find((option) => option.id === id)!.label;

/** One part for a whole field that was removed on one side. */
export const wholePart = (
  old: Definition,
  opened: OpenedRow | undefined,
  sent: DefinitionInput | null,
  current: FieldRow | null,
): Part => ({
  field: `fields.${old.id}`,
  label: old.label,
  opened: opened ?? null,
  sent,
  current,
  read: (value) => value && contentOf(value as FieldRow),
  words: (value) => (value ? inOneLine(value as FieldRow | DefinitionInput) : 'Removed'),
  entryOf: changeOf(old.label),
});

type Choices = Record<string, { id?: unknown; label?: unknown; position?: unknown }>;

const choicesOf = (options: unknown) =>
  Object.values((options ?? {}) as Choices).map(({ id, label }) => [Number(id) || null, label]);

/** A field's content for comparison, without its position. */
const contentOf = ({ label, help, type, group, isRequired, options }: FieldRow | DefinitionInput) => ({
  label,
  help,
  type,
  group,
  isRequired: Boolean(isRequired),
  options: hasOptions(type)
    ? Object.fromEntries(choicesOf(options).map(([id, text], at) => [id ?? `new ${at}`, text]))
    : {},
});

const inOneLine = ({ label, type, group, options }: FieldRow | DefinitionInput): string =>
  [
    label,
    customFieldTypeLabels[type],
    group !== 'general' && fieldGroupLabels[group],
    choicesOf(options)
      .map(([, text]) => text)
      .join(', '),
  ]
    .filter(Boolean)
    .join(' · ');

/** The latest audit entry about this field, following earlier renames. */
const changeOf =
  (labelNow: string, property?: Property | 'choices') =>
  (entries: readonly HistoryEntry[]): HistoryEntry | undefined => {
    let label = labelNow;
    for (const entry of entries) {
      const {
        changed = {},
        retired = [],
        label: restored,
      } = entry.details as {
        changed?: Record<string, Record<string, { from: unknown; to: unknown }>>;
        retired?: string[];
        label?: string;
      };
      const of = Object.keys(changed).find((name) => (changed[name]!['label']?.to ?? name) === label);
      if (of !== undefined) {
        if (property === undefined || changed[of]![property]) return entry;
        label = of;
      } else if (property === undefined && (retired.includes(label) || restored === label)) return entry;
    }
    return undefined;
  };
