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
import type { Environment } from '#kernel/environment.ts';
import type { Backups } from '#kernel/backup/nightly.ts';
import type { Database, Db, Tx } from '#kernel/database.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';
import type { TableFormat } from '#kernel/export/columns.ts';
import type { Files } from '#kernel/files.ts';
import type { HostLookup } from '#kernel/host-lookup.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { Verifier } from '#kernel/secrets/signatures.ts';
import type { OwnFamilyRule } from '#kernel/own-family/rule.ts';
import type { ProviderNetwork } from '#kernel/messages/providers/provider.ts';
import type { Page, PropsInput } from './page.ts';
import type { Position, Replica } from '#kernel/database/replica.ts';
import type { DocumentRenderer, Renderer } from './public-pages/render.tsx';

export interface WebhookSource {
  /** The name of its secrets: 'delivery-reports'. */
  name: string;
  /** Its name in the audit log. */
  title: string;
  verify: Verifier;
  /** In bytes; 64 KB by default. */
  bodyLimit?: number;
  /** Requests a minute from one address. */
  perMinute?: number;
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/**
 * Who may call a route: anyone, another program by its signature (machines.ts), any signed-in user, group
 * administrators, or users with (one of) the permission(s) in some institution.
 */
export type RouteAccess = 'public' | 'machine' | 'signedIn' | 'groupAdministrator' | Permission | readonly Permission[];

export interface Flash {
  message: string;
  tone: 'good' | 'bad' | 'info';
  undo?: { action: string; label?: string };
}

/** The answer of an action that must happen once; it is stored, so it is data. */
export type OnceAnswer = { go: string; flash?: Flash | string } | { send: object };

/** The services of routes, created once at the start. A feature adds its own by `declare module`. */
export interface Services {
  environment: Pick<Environment, 'dataFolder' | 'isProduction'> &
    Partial<Pick<Environment, 'publicUrl' | 'fet' | 'metrics' | 'directory'>>;
  database: Database;
  jobs: Jobs;
  files: Files;
  /** Whether the disk of the built-in database has room. */
  hasRoom?: () => boolean;
  secret: Buffer;
  assets: Assets;
  /** How host names are looked up, if not by the system's resolver. */
  hostLookup?: HostLookup;
  /** Where providers of SMS and e-mail are, if not on the internet. */
  providers?: ProviderNetwork;
  /** Undefined in tests. */
  backups?: Backups;
  /** For reports, graphs, exports and cards; undefined without DATABASE_READ_URL. */
  replica?: Replica;
  /** Of all processes that listen together; undefined in one that listens alone. */
  metricsOfAll?: () => Promise<string>;
}

export interface Assets {
  version: string;
  /** What the browser loads to draw a page or a part of one: its own script first. Empty if there is none. */
  files(name: string, kind?: 'page' | 'tab' | 'card'): string[];
  /** Addresses of everything that a page of its own needs, its own script first. */
  app(name: string): string[];
  /** Tags for the entry, the frame and these files. */
  head(component: string, nonce: string, isSignedIn: boolean): { styles: string; scripts: string };
  /** For pages of the site: their styles as text and their scripts. */
  publicPage: { css: string; scripts: string[] };
  /** The same for the pages for signing in. */
  entrance: { css: string; scripts: string[] };
  /** Addresses of what the first page after signing in needs. */
  ahead: string[];
  /** For a public page that is drawn by React on the server and hydrated. */
  hydratedPage(name: string): { css: string; file: string; scripts: string[] };
  /** Draws such a page. */
  rendererOf(name: string): Promise<Renderer>;
  /** Draws a page with the document around it, for which no script is needed. */
  documentOf(name: string): Promise<DocumentRenderer>;
  folder: string;
  /** Addresses of what every page needs: its files and the font. */
  shell: string[];
  font: string;
}

export interface PdfAnswer<T = unknown> {
  /** Used for the file name. */
  title: string;
  /** Its module: `new URL('./x.pdf.ts', import.meta.url)`. */
  layout: URL;
  data: T;
  /** Downloaded rather than shown. */
  save?: boolean;
  /** After drawing, before sending: records the print, or returns changed data to draw again. */
  commit?: (drawn: T) => Promise<T | null>;
}

declare module 'fastify' {
  interface FastifyInstance {
    services: Services;
    /** Fails `/health/ready` and serves on for these seconds. */
    leave(seconds: number): Promise<void>;
    /** Starts draining: `/health/ready` fails and each answer closes its connection. */
    drain(): Promise<void>;
    /** Where a merged record's address redirects to; set by merges. */
    movedTo(request: FastifyRequest): Promise<string | null>;
    /** The public address of this installation. */
    publicAddress: {
      /** PUBLIC_URL, which takes precedence. */
      configured: string | null;
      /** Whether it has been read, and there is one. */
      isKnown(): boolean;
      /** The current one in the database; null while it is unknown. */
      stored(): Promise<string | null>;
      /** The origin of this request, if it could be the public address; null on this machine. */
      heardFrom(request: FastifyRequest): string | null;
      /** Call after a change in this process. */
      forget(): void;
    };
    /** Ends streaming answers and accepts no new ones. */
    endStreams(): void;
    /** All routes with their permissions, which the route matrix tests. */
    declaredRoutes: (Pick<RouteOptions, 'method' | 'url' | 'schema'> & {
      may: RouteAccess;
      ownFamily?: OwnFamilyRule;
      confirm: boolean;
      once?: boolean;
      isKept: boolean;
    })[];
  }
  interface FastifyContextConfig {
    may?: RouteAccess;
    /** A sensitive action: users who confirmed more than ten minutes ago are asked again. */
    confirm?: boolean;
    /** The browser may cache the answer, even for signed-in users: the answer says for how long. */
    isKept?: boolean;
    /** A form without scripts may send it, with the token in its body: for a file in its own window. */
    takesForm?: boolean;
    /**
     * A secret in the address says who may do it, so no token is needed: mail programs unsubscribe without our page. Only
     * for what a public route does to the holder of that address.
     */
    opensByAddress?: boolean;
    /** Requested by the browser automatically: it does not extend the session. */
    isUnattended?: boolean;
    /** Expensive: limited per user. Searches, filters and counts are recognised without it. */
    isHeavy?: boolean;
    /** The requirements of a machine route; set by `machine(…)`. */
    machine?: WebhookSource;
    /** The start page of some users, with the cards of features. */
    isHome?: boolean;
    /** Acts once per idempotency key, and answers with `reply.once`. */
    once?: boolean;
    /** Nobody acts for themselves or their own family, unless this says otherwise. */
    ownFamily?: OwnFamilyRule;
  }
  interface FastifyRequest {
    /**
     * The signed-in user. Throws SignedOut on a public route without one: there use `maybeActor`. On a GET, decide
     * inside `read` or `write` by the actor passed to the work: this one may be out of date until then.
     */
    actor: Actor;
    maybeActor: Actor | null;
    /** sha256 of the session cookie, if any. */
    sessionToken: Buffer | null;
    isVerified: boolean;
    /** Whether `actor` was read before a transaction had verified it. */
    isActorTaken: boolean;
    /** How many filters the address contains. */
    filterCount: number;
    /**
     * The base of links for people, such as `https://akada.school.ng`: the public address, never the Host header.
     * Throws while it is unknown, except on this machine.
     */
    publicOrigin(): Promise<string>;
    /** The origin that the first administrator uses, until an address is stored; else null. */
    heardOrigin(): Promise<string | null>;
    /** The same for a page of a public site, perhaps on a host of its own; unless confirmed, it is the Host header. */
    siteOrigin(): Promise<{ origin: string; app: string; isConfirmed: boolean }>;
    /** For a route that acts once. */
    idempotencyKey: string | null;
    hasActedOnce: boolean;
    /** One pipelined read-only transaction: issue all queries at once. */
    read<T>(work: (db: Db, actor: Actor) => Promise<T>): Promise<T>;
    /** One transaction, with its audit entries. */
    write<T>(work: (tx: Tx, actor: Actor) => Promise<T>): Promise<T>;
    /** The same, with a snapshot from its start. */
    snapshot<T>(work: (tx: Tx, actor: Actor) => Promise<T>): Promise<T>;
    /** Like `read` and `snapshot`, but of the replica where there is one: for what reads much and writes only logs. */
    readReplica<T>(work: (db: Db, actor: Actor, from: Database) => Promise<T>): Promise<T>;
    snapshotReplica<T>(work: (tx: Tx, actor: Actor, from: Database) => Promise<T>): Promise<T>;
    /** What this request wrote is before this position. */
    wroteAt: Position | null;
  }
  interface FastifyReply {
    page<Props extends object>(page: Page<Props>, props: PropsInput<Props>, status?: number): Promise<FastifyReply>;
    flash(flash: Flash | string): FastifyReply;
    /** What the answer before this one left to say; said once. */
    takeFlash(): Partial<Flash>;
    /** 303 to one of our addresses. */
    seeOther(address: string): FastifyReply;
    /** Answers an action that may be an undo: with a page, or with only the message for a background request. */
    redirectOrJson(message: string, address: string): FastifyReply;
    /** Downloads a table, written completely and recorded in the audit log before it is sent. */
    table(
      format: TableFormat,
      table: (actor: Actor, tx: Tx) => ExportedTable | Promise<ExportedTable>,
    ): Promise<FastifyReply>;
    /** A PDF drawn in another process. Its data is read, and the access recorded, first. */
    pdf<T>(answer: PdfAnswer<T>): Promise<FastifyReply>;
    /**
     * A stream of server-sent events: the result of `look` now, and again whenever the channel names the user's account
     * and the result has changed.
     */
    live<State>(channel: string, look: (db: Db, actor: Actor) => Promise<State>): Promise<FastifyReply>;
    /**
     * Answers a route that declares `once`: runs in a transaction that stores the answer with the request's key. A
     * repeated request gets that answer; `onRepeat` removes what the browser stored meanwhile, such as a draft, and
     * `finish` adds to what is sent what is known only after the commit.
     */
    once(
      work: (tx: Tx, actor: Actor) => Promise<OnceAnswer>,
      onRepeat?: (tx: Tx, actor: Actor) => Promise<void>,
      finish?: (sent: object) => Promise<object>,
    ): Promise<FastifyReply>;
    /** A full page load of the address: after signing in or out, when cookies and tokens change. */
    fullReload(address: string): FastifyReply;
  }
}

/** The route option for people: `app.get('/x', { config: may('students.view') }, …)`. */
export const may = (
  ...who: ['public'] | ['signedIn'] | ['groupAdministrator'] | Permission[]
): { may: RouteAccess } => ({
  may: who.length === 1 ? (who[0] as RouteAccess) : (who as Permission[]),
});

/** The options of a route that draws a file: few are drawn at the same time, and none for its head alone. */
export const drawing = <Schema extends object>(config: { may: RouteAccess }, schema: Schema) => ({
  config: { ...config, isHeavy: true },
  schema,
  exposeHeadRoute: false,
});

/** The route option for another program: `app.post('/hooks/:institution/x', { config: machine({…}) }, …)`. */
export const machine = (declared: WebhookSource): { may: 'machine'; machine: WebhookSource } => ({
  may: 'machine',
  machine: declared,
});
