import type { FastifyRequest } from 'fastify';
import type { Holder } from './arriving-trouble.ts';

/** The quotas that a body counts towards: the user's and the institutions', or the visitor's address. */
export function holdersOf({ maybeActor, ip }: FastifyRequest): [Holder, string][] {
  if (!maybeActor)
    return [
      ['address', `address ${ip}`],
      ['visitors', 'visitors'],
      ['all', 'all'],
    ];
  return [
    ['person', `person ${maybeActor.accountId}`],
    // For a user of several institutions the target is not known yet.
    ...maybeActor.institutions.slice(0, 3).map(({ id }): [Holder, string] => ['institution', `institution ${id}`]),
    ['all', 'all'],
  ];
}
