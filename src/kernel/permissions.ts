/**
 * Every feature declares its permissions beside itself and merges their names into this interface, so that a
 * misspelt permission does not compile.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Permissions {}
export type Permission = keyof Permissions & string;

/** What a permission lets a person do, in words for the roles page; `{batches}` becomes what the institution calls them. */
export type PermissionWords<Names extends string> = Record<Names, string>;
