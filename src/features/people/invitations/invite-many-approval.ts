import { z } from 'zod';
import { can } from '#kernel/actor.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { masked } from '#features/access/accounts/invitations/contacts.ts';
import { count, countOf } from '#ui/format.ts';
import type { InviteeEntity } from './kinds.ts';
import { startBatch } from './run/start-batch.ts';
import { approvalNames } from './sort-out/waiting-people.ts';
import type { Ready } from './sort-out/sort-out.ts';

/** How many a second person can compare with the school's papers. */
const mostShown = 12;

const Sample = z.array(z.object({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() }));

const Payload = z.object({
  entity: z.enum(['guardian', 'employee']),
  institutionId: z.number(),
  roleId: z.number().nullable(),
  role: z.string(),
  people: z.array(z.number()),
  origin: z.string(),
  askedAt: z.string(),
  sample: Sample,
  /** The role needs a second person, for whomever it is. */
  isProtected: z.boolean().default(false),
});

/** A few from all over the list, not only its beginning. */
export const sampleOf = (people: readonly Ready[]): z.infer<typeof Sample> => {
  const every = Math.max(1, Math.floor(people.length / mostShown));
  return people
    .filter((_, at) => at % every === 0)
    .slice(0, mostShown)
    .map(({ name, email, phone }) => ({ name, email, phone }));
};

const approvalFor = (entity: InviteeEntity, permission: 'guardians.invite' | 'accounts.edit') =>
  approvalKind({
    kind: approvalNames[entity],
    label: 'Invitations',
    permission,
    payload: Payload,
    async act(tx, asker, { institutionId, people, roleId, origin, askedAt }, { services, decider }) {
      await startBatch(tx, asker, services.jobs, {
        institutionId,
        entity,
        roleId,
        people,
        origin,
        leftOut: [],
        approved: { askedAt: new Date(askedAt), by: decider.accountId! },
      });
      const isOne = people.length === 1;
      return { message: `${countOf(people.length, entity)} ${isOne ? 'is' : 'are'} being invited.` };
    },
    allAt: ({ people, sample }, id) =>
      people.length > sample.length
        ? { label: `View all ${countOf(people.length, entity)} with their contacts`, href: `/approvals/${id}/people` }
        : null,
    details: (reader, { people, role, sample, isProtected }, at) => [
      [entity === 'guardian' ? 'Guardians' : 'Employees', count(people.length)],
      ['Role', role],
      [
        'Why approval is needed',
        isProtected
          ? `The role ${role} opens money, marks or restricted data. Check that everybody here should have it.`
          : 'The requester imported or changed these people’s records. Each link goes to the contact on the record, so check some against the school’s own papers.',
      ],
      ...sample.map(({ name, ...contacts }): [string, string] => [
        name,
        can(reader, entity === 'guardian' ? 'guardians.view' : 'employees.view', at)
          ? [contacts.email, contacts.phone].filter(Boolean).join(' and ')
          : masked(contacts),
      ]),
    ],
  });

export const inviteGuardiansApproval = approvalFor('guardian', 'guardians.invite');
export const inviteEmployeesApproval = approvalFor('employee', 'accounts.edit');
export const approvalOf = { guardian: inviteGuardiansApproval, employee: inviteEmployeesApproval };
