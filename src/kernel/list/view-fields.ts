import { z } from 'zod';
import { id, queryParam } from '../schemas.ts';

/** The parameters that links keep on every page; a list reads the institution and leaves the session alone. */
export const viewFields = {
  institution_id: queryParam(id),
  academic_session: z
    .unknown()
    .transform(() => undefined)
    .optional(),
};
