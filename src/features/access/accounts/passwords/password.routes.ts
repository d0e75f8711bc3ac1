import { z } from 'zod';
import { may, type App } from '#web/routes.ts';
import { ownInvitationPage, forgotPasswordPage, invitationPage, resetPasswordPage } from '../accounts.pages.ts';
import { acceptInvitation, AcceptInvitation, invited } from '../invitations/accept-invitation.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { line } from '#kernel/schemas.ts';
import { inGroups } from '../codes.ts';
import { knownDevice, carrySession, carryStep, dropSession, rememberDevice, visitOf } from '../sign-in/second-step.ts';
import { recordOwn, type Visit, type AuthServices, endSessions } from '../sign-in/open-session.ts';
import {
  makeResetCode,
  resetMinutes,
  sendResetCode,
  isResetCode,
  triesADevice,
  triesAName,
  triesAnAddress,
  triesMinutes,
  consumeResetCode,
} from './reset-code.ts';
import { throttleKeys, findAccount, readIdentifier, type Identifier } from '../sign-in/sign-in.ts';
import { countGuess, countTry, refuseBlocked, type Limit } from '../sign-in/throttle.ts';
import { ValidationError } from '#kernel/errors.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { setPassword } from './revoke-tokens.ts';
import { notifySignedOut, wasItYou } from '../notify-account.ts';

const open = may('public');
const params = z.object({ token: z.string().regex(/^[\w-]{43}$/) });

/** Setting a first password by link, or a forgotten one by code. */
export function passwordRoutes(app: App): void {
  const { database } = app.services;

  app.addHook('onClose', () => pendingCodes().then(() => {}));

  const forgot = { action: '/forgot-password' };
  const reset = { action: '/reset-password' };

  app.get('/forgot-password', { config: open }, async (_request, reply) =>
    reply.entrance(forgotPasswordPage, {}, forgot),
  );

  app.post(
    '/forgot-password',
    {
      config: { ...open, takesForm: true },
      schema: { body: ForgotPassword },
      errorHandler: (error, _request, reply) =>
        reply.entranceAgain(error, { page: forgotPasswordPage, props: () => ({}), keeps: ['identifier'], ...forgot }),
    },
    async (request, reply) => {
      await forgotPassword(app.services, request.body, visitOf(request), (error) => request.log.error(error));
      return reply.seeOther(`/reset-password?for=${encodeURIComponent(request.body.identifier)}`);
    },
  );

  app.get(
    '/reset-password',
    { config: open, schema: { querystring: z.object({ for: z.string().max(200).default('') }) } },
    async (request, reply) => {
      const { for: identifier } = request.query;
      return reply.entrance(resetPasswordPage, { isSent: Boolean(identifier) }, { ...reset, values: { identifier } });
    },
  );

  app.post(
    '/reset-password',
    {
      config: { ...open, takesForm: true },
      schema: { body: ResetPassword },
      errorHandler: (error, _request, reply) =>
        reply.entranceAgain(error, {
          page: resetPasswordPage,
          props: () => ({ isSent: false }),
          keeps: ['identifier', 'code'],
          ...reset,
        }),
    },
    async (request, reply) => {
      const accountId = await resetPassword(app.services, request.body, visitOf(request));
      // The code proved the person, so this device is no longer blocked by strangers' attempts.
      rememberDevice(request, reply, accountId);
      return dropSession(reply).flash('Your password was changed. Sign in with it.').fullReload('/sign-in');
    },
  );

  const invitation = async (token: string) => {
    const { name, username, places } = await database.anonymous((tx) => invited(tx, token));
    return { name, username, places };
  };

  app.get('/invitations/:token', { config: open, schema: { params } }, async (request, reply) => {
    const { token } = request.params;
    const found = await invitation(token);
    const own = request.maybeActor;
    if (!own) return reply.entrance(invitationPage, found, { action: request.url });
    const account = { name: own.name, username: own.username };
    return reply.page(ownInvitationPage, { token, places: found.places, account });
  });

  app.post(
    '/invitations/:token',
    {
      config: { ...open, takesForm: true },
      schema: { params, body: AcceptInvitation },
      errorHandler: (error, request, reply) =>
        reply.entranceAgain(error, {
          page: invitationPage,
          props: () => invitation((request.params as { token: string }).token),
          action: request.url,
          keeps: [],
        }),
    },
    async (request, reply) => {
      const result = await acceptInvitation(app.services, request.params.token, request.body, visitOf(request));
      if ('session' in result) return carrySession(request, reply, result).fullReload('/');
      return carryStep(reply, result.step).fullReload('/sign-in/set-up');
    },
  );
}

const ForgotPassword = z.object({ identifier: line(200, 'Your username, e-mail or phone') });

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
async function forgotPassword(
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

const ResetPassword = z.object({
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
async function resetPassword(
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
