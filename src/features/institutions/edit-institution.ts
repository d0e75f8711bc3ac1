import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changedFields, changesBetween } from '#kernel/changes.ts';
import { requireConfirmed } from '#kernel/confirmed.ts';
import { checkPattern } from '#kernel/counters.ts';
import type { Tx } from '#kernel/database.ts';
import { differing, edits, mergeEdit, rowParts } from '#kernel/edit.ts';
import { refuseDuplicate, Refused } from '#kernel/errors.ts';
import { InstitutionFields } from './institution-fields.ts';
import { institutions } from './institutions.schema.ts';
import { lockInstitution } from './lock-institution.ts';
import { defaultWords } from '#kernel/terminology.ts';

export const EditInstitution = edits(InstitutionFields);

/** Changes name, colours, numbering, words and security settings; the audit entry holds from → to. */
export async function editInstitution(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  sent: z.infer<typeof EditInstitution>,
): Promise<void> {
  const before = await lockInstitution(tx, actor, institutionId);
  const { terminology: words, ...settings } = before;
  const opened = (sent.opened['terminology'] ?? {}) as Record<string, unknown>;
  const { input, touched } = await mergeEdit(tx, actor, {
    fields: EditInstitution,
    sent,
    current: settings,
    subject: { institutionId, type: 'institution', id: institutionId },
    more: rowParts('terminology', { opened, sent: sent.terminology, current: words }, () => ({})),
  });
  const isMine = ([name]: [string, unknown]) => touched.has(`terminology.${name}`);
  input.terminology = {
    ...Object.fromEntries(Object.entries(words).filter((entry) => !isMine(entry))),
    ...Object.fromEntries(Object.entries(sent.terminology).filter(isMine)),
  };
  checkPattern('admissionNumberPattern', input.admissionNumberPattern);
  checkPattern('employeeNumberPattern', input.employeeNumberPattern);
  if (/\{(class|program)\}/.test(input.employeeNumberPattern))
    throw new Refused('employeeNumberPattern', 'Employees have no class or program. Use {year}, {yy} and {seq:4}.');
  // Whoever is no owner sees the box disabled, which sends nothing.
  const isOwner = membershipIn(actor, institutionId)?.isOwner;
  if (input.requireSecondFactor && !before.requireSecondFactor && !isOwner)
    throw new Refused('requireSecondFactor', 'Only an owner can change this. Ask an owner to do it.');
  const requireSecondFactor = isOwner ? input.requireSecondFactor : before.requireSecondFactor;
  const values = { ...input, requireSecondFactor, terminology: ownWords(input.terminology) };
  const changes = changesBetween(before, values);
  if (Object.keys(changes).length === 0) return;
  if ('requireSecondFactor' in changes) await requireConfirmed(tx, actor);
  await refuseDuplicate(
    tx.update(institutions).set(differing(values, changes)).where(eq(institutions.id, institutionId)),
    nameTaken(input.name),
  );
  await record(tx, actor, 'institutions.edit', {
    institutionId,
    summary: `changed ${changedFields(changes)} of ${input.name}`,
    subject: { type: 'institution', id: institutionId },
    details: { changes },
  });
}

export const nameTaken = (name: string): Record<string, [string, string]> => ({
  institutions_name_key: ['name', `There is already an institution called ${name}. Choose another name.`],
});

/** Only the words that differ from ours are kept, so that ours may become better. */
const ownWords = (terminology: InstitutionFields['terminology']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(terminology).filter(
      (entry): entry is [string, string] =>
        Boolean(entry[1]) && entry[1] !== defaultWords[entry[0] as keyof typeof defaultWords],
    ),
  );
