import { checkRows } from '#features/people/imports/work/check-rows.job.ts';
import { runRows } from '#features/people/imports/work/run-rows.job.ts';
import { undoRows } from '#features/people/imports/work/undo-rows.job.ts';
import { bankRequests } from './bank-requests.ts';
import { debtRequests } from './debt-requests.ts';
import { pick, type Choice } from './desk.ts';
import { people, type Office } from './families.ts';
import { paymentRequests } from './payment-requests.ts';
import type { Sending } from './sending.ts';

const requests: Readonly<
  Record<keyof typeof bankRequests | keyof typeof debtRequests | keyof typeof paymentRequests, Sending>
> = Object.assign({}, bankRequests, debtRequests, paymentRequests);

/** Something that somebody sends, as the screens do. */
export interface Request extends Choice {
  kind: keyof typeof requests;
  by: number;
}

const clerks = ['cashier', 'bursar', 'accountant', 'owner'] as const;
const deciders = ['principal', 'vice', 'owner', 'bursar.home'] as const;

/** Sends it, and does the work that it asked for. Undefined if there is nothing to do it with. */
export async function send(office: Office, { kind, by, ...choice }: Request) {
  const { sent, services } = office.world;
  const crowd = kind === 'approve' || kind === 'decline' ? deciders : by % 4 === 3 ? people : clerks;
  const person = pick([...crowd], by)!;
  const answer = await requests[kind](office, choice, office.browsers[person]);
  for (const { queue, data } of sent.splice(0)) {
    const job = { 'imports.run': runRows, 'imports.check': checkRows, 'imports.undo': undoRows }[queue as string];
    await job?.(services, data as never, new AbortController().signal);
  }
  return { person, answer };
}

export const requestKinds = Object.keys(requests) as (keyof typeof requests)[];
