import { z } from 'zod';
import { idText, text } from './answers.ts';
import { segment } from './ask.ts';
import type { Call } from './call.ts';
import { accountNumber } from './paystack-receiver.ts';
import type { AccountRequest, DedicatedAccount, DedicatedAccounts, GatewayMode, GatewaySettings } from './gateway.ts';

const Customer = z.object({ id: idText, customer_code: text });
const Account = z.object({
  account_number: accountNumber,
  account_name: text,
  bank: z.object({ name: text }),
  customer: z.object({ customer_code: text }).nullish(),
});

/** https://paystack.com/docs/payments/dedicated-virtual-accounts */
export function paystackAccounts(
  call: Call,
  modeOf: (settings: GatewaySettings) => GatewayMode | null,
): DedicatedAccounts {
  async function open({ settings, signal, ...payer }: AccountRequest): Promise<DedicatedAccount> {
    const from = { key: settings.secretKey ?? '', signal };
    const names = { first_name: payer.firstName, last_name: payer.lastName, phone: payer.phone };
    // Paystack returns the existing customer of an address.
    const customer = await call.send(Customer, {
      ...from,
      method: 'POST',
      path: '/customer',
      body: { email: payer.email, ...names },
    });
    const bank = modeOf(settings) === 'test' ? 'test-bank' : settings.accountBank || 'wema-bank';
    const accounts = await call.send(z.array(Account), {
      ...from,
      method: 'GET',
      path: `/dedicated_account?active=true&currency=NGN&customer=${segment(customer.id)}`,
    });
    // Compared again: another student's account would collect this student's money.
    const account =
      accounts.find((one) => one.customer?.customer_code === customer.customer_code) ??
      (await call.send(Account, {
        ...from,
        method: 'POST',
        path: '/dedicated_account',
        body: { customer: customer.customer_code, preferred_bank: bank, ...names },
      }));
    return {
      customerCode: customer.customer_code,
      accountNumber: account.account_number,
      accountName: account.account_name,
      bank: account.bank.name,
    };
  }

  return { open };
}
