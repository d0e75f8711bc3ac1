import { z } from 'zod';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { record } from '#kernel/audit.ts';
import type { Actor } from '#kernel/actor.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { Conflict, NotAllowed, ValidationError } from '#kernel/errors.ts';
import { applications, applicationTasks } from '../admissions.schema.ts';
import { formParts } from '../admissions.ts';
import { typedOf, readFields, refusalOf } from '#features/school/site/public/form-answers.ts';
import { askedFields, readCustom, readGuardians, readResults, readSchools } from './read-step.ts';
import { type AnswerStep, openedWith } from './steps.ts';
import { allSteps } from '#kernel/refusals.ts';
import { checkPerson } from '#features/records/people/check-person.ts';
import { StudentFields } from '#features/people/students/form/create-student.ts';
import { IntakeForm } from '../intake-form.ts';
import { askableFields, type AskableField, type Answers } from '../intake-needs.ts';
import { checkAge } from './open-intake.ts';
import { readContact, StartFields, isEditable, lockOwn, type OwnApplication, type OwnKey } from './open-application.ts';

type Sent = Record<string, unknown>;

interface Saving {
  key: OwnKey;
  step: AnswerStep;
  sent: Sent;
}

/** Another window has saved this part since the form was opened. */
export class SavedElsewhere extends Conflict {
  constructor() {
    super('This part has since been saved in another window. Compare the two below, then save again.');
  }
}

interface Saved {
  own: OwnApplication;
  /** What keeps the part from being saved; it is kept as typed. */
  refused: ValidationError | null;
}

/** Saves a part of the form. What is wrong is kept as it was typed, so that a closed phone loses nothing. */
export async function saveStep(tx: Tx, actor: Actor, { key, step, sent }: Saving): Promise<Saved> {
  const own = await openForChange(tx, { key, step, sent });
  const refused = await refusalIn(() => applyStep(tx, actor, own, step, sent));
  if (refused) await keepTyped(tx, own, step, sent);
  else await finishTask(tx, actor, own, step);
  return { own, refused };
}

/** Everything is checked before anything is written. */
async function refusalIn(work: () => Promise<void>): Promise<ValidationError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof ValidationError) return error;
    throw error;
  }
}

/** Keeps what is being typed, without checking it. */
export async function keepDraft(tx: Tx, { key, step, sent }: Saving): Promise<void> {
  await keepTyped(tx, await openForChange(tx, { key, step, sent }), step, sent);
}

async function openForChange(tx: Tx, { key, step, sent }: Saving): Promise<OwnApplication> {
  const own = await lockOwn(tx, key);
  if (!isEditable(own, step)) throw new NotAllowed('This part was sent to the school and can no longer be changed.');
  const { answers } = own.application;
  const turn = turnOf(answers.windows?.[step], sent);
  const isCurrent = turn === 'other' ? sent['opened'] === openedWith(own, step) : turn === 'next';
  if (!isCurrent) throw new SavedElsewhere();
  const windows = { ...answers.windows, [step]: senderOf(sent) };
  return { ...own, application: { ...own.application, answers: { ...answers, windows } } };
}

async function keepTyped(tx: Tx, own: OwnApplication, step: AnswerStep, sent: Sent): Promise<void> {
  const { answers } = own.application;
  await change(tx, own, { answers: { ...answers, typed: { ...answers.typed, [step]: typedOf(sent) } } });
}

async function applyStep(tx: Tx, actor: Actor, own: OwnApplication, step: AnswerStep, sent: Sent): Promise<void> {
  const { application, intake } = own;
  const { [step]: _, ...typed } = application.answers.typed ?? {};
  const answers: Answers = { ...application.answers, typed };
  if (step === 'person') {
    const { columns, person } = await readPerson(tx, actor, own, sent);
    await change(tx, own, { ...columns, answers: { ...answers, person } });
    return;
  }
  const read = {
    guardians: () => readGuardians(tx, actor, sent, intake.form),
    schools: () => readSchools(sent, intake.form),
    results: () => readResults(sent, intake.form),
    custom: async () => readCustom(await askedFields(tx, intake.institutionId, intake.form), sent),
  }[step];
  await change(tx, own, { answers: { ...answers, [step]: await read() } });
}

export const change = (tx: Tx, { application }: OwnApplication, values: Partial<typeof applications.$inferInsert>) =>
  tx
    .update(applications)
    .set({ ...values, version: sql`${applications.version} + 1` })
    .where(hasKey(applications, application.institutionId, application.id));

/** Of a part that the school has asked for again: it is done, and the school sees it. */
export async function finishTask(tx: Tx, actor: Actor, { application, tasks }: OwnApplication, part: string) {
  if (!tasks.some((task) => task.part === part)) return;
  const { institutionId, id } = application;
  await tx
    .update(applicationTasks)
    .set({ doneAt: sql`now()` })
    .where(
      and(
        eq(applicationTasks.institutionId, institutionId),
        eq(applicationTasks.applicationId, id),
        eq(applicationTasks.part, part),
        isNull(applicationTasks.doneAt),
        isNull(applicationTasks.closedAt),
      ),
    );
  const label = Object.hasOwn(formParts, part) ? formParts[part as keyof typeof formParts] : 'a paper';
  await record(tx, actor, 'admissions.answerTask', {
    institutionId,
    summary: `sent again: ${label}`,
    subject: { type: 'application', id },
  });
}

const Sender = z.string().regex(/^[a-z0-9]{1,20}\.\d{1,9}$/);

/** The window that sends a form, with its turn; undefined for a browser without the script. */
const senderOf = (sent: Record<string, unknown>): string | undefined => Sender.safeParse(sent['window']).data;

/**
 * Whether a form continues what the same window has written, is older than that, or has nothing to do with it. Answers
 * get lost on a thin network, and a form may overtake what was kept before it.
 */
function turnOf(last: string | undefined, sent: Record<string, unknown>): 'next' | 'late' | 'other' {
  const [lastWindow, lastTurn] = (last ?? '').split('.');
  const [window, turn] = (senderOf(sent) ?? '').split('.');
  if (!window || window !== lastWindow) return 'other';
  return Number(turn) > Number(lastTurn) ? 'next' : 'late';
}

const Core = StartFields.pick({ surname: true, firstName: true, birthDate: true, phone: true, email: true }).extend({
  gender: z.preprocess((value) => value ?? '', z.enum(['female', 'male'], 'Choose female or male.')),
});

type Aged = Parameters<typeof checkAge>[0];

const { shape } = StudentFields;
const places = ['stateId', 'stateName', 'lgaId'] as const;

/** The applicant's details: columns of the application, and further fields of the record that it becomes. */
async function readPerson(tx: Tx, actor: Actor, own: Aged, sent: Record<string, unknown>) {
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
