/** What can be chosen for a value besides another one. */
export const meaningActs = { blank: '-blank', asWritten: '-as-written', add: '-add' } as const;
