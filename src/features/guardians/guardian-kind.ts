import type { PersonKind } from '#features/people/person-kind.ts';
import { guardians } from '#features/people/people.schema.ts';
import { calledGuardian } from './guardian-fields.ts';
import { groupVisibleTo, maySeeGuardians, visibleTo } from './guardians.policy.ts';
import { lockGuardian } from './lock-guardian.ts';

/** Guardians, as photos and papers know them. */
export const guardianKind: PersonKind = {
  people: 'guardians',
  entity: 'guardian',
  table: guardians,
  sees: maySeeGuardians,
  visibleTo: (actor) => visibleTo(actor, guardians),
  privateTo: (actor) => groupVisibleTo(actor, guardians, 'private'),
  lock: lockGuardian,
  edit: 'guardians.edit',
  opensHistory: ['guardians.edit', 'students.view'],
  create: 'guardians.edit',
  nameOf: calledGuardian,
};
