import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { GatewayRefused, GatewayUnreachable } from '../providers/gateway-errors.ts';
import type { DedicatedAccount } from '../providers/gateway.ts';
import { id } from '#kernel/schemas.ts';
import { students } from '#features/people/students/students.schema.ts';
import { dedicatedAccounts } from '../gateways.schema.ts';
import { gatewayInUse, type GatewayInUse, type GatewayServices } from '../providers/gateway-of.ts';
import { settingsOf } from '../settings/online-settings.ts';
import { lockOwnStudents } from './own-students.ts';

export const OpenAccount = z.object({ institution_id: id, student_id: id });
type Wanted = z.output<typeof OpenAccount>;

/** The student that the account is for, if the actor may ask for one. */
export async function accountFor(
  tx: Tx,
  actor: Actor,
  { institution_id: institutionId, student_id: studentId }: Wanted,
) {
  allow(actor, 'fees.viewSelf', institutionId);
  const [own] = await lockOwnStudents(tx, actor, institutionId, [studentId]);
  if (!own) throw new NotFound('student');
  const { provider, givesAccounts } = await settingsOf(tx, institutionId);
  if (provider !== 'paystack' || !givesAccounts)
    throw new ValidationError('form', 'The school doesn’t offer bank accounts for students.');
  const [student] = await tx
    .select({ surname: students.surname, firstName: students.firstName })
    .from(students)
    .where(and(eq(students.institutionId, institutionId), eq(students.id, studentId)));
  return { institutionId, studentId, provider, ...student! };
}

/** Asks the provider for the account. An account that the student already has is returned. */
export async function askForAccount(
  services: GatewayServices,
  origin: string,
  { institutionId, studentId, provider, surname, firstName }: Awaited<ReturnType<typeof accountFor>>,
): Promise<{ inUse: GatewayInUse; account: DedicatedAccount }> {
  const inUse = await gatewayInUse(services, provider, institutionId);
  if (!inUse?.gateway.accounts)
    throw new ValidationError('form', 'The school doesn’t offer bank accounts for students.');
  try {
    const account = await inUse.gateway.accounts.open({
      settings: inUse.settings,
      // The provider tells payers apart by their address, so each student has one.
      email: `student-${institutionId}-${studentId}@${new URL(origin).hostname}`,
      firstName,
      lastName: surname,
      phone: '',
    });
    return { inUse, account };
  } catch (error) {
    if (error instanceof GatewayUnreachable || error instanceof GatewayRefused)
      throw new ValidationError('form', `The account could not be opened. ${error.message}`);
    throw error;
  }
}

/** Stores the account, once, and shows it to the family from then on. */
export async function saveAccount(
  tx: Tx,
  actor: Actor,
  { institutionId, studentId, provider }: Awaited<ReturnType<typeof accountFor>>,
  { inUse: { mode }, account }: Awaited<ReturnType<typeof askForAccount>>,
): Promise<void> {
  const made = await tx
    .insert(dedicatedAccounts)
    .values({ institutionId, studentId, provider, mode, ...account, accountId: actor.accountId })
    .onConflictDoNothing()
    .returning({ id: dedicatedAccounts.id });
  if (made.length === 0) return;
  await record(tx, actor, 'payments.openAccount', {
    institutionId,
    subject: { type: 'student', id: studentId },
    summary: `opened the account ${account.accountNumber} (${account.bank}) for fees`,
  });
}
