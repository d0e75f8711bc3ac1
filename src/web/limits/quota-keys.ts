import type { FastifyRequest } from 'fastify';
import { networkOf } from '#kernel/network-of.ts';
import { deviceCookie } from '../cookies.ts';
import { laneOf } from '#kernel/secrets/device-lane.ts';
import type { Holder } from './arriving-trouble.ts';

const laneAt = ({ cookies, server }: FastifyRequest) => laneOf(server.services.secret, cookies[deviceCookie]);

/** Whom the requests of a visitor count for. */
export const visitorLane = (request: FastifyRequest): string => {
  const lane = laneAt(request);
  return lane === null ? networkOf(request.ip) : `device ${lane}`;
};

/**
 * The quotas that a body counts towards: the user's and the institutions', or the visitor's address. A device on which
 * an account has signed in before has its own lane, which strangers at the same address can't fill.
 */
export function quotaKeysOf(request: FastifyRequest): [Holder, string][] {
  const { maybeActor, ip } = request;
  if (!maybeActor) {
    const lane = laneAt(request);
    if (lane !== null)
      return [
        ['device', `device ${lane}`],
        ['devices', 'devices'],
      ];
    return [
      ['address', `address ${networkOf(ip)}`],
      ['visitors', 'visitors'],
      ['all', 'all'],
    ];
  }
  return [
    ['person', `person ${maybeActor.accountId}`],
    // For a user of several institutions the target is not known yet.
    ...maybeActor.institutions.slice(0, 3).map(({ id }): [Holder, string] => ['institution', `institution ${id}`]),
    ['all', 'all'],
  ];
}
