import type { ApprovalKind, ApprovalKinds } from '#kernel/contracts/approval-kind.ts';
import type { CalendarSource } from '#kernel/contracts/calendar-source.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Files } from '#kernel/files.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import type { MessageEvent } from '#kernel/messages/events.ts';
import type { Incoming, ProviderChannel } from '#kernel/messages/providers/provider.ts';
import type { ExportKind } from '#kernel/contracts/export-kind.ts';
import type { OfflineApp } from '#kernel/contracts/offline-app.ts';
import type { HomeCard } from '#kernel/contracts/home-card.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { ProfileOverview } from '#kernel/contracts/profile-overview.ts';
import type { ProfileTab } from '#kernel/contracts/profile-tab.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { ReadyDashlet, PendingTaskKind } from '#kernel/contracts/dashlet.ts';
import type { RoleKey, StartingRoles } from '#kernel/contracts/role-names.ts';
import type { PersonalData, PersonalDataRegistry } from '#kernel/personal-data/personal-data.ts';
import type { KnownTour, Tour } from '#kernel/contracts/tour.ts';
import type { UnfinishedWork } from '#kernel/contracts/unfinished-work.ts';
import type { MenuEntry, MenuSection } from './menu-entry.ts';
import type { App, Services } from './routes.ts';

/**
 * Everything the product needs to know about a feature. Each has one in `<noun>.feature.ts`, listed in features.ts;
 * nothing else outside its folder names it. docs/slice.md shows how to write one.
 */
export interface Feature {
  /** The name of its folder. */
  name: string;
  /** The label of each permission; `{batches}` becomes the institution's own term. */
  permissions?: Readonly<Record<string, string>>;
  /** The permissions that the roles of a new institution start with. Owners have all permissions. */
  roles?: Partial<Record<RoleKey, readonly Permission[]>>;
  /**
   * The labels of the nouns before the dot in its permissions and audit actions, for the roles page and the audit log.
   */
  nouns?: Readonly<Record<string, string>>;
  routes?: readonly ((app: App) => void)[];
  jobs?: readonly Job<WorkServices>[];
  /** What people write to the school, as the providers of messages hand it over. */
  incoming?: ReceiveIncoming;
  /** Work that never ends, started with the product; returns how to stop it. Tests start it themselves. */
  continually?: readonly Continual[];
  /** Its own sections of the menu; other features can add entries to them. */
  menuSections?: readonly MenuSection[];
  menu?: readonly MenuEntry[];
  tours?: readonly Tour[];
  /**
   * Permissions that came with an upgrade, by the key in `institutions.to_confirm`: owners of existing institutions
   * confirm which roles get them.
   */
  confirmations?: Readonly<Record<string, NewPermissions>>;
  /** Tabs on the records of students, employees or guardians. */
  profileTabs?: readonly ProfileTab[];
  /** Cards on the start page. */
  homeCards?: readonly HomeCard[];
  /** Pages of its own that work without a network. */
  offlineApps?: readonly OfflineApp[];
  /** Events in everybody's own calendar, which their phone subscribes to. */
  calendarSources?: readonly CalendarSource[];
  /** What it adds to the overview of records. */
  profileOverviews?: readonly ProfileOverview[];
  /** Kinds of actions that need a second person. */
  // Each kind has its own payload type; a request is parsed by the schema of its kind.
  // oxlint-disable-next-line typescript/no-explicit-any
  approvals?: readonly ApprovalKind<any>[];
  /** What institutions may write to people about. */
  events?: readonly MessageEvent[];
  /** What reports, graphs and dashlets can show of it. */
  reports?: ReportParts;
  /** Exports that a job makes when they are long. */
  // What is asked for is of another type in each.
  // oxlint-disable-next-line typescript/no-explicit-any
  exports?: readonly ExportKind<any>[];
  /** Ready-made dashlets. */
  dashlets?: readonly ReadyDashlet[];
  /** What can wait for somebody, on the start page. */
  pendingTasks?: readonly PendingTaskKind[];
  /** What can be unfinished when a session is closed. */
  unfinished?: readonly UnfinishedWork[];
  /** Seeds a new institution, in the transaction that adds it. */
  seed?(tx: Tx, institutionId: number, product: Product): Promise<unknown>;
  /** What it stores about people, and how that is exported, erased, merged and retained. */
  personalData?: PersonalData;
  /** The user's start page, or null if it is not in this feature. The first feature with one decides. */
  home?(actor: Actor): string | null;
  /** Its part of the demonstration, loaded on demand. */
  demo?(): Promise<readonly DemoStep[]>;
}

/**
 * Prepares what must not be rolled back with the request, and returns what is done in its transaction. A request of a
 * provider that came before is not handed over again.
 */
export type ReceiveIncoming = (
  services: Services,
  received: { institutionId: number; machine: string; channel: ProviderChannel; incoming: Incoming[] },
) => Promise<(tx: Tx, actor: Actor) => Promise<void>>;

export type Continual = (services: WorkServices, onError: (error: Error) => void) => () => Promise<unknown>;

/** What jobs work with. */
export interface WorkServices extends Services {
  product: Product;
}

export interface NewPermissions {
  /** What is new: 'Fees and payments'. */
  what: string;
  /** The nouns of its permissions. */
  nouns: readonly string[];
}

/**
 * The demonstration as loaded so far. Features merge their data into `DemoInstitution`; a step reads only what earlier
 * steps have set.
 */
export interface Demo {
  school: DemoInstitution;
  college: DemoInstitution;
  /** Shown once in the terminal. */
  signIns: DemoSignIn[];
  /** Null without pictures, which is faster. */
  files: Files | null;
  /** The installation's key, for what is sealed or hashed with it. */
  secret: Buffer;
  product: Product;
}
/** An account of the demonstration; its password is generated for this installation. */
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
  /** The steps of all features run in order of place. */
  place: number;
  /** Of past sessions: left out where something else is tested. */
  isHistory?: true;
  load(tx: Tx, demo: Demo): Promise<void>;
  /** Wraps the whole transaction: prepares slow data, and cleans up if loading fails. */
  around?<T>(demo: Pick<Demo, 'files'>, work: () => Promise<T>): Promise<T>;
}

/** All features combined; routes read it as `app.product`. */
export interface Product {
  features: readonly Feature[];
  permissions: Readonly<Record<string, string>>;
  /** The permissions that each role of a new institution starts with. */
  startingRoles: StartingRoles;
  nouns: Readonly<Record<string, string>>;
  menuSections: readonly MenuSection[];
  menu: readonly (MenuEntry & { may: readonly Permission[] })[];
  tours: readonly KnownTour[];
  confirmations: Readonly<Record<string, NewPermissions>>;
  profileTabs: readonly ProfileTab[];
  homeCards: readonly HomeCard[];
  offlineApps: readonly OfflineApp[];
  calendarSources: readonly CalendarSource[];
  profileOverviews: readonly ProfileOverview[];
  approvals: ApprovalKinds;
  events: readonly MessageEvent[];
  reports: Required<ReportParts>;
  exports: readonly ExportKind[];
  dashlets: readonly ReadyDashlet[];
  pendingTasks: readonly PendingTaskKind[];
  unfinished: readonly UnfinishedWork[];
  personalData: PersonalDataRegistry;
  jobs: readonly Job<WorkServices>[];
  continually: readonly Continual[];
  incoming: readonly ReceiveIncoming[];
}
