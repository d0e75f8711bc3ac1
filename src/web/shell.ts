/** Names of the icons that the frame draws beside its menu. */
type MenuIcon =
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

/** A page that the menu, its tabs or only the search lead to. */
export interface MenuPage {
  label: string;
  href: string;
  /** What people also call it. */
  also?: string;
}

export interface MenuEntryShown extends MenuPage {
  /** It and the pages beside it, where there are some. */
  tabs?: MenuPage[];
  /** Found by the search alone. */
  isHidden?: boolean;
}

export interface MenuItem extends MenuEntryShown {
  icon: MenuIcon;
  /** In the bottom bar of a phone. */
  isMain?: boolean;
  /** It leads to a page with its entries, which are not in the menu. */
  isHub?: boolean;
  items?: MenuEntryShown[];
}

/** Every page that the menu leads to, with its entry and the section that it is in. */
export const pagesOfMenu = (menu: MenuItem[]) =>
  menu.flatMap((item) =>
    (item.items ?? [item]).flatMap((entry) =>
      (entry.tabs ?? [entry]).map((page) => ({ page, entry, section: item.items ? item.label : undefined })),
    ),
  );

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

/** In the frame above every page but its own until it is done; without an action, a note on that page alone. */
interface Confirmation {
  text: string;
  action?: string;
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
  /** The pages of what is the person's own. */
  own: MenuPage[];
  /** The acts that this person's day is made of; none for owners, who can do everybody's. */
  acts: MenuPage[];
  /** What owners still have to confirm after an upgrade, and what others wait for. */
  toConfirm: Confirmation[];
  /**
   * Institutions that invite this account. An invitation with a role that manages access can only be accepted by its
   * link.
   */
  offers: { id: number; institution: string; roles: string; needsLink: boolean }[];
}
