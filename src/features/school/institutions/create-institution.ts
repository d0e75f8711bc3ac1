import type { z } from 'zod';
import { type Actor, membershipIn } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed, refuseDuplicate, ValidationError } from '#kernel/errors.ts';
import type { Product } from '#web/feature.ts';
import { startWithQuietHours } from '#kernel/messages/quiet-hours.ts';
import { seedInstitution, type NewInstitution, InstitutionFields } from './seed-institution.ts';
import { defaultTermsFor } from './default-terms.ts';
import { requireConfirmed } from '#kernel/confirmed.ts';
import { checkPattern } from '#kernel/counters.ts';
import { edits } from '#kernel/edit/edit.ts';
import { rowParts } from '#kernel/edit/decide.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { lockInstitution } from './set-logo.ts';
import { defaultTerms } from '#kernel/contracts/terminology.ts';
import { institutions } from '#kernel/identity.schema.ts';

/** Adds an institution; for group administrators only. */
export async function createInstitution(
  tx: Tx,
  actor: Actor,
  input: z.infer<typeof NewInstitution>,
  product: Product,
): Promise<number> {
  if (!actor.isGroupAdministrator) throw new NotAllowed();
  const settings = { terminology: defaultTermsFor(input.kind) };
  const id = await refuseDuplicate(seedInstitution(tx, input, product, settings), nameTaken(input.name));
  await startWithQuietHours(tx, id);
  await record(tx, actor, 'institutions.create', {
    institutionId: id,
    summary: `added ${input.name}`,
    subject: { type: 'institution', id },
    details: { ...input },
  });
  return id;
}

export const EditInstitution = edits(InstitutionFields);

/** Edits name, colours, numbering, terminology and security settings. */
export const editInstitution = editRecord({
  action: 'institutions.edit',
  type: 'institution',
  table: institutions,
  may: 'institutions.edit',
  fields: EditInstitution,
  async lock(tx, actor, id) {
    return { ...(await lockInstitution(tx, actor, id)), institutionId: id };
  },
  // Terms are merged one by one.
  inForm: ({ terminology: _, ...settings }) => settings,
  merging(_tx, before, { opened, terminology: sent }) {
    const shown = (opened['terminology'] ?? {}) as Record<string, unknown>;
    return { more: rowParts('terminology', { opened: shown, sent, current: before.terminology }, () => ({})) };
  },
  read({ actor, before, input, touched }) {
    checkPattern('admissionNumberPattern', input.admissionNumberPattern);
    checkPattern('employeeNumberPattern', input.employeeNumberPattern);
    if (/\{(class|program)\}/.test(input.employeeNumberPattern))
      throw new ValidationError(
        'employeeNumberPattern',
        'Employee numbers can’t include {class} or {program}. Use {year}, {yy} and {seq:4}.',
      );
    // Only owners can change it: for others the checkbox is disabled and not submitted.
    const isOwner = membershipIn(actor, before.id)?.isOwner;
    if (input.requireSecondFactor && !before.requireSecondFactor && !isOwner)
      throw new ValidationError('requireSecondFactor', 'Only an owner can turn this on. Ask an owner.');
    const requireSecondFactor = isOwner ? input.requireSecondFactor : before.requireSecondFactor;
    return { ...input, requireSecondFactor, terminology: mergedWords(before.terminology, input.terminology, touched) };
  },
  check: ({ tx, actor, changes }) => ('requireSecondFactor' in changes ? requireConfirmed(tx, actor) : undefined),
  taken: ({ values }) => nameTaken(values.name),
  nameOf: ({ values }) => values.name,
});

const nameTaken = (name: string): Record<string, [string, string]> => ({
  institutions_name_key: ['name', `An institution named ${name} already exists. Choose a different name.`],
});

type Words = InstitutionFields['terminology'];

/** Stores only terms that differ from the defaults, so that the defaults can be improved. */
function mergedWords(before: object, sent: Words, touched: ReadonlySet<string>): Record<string, string> {
  const isTouched = ([name]: [string, unknown]) => touched.has(`terminology.${name}`);
  const merged = [
    ...Object.entries(before).filter((entry) => !isTouched(entry)),
    ...Object.entries(sent).filter(isTouched),
  ];
  return Object.fromEntries(
    merged.filter(
      (entry): entry is [string, string] =>
        Boolean(entry[1]) && entry[1] !== defaultTerms[entry[0] as keyof typeof defaultTerms],
    ),
  );
}
