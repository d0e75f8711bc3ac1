import type { z } from 'zod';
import type { Actor } from './actor.ts';
import type { Tx } from './database.ts';
import type { Permission } from './permissions.ts';
import type { PersonalDataRegistry } from './personal-data/personal-data.ts';
import type { Files } from './files.ts';

/** What an act may need besides the database. */
export interface ApprovalServices {
  files: Files;
  secret: Buffer;
  personalData: PersonalDataRegistry;
}

export interface Acted {
  /** To whoever approved: 'Musa Garba has the role Bursar.' */
  message?: string;
  /** A code or link that is shown once, to whoever approved. */
  secret?: { title: string; note: string; text: string };
  /** Work after the commit, such as discarding files. */
  after?: () => Promise<unknown>;
}

/** A kind of act that needs a second person. */
export interface ApprovalKind<Payload extends z.ZodType = z.ZodType> {
  /** 'accounts.giveRole': the noun and the verb. */
  kind: string;
  /** What the list calls it: 'Role'. */
  label: string;
  /** Whoever holds it in the institution decides, except the one who asks and the person it is about. */
  permission: Permission;
  payload: Payload;
  /**
   * Does the act in the transaction of the approval, as the person who asked and with the rights that person has now. It
   * locks and checks everything again: the record may have changed since.
   */
  act(
    tx: Tx,
    asker: Actor,
    payload: z.output<Payload>,
    /** `decider` is shown what this answers, a secret too. */
    more: { services: ApprovalServices; decider: Actor },
  ): Promise<Acted | void>;
  /** More lines for a reader, only of what this reader may see; the summary is shown to all who see the request. */
  details?(reader: Actor, payload: z.output<Payload>, institutionId: number): [label: string, value: string][];
}

/** Keeps the type of the payload. */
export const approvalKind = <Payload extends z.ZodType>(kind: ApprovalKind<Payload>): ApprovalKind<Payload> => kind;

export type ApprovalKinds = ReadonlyMap<string, ApprovalKind>;

/** The kinds of the product by their names. */
// Each has a payload of its own; a request is parsed by the schema of its kind.
// oxlint-disable-next-line typescript/no-explicit-any
export function approvalKinds(...kinds: ApprovalKind<any>[]): ApprovalKinds {
  const all = new Map(kinds.map((one) => [one.kind, one as ApprovalKind]));
  if (all.size !== kinds.length) throw new Error('Two kinds of approvals have one name.');
  return all;
}
