import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { allSteps } from '#kernel/refusals.ts';
import { checkPerson } from '#features/records/people/check-person.ts';
import { StudentFields } from '#features/people/students/form/student-fields.ts';
import type { Answers } from '../answers.ts';
import { IntakeForm } from '../intake-form.ts';
import { askableFields, type AskableField } from '../intake-needs.ts';
import { readFields, refusalOf } from '#features/school/site/public/form-fields.ts';
import { checkAge } from './open-intake.ts';
import { readContact } from './open-application.ts';
import { StartFields } from './start-fields.ts';

const Core = StartFields.pick({ surname: true, firstName: true, birthDate: true, phone: true, email: true }).extend({
  gender: z.preprocess((value) => value ?? '', z.enum(['female', 'male'], 'Choose female or male.')),
});

type Aged = Parameters<typeof checkAge>[0];

const { shape } = StudentFields;
const places = ['stateId', 'stateName', 'lgaId'] as const;

/** The applicant's details: columns of the application, and further fields of the record that it becomes. */
export async function readPerson(tx: Tx, actor: Actor, own: Aged, sent: Record<string, unknown>) {
  const { institutionId } = own.intake;
  const form = IntakeForm.parse(own.intake.form);
  const asked = (Object.keys(askableFields) as AskableField[]).filter(
    (field) => (form.fields[field] ?? 'hidden') !== 'hidden',
  );
  const hasPlace = asked.includes('countryId');
  const names = [...asked, ...(hasPlace ? places : [])];
  const Asked = z.object(Object.fromEntries(names.map((name) => [name, shape[name]])));
  const [core, more] = await allSteps<[z.infer<typeof Core>, Record<string, string | null>]>(
    () => readFields(Core, sent),
    () => {
      const read = readFields(Asked, sent) as Record<string, string | null>;
      const missing = asked.filter((field) => form.fields[field] === 'required' && !read[field]);
      if (missing.length) throw refusalOf(missing.map((field) => [field, `${labelOf(field)} is required.`] as const));
      return read;
    },
  );
  const { countryId } = actor.institutions[0]!;
  const nothing = { countryId: null, stateId: null, stateName: null, lgaId: null, nationalityId: null };
  const [, contact, checked] = await allSteps<[void, { phone: string | null }, object]>(
    () => checkAge(own, core.birthDate),
    () => readContact(core, countryId),
    () =>
      checkPerson(tx, actor, {
        institutionId,
        input: { ...nothing, ...more, birthDate: core.birthDate },
        phones: [],
        hasPlace: true,
        lists: Object.fromEntries(
          Object.entries({ religion: 'religions', language: 'languages' } as const).filter(([name]) => name in more),
        ),
      }),
  );
  const { middleName = null, ...person } = { ...more, ...checked } as Record<string, string | null>;
  return { columns: { ...core, ...contact, middleName }, person: person as Answers['person'] };
}

const labelOf = (field: AskableField) => (field === 'countryId' ? 'Country' : askableFields[field]);
