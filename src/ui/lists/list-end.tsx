import { count } from '../format.ts';
import { Secondary } from '../text.tsx';

interface ListEndProps {
  shown: number;
  /** Whether there are more rows, from `bounded`. */
  isMore: boolean;
  /** The noun of the rows, if the page has several lists. */
  of?: string;
  /** How to reach the rest. */
  next: string;
}

/** A note below a list that does not show all rows. */
export function ListEnd({ shown, isMore, of, next }: ListEndProps) {
  if (!isMore) return null;
  return (
    <p role="note">
      <Secondary>
        Only the first {count(shown)}
        {of && ` ${of}`} are shown. {next}
      </Secondary>
    </p>
  );
}
