import { z } from 'zod';
import { id, queryParam } from '#kernel/schemas.ts';

/** The filter that all pages share and links preserve. */
export const View = z.object({ institution_id: queryParam(id), academic_session: queryParam(id) });
