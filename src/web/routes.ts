import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteOptions,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Actor } from '#kernel/actor.ts';
import type { Backups } from '#kernel/backup/nightly.ts';
import type { Database, Db, Tx } from '#kernel/database.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';
import type { TableFormat } from '#kernel/export/columns.ts';
import type { Files } from '#kernel/files.ts';
import type { HostLookup } from '#kernel/host-lookup.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { Product } from './feature.ts';
import type { Machine, SignedRequest } from './machines.ts';
import type { Page, PropsInput } from './page.ts';

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Who may call a route: anybody, another program by its signature (machines.ts), anybody signed in, the group's administrators, or who holds (one of) the permission(s) in some institution. */
export type May = 'public' | 'machine' | 'signedIn' | 'groupAdministrator' | Permission | readonly Permission[];

export interface Flash {
  message: string;
  tone: 'good' | 'bad' | 'info';
  undo?: { action: string; label?: string };
}

/** What an act that must happen once answers; it is kept, so it is data. */
export type OnceAnswer = { go: string; flash?: Flash | string } | { send: object };

/** What routes work with, made once at start. */
export interface Services {
  environment: { dataFolder: string; isProduction: boolean; publicUrl?: string };
  database: Database;
  jobs: Jobs;
  files: Files;
  /** Whether the disk of our own database has room for more. */
  hasRoom?: () => boolean;
  secret: Buffer;
  assets: Assets;
  /** How a host name is looked up, where it is not by the system's resolver. */
  hostLookup?: HostLookup;
  /** Only where they are made: a test has none. */
  backups?: Backups;
}

export interface Assets {
  version: string;
  /** Tags for the entry and the page's own chunk. */
  head(component: string, nonce: string, isSignedIn: boolean): string;
  /** For pages without React: their styles as text, their scripts, and what a signed-in page will need first. */
  publicPage: { css: string; scripts: string[]; signedIn: string[] };
  folder: string;
  /** Addresses of the files that every page stands on. */
  shell: string[];
}

export interface PdfAnswer<T = unknown> {
  /** Becomes the file's name. */
  title: string;
  /** Its module: `new URL('./x.pdf.ts', import.meta.url)`. */
  layout: URL;
  data: T;
  /** Saved rather than shown. */
  save?: boolean;
  /** Once it is drawn, before it is sent: writes down that it was, or returns what it shows now, to be drawn again. */
  commit?: (drawn: T) => Promise<T | null>;
}

declare module 'fastify' {
  interface FastifyInstance {
    services: Services;
    /** What the features make together. */
    product: Product;
    /** Lets go of the connections: `/health/ready` says no and each answer closes its own. */
    drain(): Promise<void>;
    /** Where a record's address leads after the record became part of another; set by merges. */
    movedTo(request: FastifyRequest): Promise<string | null>;
    /** Where people open this installation. */
    publicAddress: {
      /** What PUBLIC_URL says; it wins. */
      configured: string | null;
      /** The one in use as the database knows it now; null while nobody has said. */
      stored(): Promise<string | null>;
      /** Where this request came in, if that could be the address; null on the machine itself. */
      heardFrom(request: FastifyRequest): string | null;
      /** After a change in this process. */
      forget(): void;
    };
    /** Ends the answers that go on; no new one begins. */
    endStreams(): void;
    /** Every route there is, with who may call it: the route matrix walks over them. */
    declaredRoutes: (Pick<RouteOptions, 'method' | 'url' | 'schema'> & {
      may: May;
      confirm: boolean;
      once?: boolean;
      isKept: boolean;
    })[];
  }
  interface FastifyContextConfig {
    may?: May;
    /** A sensitive act: whoever last gave password or code more than ten minutes ago is asked again. */
    confirm?: boolean;
    /** The browser may keep the answer, also of somebody signed in: the answer says for how long. */
    isKept?: boolean;
    /** A form without script may send it, with the page's token in its body: for a file in a window of its own. */
    takesForm?: boolean;
    /** Asked by the browser alone, over and over: a session does not live longer for it. */
    isUnattended?: boolean;
    /** Costs the server much: of one person a few run at once. Searches, filters and counts are known without it. */
    isHeavy?: boolean;
    /** What a route for machines asks of its callers; set by `machine(…)`. */
    machine?: Machine;
    /** Acts once for the key that comes with it, and answers by `reply.once`. */
    once?: boolean;
  }
  interface FastifyRequest {
    /**
     * The person who asks. Throws SignedOut on a public route without one: there use `maybeActor`. On a GET decide inside
     * `read` or `write` by the actor that the work is handed: this one may be a moment old until one of them has ended.
     */
    actor: Actor;
    maybeActor: Actor | null;
    /** sha256 of the session cookie, when there is one. */
    sessionToken: Buffer | null;
    isVerified: boolean;
    /** Whether `actor` was read before a transaction had verified it. */
    isActorTaken: boolean;
    /** How many filters the address carries. */
    filterCount: number;
    /**
     * What links for people begin with, such as `https://akada.school.ng`: the public address, never what the Host
     * header says. Refused while nobody knows it, except on the machine itself.
     */
    publicOrigin(): Promise<string>;
    /** Where the first person who speaks for the installation works, until an address is stored; else null. */
    heardOrigin(): Promise<string | null>;
    /** The same for a page of a public site, which may have a host name of its own; `app` leads to the product. */
    siteOrigin(): Promise<{ origin: string; app: string }>;
    /** Of a route for machines: whose request it is. */
    signed: SignedRequest | null;
    /** Of a route that acts once. */
    idempotencyKey: string | null;
    hasActedOnce: boolean;
    /** One pipelined read-only transaction: issue all queries at once. */
    read<T>(work: (db: Db, actor: Actor) => Promise<T>): Promise<T>;
    /** One transaction, with its audit entries. */
    write<T>(work: (tx: Tx, actor: Actor) => Promise<T>): Promise<T>;
    /** The same, over the data as they are at its start. */
    snapshot<T>(work: (tx: Tx, actor: Actor) => Promise<T>): Promise<T>;
  }
  interface FastifyReply {
    page<Props extends object>(page: Page<Props>, props: PropsInput<Props>, status?: number): Promise<FastifyReply>;
    flash(flash: Flash | string): FastifyReply;
    /** 303 to an address of ours. */
    go(address: string): FastifyReply;
    /** A download of the table, made whole and written down in the audit log before its first byte leaves. */
    table(
      format: TableFormat,
      table: (actor: Actor, tx: Tx) => ExportedTable | Promise<ExportedTable>,
    ): Promise<FastifyReply>;
    /** A PDF drawn in a thread of its own. What it shows is read, and written down, before. */
    pdf<T>(answer: PdfAnswer<T>): Promise<FastifyReply>;
    /**
     * An answer that goes on, as server-sent events: what `look` finds now, and whenever the channel names the person's
     * account and it has changed.
     */
    live<State>(channel: string, look: (db: Db, actor: Actor) => Promise<State>): Promise<FastifyReply>;
    /** Answers a machine: works in a transaction of its institution, once for each body. */
    machine(work: (tx: Tx, actor: Actor) => Promise<unknown>): Promise<FastifyReply>;
    /**
     * Answers a route that declares `once`: acts in a transaction that keeps the answer with the request's key. A repeated
     * request gets that answer; `onRepeat` removes what the browser stored in between, such as a draft.
     */
    once(
      work: (tx: Tx, actor: Actor) => Promise<OnceAnswer>,
      onRepeat?: (tx: Tx, actor: Actor) => Promise<void>,
    ): Promise<FastifyReply>;
    /** A full page load of the address: after signing in or out, when cookies and tokens change. */
    loadFully(address: string): FastifyReply;
  }
}

/** The route option that says who may call: `app.get('/x', { config: may('students.view') }, …)`. */
export const may = (...who: ['public'] | ['signedIn'] | ['groupAdministrator'] | Permission[]): { may: May } => ({
  may: who.length === 1 ? (who[0] as May) : (who as Permission[]),
});

/** The route option for another program: `app.post('/hooks/:institution/x', { config: machine({…}) }, …)`. */
export const machine = (declared: Machine): { may: 'machine'; machine: Machine } => ({
  may: 'machine',
  machine: declared,
});
