import type { SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { Entity } from './people.schema.ts';

/** The columns by which photos and papers find their person: students, employees and guardians have them. */
type PersonTable = PgTable & Record<'institutionId' | 'id' | 'photoId' | 'photoSmallId' | 'updatedAt', AnyPgColumn>;

export interface LockedPerson {
  institutionId: number;
  id: number;
  surname: string;
  firstName: string;
  photoId: number | null;
  photoSmallId: number | null;
}

/** What photos, papers and drafts must know of students, employees or guardians; each feature says it of its own. */
export interface PersonKind {
  /** The first word of their addresses. */
  people: `${Entity}s`;
  entity: Entity;
  table: PersonTable;
  /** Every way of seeing them; what each shows is in `visibleTo`. */
  sees: readonly Permission[];
  visibleTo(actor: Actor): SQL;
  /** Of those, whose private group the actor may see: by permission, or because it is he himself or his own child. */
  privateTo(actor: Actor): SQL;
  /** The row, locked, or NotFound for whom the actor may not see. */
  lock(tx: Tx, actor: Actor, id: number): Promise<LockedPerson>;
  edit: Permission;
  /** Without `audit.view`, all of these together open the history of a record; one may name others than the person. */
  opensHistory: readonly Permission[];
  create: Permission;
  /** How summaries and messages name the person; the first name and the surname unless given. */
  nameOf?(person: { title?: string | null; firstName: string; surname: string }): string;
}

/** The person's name in a summary or a message. */
export const nameOfPerson = (
  { nameOf }: PersonKind,
  person: { title?: string | null; firstName: string; surname: string },
): string => nameOf?.(person) ?? `${person.firstName} ${person.surname}`;
