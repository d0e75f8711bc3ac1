import type { z } from 'zod';
import type { Actor } from '../actor.ts';
import type { Tx } from '../database.ts';
import type { Permission } from '../permissions.ts';
import type { PersonalDataRegistry } from '../personal-data/personal-data.ts';
import type { Files } from '../files.ts';
import type { Jobs } from '../jobs/jobs.ts';

/** What an action may need besides the database. */
export interface ApprovalServices {
  files: Files;
  jobs: Jobs;
  secret: Buffer;
  personalData: PersonalDataRegistry;
}

export interface ActionResult {
  /** Shown to the person who approved: 'Musa Garba has the role Bursar.' */
  message?: string;
  /** A code or link, shown once to the person who approved. */
  secret?: { title: string; note: string; text: string };
  /** Work after the commit, such as discarding files. */
  after?: () => Promise<unknown>;
}

/** In place of a permission: only owners and group administrators decide. No role can hold it. */
export const ownersAlone = 'owner';

/** A kind of action that needs a second person's approval. */
export interface ApprovalKind<Payload extends z.ZodType = z.ZodType> {
  /** 'accounts.giveRole': the noun and the verb. */
  kind: string;
  /** Its label in the list: 'Role'. */
  label: string;
  /** Users with this permission in the institution can decide, except the requester and the person concerned. */
  permission: Permission | typeof ownersAlone;
  /**
   * Changes where money, messages or secrets go (docs/decisions/0063-destinations.md). All owners and group
   * administrators are notified, also outside the product. If nobody else can decide, holders of permissions for
   * settings can stop it for 24 hours; then it takes effect.
   */
  isDestination?: true;
  payload: Payload;
  /**
   * Performs the action in the approval's transaction, as the requester with their current permissions. It locks and
   * checks everything again, since the record may have changed.
   */
  act(
    tx: Tx,
    asker: Actor,
    payload: z.output<Payload>,
    /** `decider` is shown the result, including a secret. */
    more: {
      services: ApprovalServices;
      decider: Actor;
      approvalId: number;
      /** Of the page at `reviewedAt`: what the decider has seen there. */
      seen?: string | undefined;
    },
  ): Promise<ActionResult | void>;
  /** Where it is decided instead of in the list: a page that shows what would happen. */
  reviewedAt?(payload: z.output<Payload>): string;
  /** A page with all that the request is about, where its lines are only some of it. */
  allAt?(payload: z.output<Payload>, approvalId: number): { label: string; href: string } | null;
  /** More lines, limited to what this reader can see; the summary is shown to everyone who sees the request. */
  details?(reader: Actor, payload: z.output<Payload>, institutionId: number): [label: string, value: string][];
}

/** Infers the type of the payload. */
export const approvalKind = <Payload extends z.ZodType>(kind: ApprovalKind<Payload>): ApprovalKind<Payload> => kind;

export type ApprovalKinds = ReadonlyMap<string, ApprovalKind>;

/** The registered kinds by name. */
// Each kind has its own payload type; a request is parsed by the schema of its kind.
// oxlint-disable-next-line typescript/no-explicit-any
export function approvalKinds(...kinds: ApprovalKind<any>[]): ApprovalKinds {
  const all = new Map(kinds.map((kind) => [kind.kind, kind as ApprovalKind]));
  if (all.size !== kinds.length) throw new Error('Two approval kinds have the same name.');
  return all;
}

/** A kind that changes a destination: `changeKind` is asked for with `requestChange`. */
export const changeKind = <Payload extends z.ZodType>(
  kind: Omit<ApprovalKind<Payload>, 'permission' | 'isDestination'>,
): ApprovalKind<Payload> => ({ ...kind, permission: ownersAlone, isDestination: true });
