import type { LightMyRequestResponse } from 'fastify';
import type { RouteAccess } from '#web/routes.ts';
import type { Change } from './journal.ts';
import type { Person } from './people.ts';
import type { CsrfKind } from './csrf.ts';
import type { Families } from './families.ts';

export interface Case {
  method: string;
  /** The address and all else that was sent, as text. */
  sent: string;
  csrf: CsrfKind;
  /** Signed with the secret of the institution that the address names. */
  isSigned?: boolean;
  /** What the request is to one that has acted just before, with the same key or the same body. */
  repeats?: Repeat;
  person: Person;
  answer: LightMyRequestResponse;
  /** The route that answered, when there is one, and who may call it. */
  matched?: { url: string; may: RouteAccess };
  changes: Change[];
  /** As on a machine with nothing else to do. */
  milliseconds: number;
}

/** Sent again as it was, with another body, or by somebody else. */
export type Repeat = 'same' | 'otherBody' | 'otherPerson';

export interface Rules {
  families: Families;
  foreignIds: readonly number[];
  secrets: readonly string[];
  /** Where files lie that no answer may name. */
  folder: string;
  /** Ids of others that were typed into an address and stand in the own log since: nobody was told them. */
  typed: ReadonlySet<string>;
}

export const isWrite = ({ method }: Case) => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/** Refused, and not the protocol's way to have the next page loaded fully, which is a 409 as well. */
export const isRefused = ({ statusCode, headers }: LightMyRequestResponse): boolean =>
  statusCode >= 400 && !(statusCode === 409 && headers['x-inertia-location'] !== undefined);
