import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { importKinds, type ImportKind } from './kinds/kind-words.ts';
import { imports } from './imports.schema.ts';

/** The permission to import each kind of people. */
export const mayImport = importKinds.map((kind) => `${kind}.import` as const);

/** Imports are shared: users who can import a kind of people in an institution see all its imports. */
export const visibleTo = (actor: Actor, wanted?: number, only?: ImportKind): SQL =>
  or(
    ...importKinds
      .filter((kind) => only === undefined || kind === only)
      .map((kind) =>
        and(
          eq(imports.kind, kind),
          inArray(imports.institutionId, institutionsInView(actor, wanted, `${kind}.import`)),
        ),
      ),
  ) ?? sql`false`;
