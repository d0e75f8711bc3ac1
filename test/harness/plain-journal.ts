/** An independent reader of plain-text journals, as hledger's manual describes them: https://hledger.org/hledger.html */
export function readJournal(text: string) {
  const balances = new Map<string, number>();
  const declared = new Set<string>();
  const transactions: {
    day: string;
    code: string;
    words: string;
    tags: Record<string, string>;
    notes: Record<string, string>;
    sum: number;
  }[] = [];
  let last: string | null = null;
  for (const line of text.split('\n')) {
    const account = /^account (.+)$/.exec(line);
    if (account) declared.add(account[1]!);
    const head = /^(\d{4}-\d{2}-\d{2}) \((\w+)\) ([^;]*)$/.exec(line);
    if (head) transactions.push({ day: head[1]!, code: head[2]!, words: head[3]!, tags: {}, notes: {}, sum: 0 });
    if (head) last = null;
    const tag = /^\s+; (\w+): (.+)$/.exec(line);
    // Behind a posting it is the posting's own.
    if (tag && last !== null && tag[1] === 'note') transactions.at(-1)!.notes[last] = tag[2]!;
    else if (tag) transactions.at(-1)!.tags[tag[1]!] = tag[2]!;
    // The account ends at two spaces; an amount has its commodity behind it.
    const posting = /^ {4}([^\s;*!([].*?) {2,}(-?\d+)\.(\d{2}) ([A-Z]{3})(?: {2}; .*)?$/.exec(line);
    if (!posting) continue;
    const [, name, whole, cents] = posting as unknown as [string, string, string, string];
    last = name;
    if (!declared.has(name)) throw new Error(`${name} is not declared.`);
    const amount = Number(whole.replace('-', '') + cents) * (whole.startsWith('-') ? -1 : 1);
    balances.set(name, (balances.get(name) ?? 0) + amount);
    transactions.at(-1)!.sum += amount;
  }
  const wrong = transactions.filter(({ sum }) => sum !== 0);
  if (wrong.length > 0) throw new Error(`Transaction ${wrong[0]!.code} does not balance.`);
  return { balances: new Map([...balances].filter(([, amount]) => amount !== 0)), transactions };
}
