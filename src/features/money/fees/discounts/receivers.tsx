import { useAddress } from '#ui/hooks/use-address.ts';
import { LoadingState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import type { Receiver } from './receivers.queries.ts';
import classes from '../shared/fees.module.css';

/** The students who get a discount today: the first of them by name. */
export function Receivers({ receivers }: { receivers: { total: number; rows: Receiver[] } | undefined }) {
  const { href } = useAddress();
  if (!receivers) return <LoadingState />;
  const left = receivers.total - receivers.rows.length;
  return (
    <table className={classes.table}>
      <tbody>
        {receivers.rows.map(({ id, name, number, batch }) => (
          <tr key={id}>
            <td>
              <a href={href(`/students/${id}`)}>{name}</a> <Secondary>{number}</Secondary>
            </td>
            <td>{batch}</td>
          </tr>
        ))}
        {left > 0 && (
          <tr>
            <td colSpan={2}>And {left} more, by name. The preview of a fee’s bills shows each student’s discount.</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
