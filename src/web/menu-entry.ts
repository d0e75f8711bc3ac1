import type { Audience } from '#kernel/contracts/audience.ts';
import type { Terminology } from '#kernel/contracts/terminology.ts';
import type { Permission } from '#kernel/permissions.ts';

export interface MenuSection {
  key: string;
  label: string;
  /** The name of an icon in src/web/layouts/menu-icon.tsx. */
  icon: string;
  /** Sections and entries are sorted by place. */
  place: number;
  /** What is below it, in order: an entry of the menu each, whose pages are its tabs. */
  groups?: Readonly<Record<string, string>>;
  /** The page with all its pages, under the groups as headings, which alone is in the menu. */
  hub?: string;
  /** Its place in the bottom bar of a phone, which has room for four. */
  bar?: number;
  /** Of what is the person's own: under the avatar, and in the menu for those who have little else. */
  isOwn?: boolean;
}

export interface MenuEntry {
  /** Keys of the section, and of its group in it. */
  section: string;
  group?: string;
  place: number;
  /** The name of its tab, or of its entry where the group has no other page. */
  label: string;
  /** Where it stands in the menu by itself, for somebody with a short one. */
  icon?: string;
  /** What it is for, on the page of a section that has one. */
  about?: string;
  /** What people also call it, for the search: 'debtors arrears'. */
  also?: string;
  /** Use the institution's own term as the label, with text after it. */
  word?: keyof Terminology;
  after?: string;
  href: string;
  may: Audience;
  /** Only for somebody with such a record of their own. */
  of?: readonly ('employeeIds' | 'studentIds' | 'guardianIds')[];
  /** Whose day is made of it: their home page begins with it, and a short menu. */
  actOf?: readonly Permission[];
  /** Whose week it is part of. Who may open it and is not named here finds it by the search, not in the menu. */
  usedBy?: readonly Permission[];
  /** Only where it is set up: a key of `ActorInstitution.uses`. */
  uses?: string;
}
