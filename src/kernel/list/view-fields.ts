import { z } from 'zod';
import { id, queryParam } from '../schemas.ts';

/** Parameters that links keep on every page; lists use the institution and ignore the session. */
export const viewFields = {
  institution_id: queryParam(id),
  academic_session: z
    .unknown()
    .transform(() => undefined)
    .optional(),
};
