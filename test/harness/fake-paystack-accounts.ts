interface Customer {
  id: number;
  code: string;
  key: string;
  email: string;
  account?: { number: string; name: string; bank: string };
}

/** Customers and their dedicated accounts: one customer for each key and e-mail address. */
export function fakeAccounts() {
  const customers = new Map<string, Customer>();

  function createCustomer(key: string, body: Record<string, unknown>) {
    const email = String(body.email);
    const id = 7_454_289 + customers.size;
    const customer = customers.get(`${key} ${email}`) ?? { id, code: `CUS_${id}`, key, email };
    customers.set(`${key} ${email}`, customer);
    return { email, id: customer.id, customer_code: customer.code };
  }

  const list = (key: string, id: string | null) =>
    [...customers.values()]
      .filter((one) => one.key === key && one.account && (id === null || String(one.id) === id))
      .map(accountData);

  function create(key: string, body: Record<string, unknown>) {
    const customer = [...customers.values()].find((one) => one.key === key && one.code === body.customer);
    if (!customer) return null;
    customer.account = {
      number: String(9_930_000_000 + customer.id - 7_454_289),
      name: `SCHOOL / ${String(body.last_name)} ${String(body.first_name)}`.toUpperCase(),
      bank: String(body.preferred_bank),
    };
    return accountData(customer);
  }

  function ownerOf(account: string): { key: string; email: string } {
    const owner = [...customers.values()].find((one) => one.account?.number === account);
    if (!owner) throw new Error(`No customer has the account ${account}.`);
    return owner;
  }

  return { createCustomer, list, create, ownerOf };
}

const accountData = ({ id, code, account }: Customer) => ({
  bank: { name: account!.bank, id: 20, slug: account!.bank },
  account_name: account!.name,
  account_number: account!.number,
  assigned: true,
  currency: 'NGN',
  active: true,
  customer: { id, customer_code: code },
});
