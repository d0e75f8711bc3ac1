import type { ApprovalKind, ApprovalKinds } from '#kernel/contracts/approval-kind.ts';
import type { Audience } from '#kernel/contracts/audience.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Files } from '#kernel/files.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { ProfileTab } from '#kernel/contracts/profile-tab.ts';
import type { RoleKey, StartingRoles } from '#kernel/contracts/role-names.ts';
import type { PersonalData, PersonalDataRegistry } from '#kernel/personal-data/personal-data.ts';
import type { KnownTour, Tour } from '#kernel/contracts/tour.ts';
import type { Words } from '#kernel/contracts/terminology.ts';
import type { App, Services } from './routes.ts';

/**
 * Everything the product needs to know of a feature. Each has one in `<noun>.feature.ts`, listed in features.ts;
 * nothing else outside its folder names it. docs/slice.md shows how to write one.
 */
export interface Feature {
  /** The name of its folder. */
  name: string;
  /** What each of its permissions lets a person do; `{batches}` becomes the institution's own word. */
  permissions?: Readonly<Record<string, string>>;
  /** Which of them a new institution's roles start with. The owner has all permissions. */
  roles?: Partial<Record<RoleKey, readonly Permission[]>>;
  /**
   * What the nouns before the dot of its permissions and audit actions are called, on the roles page and in the audit
   * log.
   */
  nouns?: Readonly<Record<string, string>>;
  routes?: readonly ((app: App) => void)[];
  jobs?: readonly Job<WorkServices>[];
  /** Sections of the menu that it brings; other features may add entries to them. */
  menuSections?: readonly MenuSection[];
  menu?: readonly MenuEntry[];
  tours?: readonly Tour[];
  /** Tabs on the records of students, employees or guardians. */
  profileTabs?: readonly ProfileTab[];
  /** Kinds of acts that need a second person. */
  // Each kind has its own payload type; a request is parsed by the schema of its kind.
  // oxlint-disable-next-line typescript/no-explicit-any
  approvals?: readonly ApprovalKind<any>[];
  /** What a new institution starts with, in the transaction that adds it. */
  seed?(tx: Tx, institutionId: number, product: Product): Promise<unknown>;
  /** What it stores about people: how that is exported, erased, merged and for how long it is kept. */
  personalData?: PersonalData;
  /** Where this person's day begins, or null when it does not begin in this feature. The first feature decides. */
  home?(actor: Actor): string | null;
  /** Its part of the demonstration, loaded when it is needed. */
  demo?(): Promise<readonly DemoStep[]>;
}

/** What jobs work with. */
export interface WorkServices extends Services {
  product: Product;
}

export interface MenuSection {
  key: string;
  label: string;
  /** A name that the frame knows: src/web/layouts/menu-icon.tsx. */
  icon: string;
  /** Sections and entries stand in the order of their places. */
  place: number;
}

export interface MenuEntry {
  /** Key of the section. */
  section: string;
  place: number;
  label: string;
  /** The institution's own word instead of the label, where it has one. */
  word?: keyof Words;
  /** Text after that word. */
  after?: string;
  href: string;
  may: Audience;
}

/**
 * What is loaded so far of the demonstration. Features merge the parts that they load into `DemoInstitution`; a step
 * reads only what steps before it have set.
 */
export interface Demo {
  school: DemoInstitution;
  college: DemoInstitution;
  /** Shown once at the terminal. */
  signIns: DemoSignIn[];
  /** Null where no pictures are wanted, which is quicker. */
  files: Files | null;
  product: Product;
}
/** An account of the demonstration; its password was made for this installation. */
export interface DemoSignIn {
  role: string;
  institution: string;
  username: string;
  password: string;
}
export interface DemoInstitution {
  key: 'school' | 'college';
}

export interface DemoStep {
  /** Steps of all features run in the order of their places. */
  place: number;
  load(tx: Tx, demo: Demo): Promise<void>;
  /** Wraps the whole transaction: prepares what takes long, and cleans up when loading fails. */
  around?<T>(demo: Pick<Demo, 'files'>, work: () => Promise<T>): Promise<T>;
}

/** What all features together make; routes read it as `app.product`. */
export interface Product {
  features: readonly Feature[];
  permissions: Readonly<Record<string, string>>;
  /** The permissions that each role of a new institution starts with. */
  startingRoles: StartingRoles;
  nouns: Readonly<Record<string, string>>;
  menuSections: readonly MenuSection[];
  menu: readonly (MenuEntry & { may: readonly Permission[] })[];
  tours: readonly KnownTour[];
  profileTabs: readonly ProfileTab[];
  approvals: ApprovalKinds;
  personalData: PersonalDataRegistry;
  jobs: readonly Job<WorkServices>[];
}
