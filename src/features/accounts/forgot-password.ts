import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { line } from '#kernel/schemas.ts';
import { readIdentifier, type Identifier } from './identifiers.ts';
import { inGroups } from './keys.ts';
import { knownDevice } from './known-devices.ts';
import { recordOwn, type Visit } from './open-session.ts';
import { makeResetCode, resetMinutes, sendTo } from './reset-code.ts';
import { findAccount, throttleKeys, type AuthServices } from './sign-in.ts';
import { countGuess, countTry, refuseBlocked } from './throttle.ts';

export const ForgotPassword = z.object({ identifier: line(200, 'Your username, e-mail or phone') });

// Enough for the work in nearly all cases: what comes next finds the code there.
const pause = 250;
/** Codes that cost no wait. */
const free = 5;
const underWay = new Set<Promise<void>>();

/** Waits for the codes that are being made. */
export const codesUnderWay = () => Promise.all(underWay);

/**
 * Sends a code to who exists and can be reached; to everybody else nothing. The answer does not wait for it, nor say
 * whether it failed: it comes after the same statements and the same pause for every name.
 */
export async function forgotPassword(
  services: AuthServices,
  input: z.infer<typeof ForgotPassword>,
  visit: Visit,
  onError: (error: unknown) => void,
): Promise<void> {
  const { who, wait } = await services.database.anonymous(async (tx) => {
    const identifier = await readIdentifier(tx, input.identifier);
    const found = await findAccount(tx, identifier);
    // On a device that the account knows, nobody elsewhere keeps its owner from a code.
    const known = knownDevice(services.secret, visit.devices, found?.id ?? 0);
    if (known) return { who: identifier, wait: await countGuess(tx, `forgot device:${known}`, free) };
    let shut = await countTry(tx, [{ key: `forgot from:${visit.address}`, tries: 100, minutes: 15 }]);
    // Fewer codes are fewer to be guessed, and fewer messages.
    if (!shut)
      for (const key of throttleKeys(services.secret, identifier))
        shut = Math.max(shut, await countGuess(tx, `forgot:${key}`, free));
    return { who: identifier, wait: shut };
  });
  refuseBlocked(wait);
  const sending: Promise<void> = send(services, who, visit)
    .catch(onError)
    .finally(() => underWay.delete(sending));
  underWay.add(sending);
  await sleep(pause);
}

async function send({ database, secret }: AuthServices, who: Identifier, visit: Visit) {
  await database.anonymous(async (tx) => {
    const account = await findAccount(tx, who);
    if (!account || account.disabledAt || !(account.email ?? account.phone)) return;
    const code = await makeResetCode(tx, secret, account.id, { replaces: false });
    await recordOwn(tx, account, visit, 'accounts.forgotPassword', 'asked for a code to set a new password');
    await sendTo(tx, account, {
      keyKind: 'reset',
      subject: 'Your code for a new password',
      body: `${inGroups(code)} is your code for a new password in Akada. It works once, for ${resetMinutes} minutes. If you did not ask for it, do nothing: your password stays as it is.`,
    });
  });
}
