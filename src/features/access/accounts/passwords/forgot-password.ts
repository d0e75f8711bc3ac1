import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { line } from '#kernel/schemas.ts';
import { readIdentifier, type Identifier } from '../sign-in/identifiers.ts';
import { inGroups } from '../keys.ts';
import { knownDevice } from '../sign-in/known-devices.ts';
import { recordOwn, type Visit, type AuthServices } from '../sign-in/open-session.ts';
import { makeResetCode, resetMinutes, sendResetCode } from './reset-code.ts';
import { throttleKeys } from '../sign-in/sign-in.ts';
import { findAccount } from '../sign-in/find-account.ts';
import { countGuess, countTry, refuseBlocked } from '../sign-in/throttle.ts';

export const ForgotPassword = z.object({ identifier: line(200, 'Your username, e-mail or phone') });

// Long enough in nearly all cases for the code to exist when the next page asks for it.
const pause = 250;
/** Codes that can be requested before waits begin. */
const free = 5;
const pending = new Set<Promise<void>>();

/** Waits for codes that are still being created. */
export const pendingCodes = () => Promise.all(pending);

/**
 * Sends a code if the account exists and has contacts. The answer takes the same time and says the same either way, so
 * that it does not reveal which accounts exist.
 */
export async function forgotPassword(
  services: AuthServices,
  input: z.infer<typeof ForgotPassword>,
  visit: Visit,
  onError: (error: unknown) => void,
): Promise<void> {
  const { identifier, wait } = await services.database.anonymous(async (tx) => {
    const typed = await readIdentifier(tx, input.identifier);
    const found = await findAccount(tx, typed);
    // A known device is counted separately, so that strangers cannot block the owner.
    const known = knownDevice(services.secret, visit.devices, found?.id ?? 0);
    if (known) return { identifier: typed, wait: await countGuess(tx, `forgot device:${known}`, free) };
    let blocked = await countTry(tx, [{ key: `forgot from:${visit.address}`, tries: 100, minutes: 15 }]);
    // Fewer codes mean fewer to guess and fewer messages.
    if (!blocked)
      for (const key of throttleKeys(services.secret, typed))
        blocked = Math.max(blocked, await countGuess(tx, `forgot:${key}`, free));
    return { identifier: typed, wait: blocked };
  });
  refuseBlocked(wait);
  const sending: Promise<void> = send(services, identifier, visit)
    .catch(onError)
    .finally(() => pending.delete(sending));
  pending.add(sending);
  await sleep(pause);
}

async function send({ database, secret }: AuthServices, identifier: Identifier, visit: Visit) {
  await database.anonymous(async (tx) => {
    const account = await findAccount(tx, identifier);
    if (!account || account.disabledAt || !(account.email ?? account.phone)) return;
    const code = await makeResetCode(tx, secret, account.id, { replaces: false });
    await recordOwn(tx, account, visit, 'accounts.forgotPassword', 'requested a code to reset the password');
    await sendResetCode(tx, account, {
      isKnownDevice: Boolean(knownDevice(secret, visit.devices, account.id)),
      subject: 'Your password reset code',
      body: `${inGroups(code)} is your Akada password reset code. It works once and expires in ${resetMinutes} minutes. If you did not request it, ignore this message: your password has not changed.`,
    });
  });
}
