import { use } from 'react';
import { countOf } from '#ui/format.ts';
import { FormErrors } from '#ui/forms/field.tsx';
import type { Audience } from '../audience/audience.ts';
import classes from '../shared/compose.module.css';
import { useSize } from '../shared/use-size.ts';

interface GroupSizeProps extends Pick<Audience, 'of' | 'by'> {
  institutionId: number;
}

/** How many people belong to a group in the making. */
export function GroupSize({ institutionId, of, by }: GroupSizeProps) {
  const error = use(FormErrors)['audience'];
  const { people, problem } = useSize(institutionId, { of, by });
  const hasRules = by.length > 0;
  const words = hasRules
    ? problem || (people === null ? '' : `${countOf(people, 'person', 'people')} now.`)
    : 'Choose who belongs to the group.';
  return (
    <p className={classes.size} role={error && !hasRules ? 'alert' : 'status'}>
      {words}
    </p>
  );
}
