import { query, type Db } from '#kernel/database.ts';
import type { MonthRegister } from './month-register.ts';

export interface RegisterCourse {
  id: number;
  title: string;
}

/** Courses of a batch, for the registers of their lessons. */
export const registerCourses = (db: Db, { institutionId, batchId }: Pick<MonthRegister, 'institutionId' | 'batchId'>) =>
  query<RegisterCourse>(db)`select o.id::bigint as id, c.title from course_offerings o
      join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id)
      where o.institution_id = ${institutionId} and o.batch_id = ${batchId} order by c.title, o.id`;
