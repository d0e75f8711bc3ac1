import { z } from 'zod';
import { id, said } from '#kernel/schemas.ts';

/** The filter that all pages share and links preserve. */
export const View = z.object({ institution_id: said(id), academic_session: said(id) });
