import { count } from './format.ts';
import { Secondary } from './text.tsx';

interface ListEndProps {
  shown: number;
  /** The list goes on behind those shown, as `bounded` found. */
  isMore: boolean;
  /** What they are, where the page shows others beside them. */
  of?: string;
  /** How to reach the others. */
  next: string;
}

/** Says so where a list ends before its rows do; nothing otherwise. */
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
