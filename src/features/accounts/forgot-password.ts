import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { line } from '#kernel/schemas.ts';
import { countedAs, readIdentifier, type Identifier } from './identifiers.ts';
import { keyedHash } from './keys.ts';
import { recordOwn, type Visit } from './open-session.ts';
import { makeResetCode, resetMinutes, sendTo } from './reset-code.ts';
import { findAccount, type House } from './sign-in.ts';
import { countTry, refuseShut } from './throttle.ts';

export const ForgotPassword = z.object({ identifier: line(200, 'Your username, e-mail or phone') });

// Longer than the work for somebody who exists: the clock tells nothing.
const floor = 250;

/** Sends a code to who exists and can be reached; to everybody else nothing, with the same answer. */
export async function forgotPassword(house: House, input: z.infer<typeof ForgotPassword>, visit: Visit): Promise<void> {
  const { who, wait } = await house.database.anonymous(async (tx) => {
    const identifier = await readIdentifier(tx, input.identifier);
    const keys = countedAs(identifier).map((text) => keyedHash(house.secret, 'throttle', text).toString('base64url'));
    return {
      who: identifier,
      wait: await countTry(tx, [
        ...keys.map((key) => ({ key: `forgot:${key}`, tries: 5, minutes: 15 })),
        { key: `forgot from:${visit.address}`, tries: 30, minutes: 15 },
      ]),
    };
  });
  refuseShut(wait);
  await Promise.all([send(house, who, visit), sleep(floor)]);
}

async function send({ database, secret }: House, who: Identifier, visit: Visit) {
  await database.anonymous(async (tx) => {
    const account = await findAccount(tx, who);
    if (!account || account.disabledAt || !(account.email ?? account.phone)) return;
    const code = await makeResetCode(tx, secret, account.id);
    await recordOwn(tx, account, visit, 'accounts.forgotPassword', 'asked for a code to set a new password');
    await sendTo(tx, account, {
      keyKind: 'reset',
      subject: 'Your code for a new password',
      body: `${code} is your code for a new password in Akada. It works once, for ${resetMinutes} minutes. If you did not ask for it, do nothing: your password stays as it is.`,
    });
  });
}
