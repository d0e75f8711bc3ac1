import { sql } from 'drizzle-orm';

/** 'Obi, Ada Ngozi': the name of an application `a` in lists. */
export const applicationName = sql`concat_ws(', ', a.surname, concat_ws(' ', a.first_name, a.middle_name))`;
