/** Names of the icons that the frame draws beside its menu. */
export type MenuIcon =
  | 'home'
  | 'users'
  | 'briefcase'
  | 'user-plus'
  | 'school'
  | 'receipt'
  | 'message'
  | 'chart'
  | 'world'
  | 'settings'
  | (string & {});

export interface MenuItem {
  label: string;
  icon: MenuIcon;
  href: string;
  /** In the bottom bar of a phone. */
  isMain?: boolean;
  /** It leads to a page with its entries, which are not in the menu. */
  isHub?: boolean;
  /** Entries of a group follow each other. */
  items?: { label: string; href: string; group?: string }[];
}

/** An institution's terms, singular and plural. */
export interface Terms {
  course: string;
  courses: string;
  batch: string;
  batches: string;
  class: string;
  classes: string;
}

/** The default terms. */
export const plainTerms: Terms = {
  course: 'Course',
  courses: 'Courses',
  batch: 'Batch',
  batches: 'Batches',
  class: 'Class',
  classes: 'Classes',
};

export interface ShellInstitution {
  id: number;
  name: string;
  shortName: string;
  /** #rrggbb; null for the product's own indigo. */
  accent: string | null;
  /** Address of the picture. */
  logo: string | null;
  currency: string;
  timeZone: string;
  terms: Terms;
  /** Parts that not every institution uses; pages leave out the fields of others. */
  uses: string[];
}

/** A request in the frame above every page, until it is done. */
export interface Confirmation {
  text: string;
  action: string;
  href: string;
}

/** The content of the frame around every signed-in page. */
export interface Shell {
  /** `account` is the name with the account's username, which users cannot change. */
  person: { name: string; account: string; accountId: number; showsTours: boolean };
  institutions: ShellInstitution[];
  /** In view; null for all. */
  institutionId: number | null;
  session: { id: number; name: string; isCurrent: boolean } | null;
  menu: MenuItem[];
  /** What owners still have to confirm after an upgrade. */
  toConfirm: Confirmation[];
  /**
   * Institutions that invite this account. An invitation with a role that manages access can only be accepted by its
   * link.
   */
  offers: { id: number; institution: string; roles: string; needsLink: boolean }[];
}
