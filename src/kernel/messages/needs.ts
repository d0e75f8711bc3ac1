/**
 * What a text reveals, as rows store it: the permissions that its readers need, all of them, with a space between two.
 * Null if it reveals nothing. This module also runs in the browser.
 */
export const needsOfAll = (permissions: readonly (string | null | undefined)[]): string | null =>
  [...new Set(permissions.filter((permission) => permission))].toSorted().join(' ') || null;
