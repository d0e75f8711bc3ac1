import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import type { PersonalDataRegistry } from '#kernel/personal-data/personal-data.ts';
import { allowErasure, ErasePerson, erasePerson, refuseErasure } from './erase-person.ts';
import { entityOf, kindKeys, nameOf, type KindKey } from './export-person.ts';

const Erasure = ErasePerson.extend({ people: z.enum(kindKeys), personId: z.number(), name: z.string() });

/** An erasure cannot be undone, so a second person approves it. The request names the person only until then. */
export const erasureApproval = approvalKind({
  kind: 'privacy.erase',
  label: 'Erasure',
  permission: 'privacy.erase',
  payload: Erasure,
  async act(tx, requester, { people, personId, ...input }, { services: { files, personalData } }) {
    const storedFiles = await erasePerson(tx, requester, personalData, files, people, personId, input);
    return {
      message: 'The data was erased. The remaining records don’t identify anyone.',
      after: async () => {
        for (const storedAs of storedFiles) await files.discard(storedAs);
      },
    };
  },
  details: (_reader, { name, reason }) => [
    ['Name', name],
    ['Reason', reason],
    ['If you approve', 'The data is erased immediately and can’t be restored.'],
  ],
});

/** Requests an erasure, which a second person has to approve. */
export async function requestErasure(
  tx: Tx,
  actor: Actor,
  personalData: PersonalDataRegistry,
  key: KindKey,
  personId: number,
  input: z.infer<typeof ErasePerson>,
): Promise<Requested> {
  const kind = personalData.kindOf(entityOf[key]);
  const subject = await allowErasure(tx, actor, kind, personId);
  refuseErasure(kind, subject, input.number);
  return requestApproval(tx, actor, erasureApproval, {
    institutionId: subject.institutionId,
    subject: { type: kind.entity, id: personId },
    payload: { ...input, people: key, personId, name: nameOf(subject) },
    // Without the name: the log keeps the request after the erasure.
    summary: `erase the data of ${kind.number ? `the ${kind.entity} with ${kind.number.words} ${subject.number}` : 'a guardian'}`,
  });
}
