const out = /^(?:d|dr|db|debit|debits|-|−|–|s|soll|out|money out|withdrawal|wd)\.?$/i;
const into = /^(?:c|cr|k|kr|credit|credits|kredit|\+|h|haben|in|money in|deposit)\.?$/i;

/** Whether the word beside an unsigned amount says money out (D, DR, −) or in (K, CR, +); null for any other word. */
export const directionOf = (word: string): 'out' | 'in' | null => {
  const meant = word.trim();
  return out.test(meant) ? 'out' : into.test(meant) ? 'in' : null;
};

const balance =
  /^(?:(?:opening|closing|available|ledger|book|current|cleared|starting|ending)(?: (?:book|ledger|available))? balances?\b|balances? (?:b\/?f|c\/?f|brought|carried|forward|as at|at)\b|[bc]\/f$|(?:total )?turnover\b|(?:grand |sub)?totals?(?: (?:debits?|credits?|amount|turnover|withdrawals?|deposits?))?(?:\s*[:(].*)?$)/i;

/** Whether a row tells a balance, a turnover or a total rather than a transaction. */
export const isBalanceRow = (texts: string[]): boolean => texts.some((text) => balance.test(text.trim()));
