import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { type Db, pick } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { findFile, type Files } from '#kernel/files.ts';
import { institutions } from '#kernel/identity.schema.ts';
import type { Letterhead } from '#kernel/pdf/letterhead.ts';
import { readableAccent } from '#ui/theme/accent.ts';
import { phoneText } from '#ui/format.ts';

/** An institution's letterhead. The caller has checked access. */
export async function letterheadOf(db: Db, files: Files, institutionId: number): Promise<Letterhead> {
  const [row] = await db
    .select(pick(institutions, 'name', 'motto', 'address', 'city', 'phone', 'email', 'accent', 'logoFileId'))
    .from(institutions)
    .where(eq(institutions.id, institutionId));
  if (!row) throw new NotFound('institution');
  const { name, motto, accent, logoFileId } = row;
  return {
    name,
    motto,
    lines: [
      [row.address, row.city],
      [phoneText(row.phone), row.email],
    ]
      .map((parts) => parts.filter(Boolean).join(' · '))
      .filter(Boolean),
    logo: logoFileId ? await contentOf(db, files, institutionId, logoFileId) : null,
    accent: readableAccent(accent, 'light'),
  };
}

/** A stored picture's bytes; null if the file is missing, or its store away: papers are then without it. */
export async function contentOf(db: Db, files: Files, institutionId: number, fileId: number): Promise<Buffer | null> {
  const { storedAs } = await findFile(db, institutionId, fileId);
  return files
    .local(storedAs)
    .then((path) => readFile(path))
    .catch(() => null);
}
