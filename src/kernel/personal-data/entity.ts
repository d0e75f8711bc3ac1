/** The kinds of people with a record of their own. */
export const entities = ['student', 'employee', 'guardian'] as const;
export type Entity = (typeof entities)[number];
