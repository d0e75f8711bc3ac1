import type { DemoStep } from '#web/feature.ts';
import { hasOptions, type CustomFieldType, type CustomValue } from '#kernel/contracts/custom-field.ts';
import type { Tx } from '#kernel/database.ts';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import { chanceFrom, type Chance } from '#features/records/geography/chance.demo.ts';
import { saveValuesInBulk } from './bulk-values.ts';
import { fieldsFor } from './custom-fields.queries.ts';
import { customFieldOptions, customFields } from './custom-fields.schema.ts';

interface PlannedField {
  label: string;
  type: CustomFieldType;
  group?: FieldGroup;
  help?: string;
  choices?: string[];
  /** The percentage of people with a value. */
  known: number;
  /** The value, for fields without choices. */
  value?: (chance: Chance) => CustomValue;
}

interface CustomFieldPlan {
  seed: number;
  fields: PlannedField[];
}

const allergies = ['Groundnuts', 'Penicillin', 'Dust and pollen', 'Shellfish', 'Eggs', 'Bee stings'];

const schoolCustomFields: CustomFieldPlan = {
  seed: 71,
  fields: [
    { label: 'House', type: 'choice', choices: ['Moremi', 'Jaja', 'Amina', 'Emotan'], known: 94 },
    { label: 'Uses the school bus', type: 'yes_no', known: 70, value: (chance) => chance.often(38) },
    {
      label: 'Clubs',
      type: 'multi_choice',
      choices: ['Debating', 'Drama', 'JETS', 'Press', 'Red Cross', 'Young Farmers'],
      help: 'All clubs the student belongs to.',
      known: 45,
    },
    {
      label: 'Allergies',
      type: 'text',
      group: 'health',
      help: 'For the sick bay and the kitchen.',
      known: 6,
      value: (chance) => chance.of(allergies),
    },
  ],
};

const collegeCustomFields: CustomFieldPlan = {
  seed: 72,
  fields: [
    { label: 'Hostel', type: 'choice', choices: ['Off campus', 'Kofo Hall', 'Sabo Hall', 'Zuma Hall'], known: 88 },
    { label: 'JAMB score', type: 'number', known: 76, value: (chance) => chance.between(160, 297) },
    {
      label: 'Disability or support requiredMessage',
      type: 'text',
      group: 'health',
      known: 2,
      value: () => 'Large print',
    },
  ],
};

/** Adds a few custom fields of students with values, the same each time. */
async function insertCustomFields(
  tx: Tx,
  institutionId: number,
  { seed, fields: planned }: CustomFieldPlan,
  studentIds: number[],
): Promise<void> {
  const chance = chanceFrom(seed);
  for (const [at, { label, type, help, group: fieldGroup, choices }] of planned.entries()) {
    const [field] = await tx
      .insert(customFields)
      .values({ institutionId, entity: 'student', label, type, help, fieldGroup, position: at + 1 })
      .returning({ id: customFields.id });
    if (choices)
      await tx
        .insert(customFieldOptions)
        .values(
          choices.map((choice, place) => ({ institutionId, fieldId: field!.id, label: choice, position: place + 1 })),
        );
  }
  const fields = await fieldsFor(tx, institutionId, 'student', ['general', 'health']);
  const people = studentIds.map((personId) => ({ personId, values: new Map<number, CustomValue>() }));
  for (const [at, field] of fields.entries()) {
    const { known, value } = planned[at]!;
    const options = field.options.map(({ id }) => id);
    for (const { values } of people) {
      if (!chance.often(known)) continue;
      const chosen = hasOptions(field.type) ? pick(chance, options, field.type) : value!(chance);
      values.set(field.id, chosen);
    }
  }
  await saveValuesInBulk(tx, { institutionId, entity: 'student' }, fields, people);
}

function pick(chance: Chance, options: number[], type: CustomFieldType): number[] {
  const first = chance.of(options);
  const second = type === 'multi_choice' && chance.often(30) ? chance.of(options) : first;
  return options.filter((id) => id === first || id === second);
}

const plans = { school: schoolCustomFields, college: collegeCustomFields };

export const steps: DemoStep[] = [
  {
    place: 60,
    async load(tx, { school, college }) {
      for (const { key, id, students } of [school, college])
        await insertCustomFields(
          tx,
          id,
          plans[key],
          students.map((student) => student.id),
        );
    },
  },
];
