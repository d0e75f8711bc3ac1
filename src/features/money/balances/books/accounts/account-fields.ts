import { z } from 'zod';
import { choice, line, optionalLine } from '#kernel/schemas.ts';
import { accountKinds } from '#features/money/ledger/chart.ts';

const code = z
  .string({ error: 'The code is required.' })
  .transform((text) => text.replace(/\s/g, '').toUpperCase())
  .pipe(z.string().regex(/^[0-9A-Z.-]{1,12}$/, 'Enter up to 12 digits or letters, such as 6010.'));

export const AccountFields = z.object({
  code,
  name: line(80, 'The name'),
  kind: choice(accountKinds),
  note: optionalLine(300, 'The note'),
});

export const accountTaken = ({
  code: sent,
  name,
}: {
  code: string;
  name: string;
}): Record<string, [string, string]> => ({
  ledger_accounts_code: ['code', `An account with the code ${sent} already exists. Choose a different code.`],
  ledger_accounts_name: ['name', `An account named ${name} already exists. Choose a different name.`],
});
