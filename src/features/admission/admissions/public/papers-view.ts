import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { files as fileRows } from '#kernel/tables.ts';
import { applicationPapers, applications } from '../admissions.schema.ts';
import { applicantAddresses } from './addresses.ts';
import { hasPaper } from './check-application.ts';
import { partOfPaper } from './keep-paper.ts';
import { isEditable, type OwnApplication } from './own-application.ts';
import type { PaperRow } from './step.pages.ts';
import type { AtStep } from './step-view.ts';

/** The papers that the applicant can send, with what is there. */
export function paperRows({ at, code, own }: AtStep): PaperRow[] {
  const to = applicantAddresses(at.site.slug);
  return own.intake.papers
    .map(({ isRequired, key: paper, label }) => {
      const there = own.papers.find(({ kind }) => kind === paper);
      const href = `${to.own(code, 'papers')}/${paper}`;
      return {
        key: paper,
        label,
        isRequired,
        isPhoto: paper === 'photo',
        file: hasPaper(own, paper)
          ? { name: there?.name ?? 'photo.jpg', size: there ? sizeOf(there.size) : '', href }
          : null,
        task: own.tasks.find(({ part }) => part === partOfPaper(paper))?.message ?? null,
        isEditable: isEditable(own, partOfPaper(paper)),
      };
    })
    .filter(({ isEditable: canChange }) => canChange);
}

const sizeOf = (bytes: number) =>
  bytes >= 1_048_576 ? `${(bytes / 1_048_576).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} KB`;

/** A stored paper of the application; the photo in its small size. */
export async function paperFile(db: Db, { application }: OwnApplication, kind: string) {
  const { institutionId, id } = application;
  const isIt =
    kind === 'photo'
      ? sql`${fileRows.id} = (select ${applications.photoSmallId} from ${applications}
          where ${applications.institutionId} = ${institutionId} and ${applications.id} = ${id})`
      : inArray(
          fileRows.id,
          db
            .select({ fileId: applicationPapers.fileId })
            .from(applicationPapers)
            .where(
              and(
                eq(applicationPapers.institutionId, institutionId),
                eq(applicationPapers.applicationId, id),
                eq(applicationPapers.kind, kind),
              ),
            ),
        );
  const [file] = await db
    .select({ storedAs: fileRows.storedAs, name: fileRows.name, mediaType: fileRows.mediaType, size: fileRows.size })
    .from(fileRows)
    .where(and(eq(fileRows.institutionId, institutionId), isIt));
  return file ?? null;
}
