/** Which balances to show, with their names on the screen. */
export const balanceStates = { owed: 'Owing', overdue: 'Overdue', credit: 'In credit' } as const;
