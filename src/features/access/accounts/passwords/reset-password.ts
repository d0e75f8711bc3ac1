import { z } from 'zod';
import { ValidationError } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import { readIdentifier, type Identifier } from '../sign-in/identifiers.ts';
import { knownDevice } from '../sign-in/known-devices.ts';
import { endSessions, recordOwn, type Visit, type AuthServices } from '../sign-in/open-session.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { isResetCode, triesADevice, triesAName, triesAnAddress, triesMinutes, consumeResetCode } from './reset-code.ts';
import { setPassword } from './set-password.ts';
import { throttleKeys } from '../sign-in/sign-in.ts';
import { findAccount } from '../sign-in/find-account.ts';
import { notifySignedOut, wasItYou } from '../notify-account.ts';
import { countTry, refuseBlocked, type Limit } from '../sign-in/throttle.ts';

export const ResetPassword = z.object({
  identifier: line(200, 'Your username, e-mail or phone'),
  code: z
    .string({ error: 'The code is required.' })
    .trim()
    .min(1, 'The code is required.')
    .max(20, 'The code has 12 digits.'),
  password: z.string({ error: 'A new password is required.' }).min(1, 'A new password is required.').max(1000),
});

const wrong = () => new ValidationError('code', 'Incorrect or expired code. Enter it again or request a new one.');

/** Sets a new password with a code and ends all sessions of the account. */
export async function resetPassword(
  services: AuthServices,
  input: z.infer<typeof ResetPassword>,
  visit: Visit,
): Promise<number> {
  // Checked first, so that a weak password does not use up an attempt.
  checkPassword('password', input.password, input.identifier.trim().toLowerCase());
  const { wait, account, isRight } = await services.database.anonymous(async (tx) => {
    const identifier = await readIdentifier(tx, input.identifier);
    const found = await findAccount(tx, identifier);
    const known = knownDevice(services.secret, visit.devices, found?.id ?? 0);
    return {
      wait: await countTry(tx, limitsFor(services.secret, identifier, found?.id, known, visit.address)),
      account: found,
      // The same statements and hashes for unknown names, so that timing reveals nothing.
      isRight: await isResetCode(tx, services.secret, found && !found.disabledAt ? found.id : 0, input.code),
    };
  });
  refuseBlocked(wait);
  if (!account || !isRight) throw wrong();
  checkPassword('password', input.password, account.username);
  const passwordHash = await hashPassword(input.password);
  await services.database.anonymous(async (tx) => {
    if (!(await consumeResetCode(tx, services.secret, account.id, input.code))) throw wrong();
    await setPassword(tx, account.id, passwordHash);
    await endSessions(tx, account.id);
    await recordOwn(tx, account, visit, 'accounts.resetPassword', 'reset the password with a code');
    await notifySignedOut(tx, account.id, {
      what: 'password',
      title: 'Your password was reset with a code',
      body: `On ${visit.device}. ${wasItYou}`,
    });
  });
  return account.id;
}

/** Attempts are counted per account, or per typed name if there is none; known devices are counted separately. */
function limitsFor(
  secret: Buffer,
  identifier: Identifier,
  accountId: number | undefined,
  device: string | null,
  address: string,
): Limit[] {
  const minutes = triesMinutes;
  if (device) return [{ key: `reset device:${device}`, tries: triesADevice, minutes }];
  const [typed] = throttleKeys(secret, identifier);
  return [
    { key: `reset from:${address}`, tries: triesAnAddress, minutes },
    { key: `reset of:${accountId ?? typed}`, tries: triesAName, minutes },
  ];
}
