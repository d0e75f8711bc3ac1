/**
 * Every feature declares its permissions and merges their names into this interface, so that a misspelt permission does
 * not compile.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Permissions {}
export type Permission = keyof Permissions & string;

/** The label of each permission on the roles page; `{batches}` becomes the institution's own term. */
export type PermissionLabels<Names extends string> = Record<Names, string>;
