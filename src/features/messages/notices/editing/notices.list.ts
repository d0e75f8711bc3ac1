import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { declareList, inEachInstitution } from '#kernel/list/declare-list.ts';
import { filterBy, searchIn } from '#kernel/list/filters.ts';
import { withTable } from '#kernel/database/with-table.ts';
import { notices } from '../notices.schema.ts';

/** What a notice is today. */
export const shownStates = ['draft', 'coming', 'shown', 'ended', 'withdrawn'] as const;
export type ShownState = (typeof shownStates)[number];

const state = sql<ShownState>`(select case when ${withTable(notices.state)} <> 'published' then ${withTable(notices.state)}
  when ${withTable(notices.fromDay)} > d.today then 'coming' when ${withTable(notices.untilDay)} < d.today then 'ended' else 'shown' end
  from (select (now() at time zone i.time_zone)::date as today from institutions i where i.id = ${withTable(notices.institutionId)}) d)`;

/** Notices of the institutions where the actor writes them, latest first. */
export const noticeList = declareList({
  id: notices.id,
  visible: inEachInstitution(notices.institutionId, 'notices.edit'),
  filters: { q: searchIn(notices.title), state: filterBy(z.enum(shownStates), (one) => sql`${state} = ${one}`) },
  select: (db) =>
    db
      .select({
        id: notices.id,
        institutionId: notices.institutionId,
        title: notices.title,
        state,
        fromDay: notices.fromDay,
        untilDay: notices.untilDay,
        isPinned: notices.isPinned,
        isPublic: notices.isPublic,
        toEmployees: notices.toEmployees,
        toStudents: notices.toStudents,
        toGuardians: notices.toGuardians,
        isNarrowed: sql<boolean>`cardinality(${notices.batchIds}) + cardinality(${notices.classIds}) + cardinality(${notices.departments}) > 0`,
        author: notices.author,
        reads: sql<number>`(select count(*) from notice_reads r where r.institution_id = ${withTable(notices.institutionId)}
          and r.notice_id = ${withTable(notices.id)})::int`,
      })
      .from(notices),
});
export type NoticeRow = Awaited<ReturnType<typeof noticeList.readPage>>['rows'][number];
