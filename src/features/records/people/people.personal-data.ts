import { render, query } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import { draftDays, waitingPhotoDays } from '#kernel/jobs/tidy-forms.ts';
import { momentText, personText } from '#kernel/personal-data/data-section.ts';
import { allContacts, type Erasure } from '#kernel/personal-data/erasure.ts';
import { anyId, ownerColumn } from '#kernel/personal-data/named-by.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';

const people = ['student', 'employee', 'guardian'] as const;

/** Documents, drafts of forms, and photos that were uploaded before their record. */
export const peoplePersonalData: PersonalData = {
  tables: [
    {
      table: 'documents',
      people,
      section: {
        title: 'Documents',
        order: 100,
        rows: ({ institutionId, entity, personId, withAccounts }) => sql`
          select d.type as "Type", d.title as "Title", d.issued_on::text as "Issued", d.expires_on::text as "Expires",
            f.name as "File", f.size as "Bytes", ${momentText('d.created_at')} as "Added",
            ${personText(sql`a.name`, withAccounts)} as "Added by", d.removed_at is not null as "Removed"
          from documents d left join accounts a on a.id = d.account_id
          join files f on (f.institution_id, f.id) = (d.institution_id, d.file_id)
          where d.institution_id = ${institutionId} and d.${ownerColumn(entity)} = ${personId} order by d.id`,
      },
      files: ['file_id'],
      erase: 'delete',
      merge: { how: 'move', one: 'document', many: 'documents' },
      retention: { keep: 'Until the document is removed or the person is erased.' },
    },
    {
      table: 'form_drafts',
      people,
      namedBy: (entity, ids) => sql`form = any(${sql.param(ids.map((id) => `${entity}:${id}`))}::text[])`,
      section: { omit: 'Unsaved input is not part of the record.' },
      erase: 'delete',
      eraseMentions: eraseOtherDrafts,
      merge: { how: 'leave', why: 'A draft belongs to the form it was typed into.' },
      retention: { days: draftDays, job: 'forms.tidy' },
    },
    {
      table: 'waiting_photos',
      people,
      namedBy: () => sql`false`,
      section: { omit: 'Belongs to no record yet.' },
      erase: { keep: 'Names an account only; goes with the account.' },
      eraseMentions: eraseWaitingPhotos,
      merge: { how: 'leave', why: 'Belongs to no record yet.' },
      retention: { days: waitingPhotoDays, job: 'forms.tidy' },
    },
  ],
};

/** Drafts of erased accounts, and drafts with both names or a contact of the person. */
async function eraseOtherDrafts(erasure: Erasure): Promise<void> {
  const { tx, institutionId, bearers, found } = erasure;
  await tx.execute(sql`delete from form_drafts
    where institution_id = ${institutionId} and account_id = ${anyId(found.erasedAccounts)}`);
  const field = (name: string) =>
    sql`(select string_agg(akada_searchable(value ->> 1), ' ') from jsonb_array_elements(d.content -> 'entries') where value ->> 0 = ${name})`;
  await tx.execute(sql`delete from form_drafts d
    where institution_id = ${institutionId} and jsonb_typeof(d.content -> 'entries') = 'array'
    and (exists (select from jsonb_to_recordset(${JSON.stringify(bearers)}::jsonb) b (surname text, "firstName" text)
        where akada_searchable(b.surname) = ${field('surname')} and akada_searchable(b."firstName") = ${field('firstName')})
      or exists (select from jsonb_array_elements(d.content -> 'entries')
        where value ->> 1 = any(${sql.param(allContacts(erasure))}::text[])))`);
}

async function eraseWaitingPhotos({ tx, institutionId, found }: Erasure): Promise<void> {
  const rows = await query<{ photo: number; small: number }>(tx, render)`delete from waiting_photos
    where institution_id = ${institutionId} and account_id = ${anyId(found.erasedAccounts)}
    returning photo_id as photo, photo_small_id as small`;
  found.fileIds.push(...rows.flatMap(({ photo, small }) => [Number(photo), Number(small)]));
}
