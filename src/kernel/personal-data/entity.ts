/** The kinds of people with their own records. */
export const entities = ['student', 'employee', 'guardian'] as const;
export type Entity = (typeof entities)[number];
