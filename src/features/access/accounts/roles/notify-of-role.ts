import { accountName } from '#kernel/account-name.ts';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { notify } from '#kernel/notify.ts';
import { sendMessage } from '../notify-account.ts';

/** Every new role is notified in the product; a protected one also by e-mail and SMS. */
export async function sendRoleMessage(
  tx: Tx,
  actor: Actor,
  account: Parameters<typeof sendMessage>[1],
  role: { institutionId: number; name: string },
) {
  const title = `You have a new role in Akada: ${role.name}`;
  await sendMessage(
    tx,
    account,
    role.institutionId,
    title,
    `Added by ${accountName(actor)}. If you did not expect this, tell your school immediately.`,
  );
}

/** Notifies the user of an added or removed role, unless it was the user's own change. */
export async function notifyOfRole(
  tx: Tx,
  actor: Actor,
  accountId: number,
  { institutionId, name }: { institutionId: number; name: string },
  change: 'added' | 'removed',
): Promise<void> {
  const institution = membershipIn(actor, institutionId)!.name;
  await notify(tx, {
    institutionId,
    to: [accountId],
    except: actor.accountId,
    kind: `accounts.role${change === 'added' ? 'Given' : 'Taken'}`,
    title: change === 'added' ? `You have a new role: ${name}` : `Your role ${name} was removed`,
    body: `By ${accountName(actor)}, ${institution}.`,
    href: '/account',
  });
}
