import { nounIn } from '#test/harness/plausible.ts';

/** The names that the table of a noun may have: 'batch', 'batches', 'batch-assignments'; next_class is a class. */
export function tablesFor(noun: string): string[] {
  const plain = noun.replaceAll('-', '_').replace(/^(next|from|to)_/, '');
  if (plain === 'session') return ['academic_sessions'];
  if (plain === 'payment_records') return ['payments'];
  // An offer is the account that was only invited.
  if (plain === 'offers') return ['accounts'];
  if (plain === 'kind' || plain === 'seller') return [`pin_${plain}s`];
  if (plain === 'pin_transactions' || plain === 'pin_sales') return ['orders'];
  // Reports of figures.
  if (plain === 'saved_graph' || plain === 'graph') return ['saved_reports'];
  if (plain === 'notice_board') return ['notices'];
  if (plain === 'replies') return ['incoming_messages'];
  if (plain === 'opt_outs') return ['contact_wishes'];
  // Of a timetable.
  if (plain === 'pattern') return ['bell_patterns'];
  if (plain === 'set') return ['lesson_sets'];
  if (plain === 'discounts') return ['discount_schemes'];
  const names = [plain, `${plain}s`, `${plain}es`, plain.replace(/y$/, 'ies'), `${plain}_entries`];
  // What stands on the public site is called the same in addresses, where 'site' stands before it.
  return [...names, ...names.map((name) => `site_${name}`)];
}

/** The parameters of an address, each with the part of the path before it. Accounts of the ledger are not sign-ins. */
export const paramsOf = (url: string) =>
  [...url.matchAll(/\/([^/:]+)\/:(\w+)|:(\w+)/g)].map(([, before, after, alone]) => ({
    before: before && url.startsWith('/ledger/') ? `ledger_${before}` : before,
    name: (after ?? alone)!,
  }));

/** What a parameter names: the :id of /students/:id a student. */
export const nounOfParam = ({ before, name }: { before?: string; name: string }) =>
  name === 'id' ? before! : (nounIn(name) ?? name);
