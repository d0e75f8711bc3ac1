import { z } from 'zod';
import { id, said } from '../schemas.ts';

/** The parameters that links keep on every page; a list reads the institution and leaves the session alone. */
export const viewFields = {
  institution_id: said(id),
  academic_session: z
    .unknown()
    .transform(() => undefined)
    .optional(),
};
