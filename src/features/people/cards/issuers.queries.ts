import { and, eq, inArray } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { formatDay } from '#kernel/dates.ts';
import type { Db } from '#kernel/database.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { academicSessions } from '#features/school/structure/structure.schema.ts';
import { readableAccent } from '#ui/theme/accent.ts';
import type { CardIssuer } from './card.ts';

/** The common content of cards of these institutions; cards are valid for the current academic session. */
export async function issuersOf(
  db: Db,
  actor: Actor,
  institutionIds: number[],
  role: string,
): Promise<Record<number, CardIssuer>> {
  const seen = institutionIds.filter((id) => membershipIn(actor, id));
  if (seen.length === 0) return {};
  const rows = await db
    .select({
      id: institutions.id,
      name: institutions.name,
      accent: institutions.accent,
      address: institutions.address,
      city: institutions.city,
      phone: institutions.phone,
      session: academicSessions.name,
      endsOn: academicSessions.endsOn,
    })
    .from(institutions)
    .leftJoin(
      academicSessions,
      and(eq(academicSessions.institutionId, institutions.id), eq(academicSessions.isCurrent, true)),
    )
    .where(inArray(institutions.id, seen));
  return Object.fromEntries(
    rows.map((row) => [
      row.id,
      {
        name: row.name,
        accent: readableAccent(row.accent, 'light'),
        role,
        valid: row.session && `Valid ${row.session}, until ${formatDay(row.endsOn!)}`,
        returnTo: [[row.address, row.city].filter(Boolean).join(', '), row.phone].filter((line): line is string =>
          Boolean(line),
        ),
      },
    ]),
  );
}
