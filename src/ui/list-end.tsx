import { count } from './format.ts';
import { Secondary } from './text.tsx';

/** Says so where a list ends before its rows do; nothing otherwise. */
export function ListEnd({ shown, limit, next }: { shown: number; limit: number; next: string }) {
  if (shown < limit) return null;
  return (
    <p role="note">
      <Secondary>
        Only the first {count(limit)} are shown. {next}
      </Secondary>
    </p>
  );
}
