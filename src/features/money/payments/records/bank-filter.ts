export const bankFilter = { not_seen: 'Not seen at the bank' } as const;
