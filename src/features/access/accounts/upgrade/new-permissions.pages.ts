import { page } from '#web/page.ts';

export interface RoleToConfirm {
  id: number;
  key: string;
  name: string;
  people: number;
  /** The first of them. */
  names: string[];
  /** The labels of its new permissions. */
  permissions: string[];
  /** What its checkbox sends. */
  value: string;
}

export const newPermissionsPage = page<{
  institutions: { id: number; name: string; news: string[]; roles: RoleToConfirm[] }[];
}>('accounts/new-permissions');
