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
  items?: { label: string; href: string }[];
}

/** What an institution calls its units, in one and in many. */
export interface Terms {
  course: string;
  courses: string;
  batch: string;
  batches: string;
  class: string;
  classes: string;
}

/** What they are called when the institution says nothing else. */
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
}

/** What the frame around every signed-in page shows. */
export interface Shell {
  /** `account` is the name with the account behind it, which nobody can change. */
  person: { name: string; account: string; accountId: number; showsTours: boolean };
  institutions: ShellInstitution[];
  /** In view; null is all of them. */
  institutionId: number | null;
  session: { id: number; name: string; isCurrent: boolean } | null;
  menu: MenuItem[];
  /** What institutions offer to this account. One whose role manages access is accepted by its link alone. */
  offers: { id: number; institution: string; roles: string; needsLink: boolean }[];
}
