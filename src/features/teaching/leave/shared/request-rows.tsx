import { Link } from '#ui/link.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { EmployeeLeave } from '../own-leave.ts';
import { LeaveState } from './leave-state.tsx';
import { dayCountText, leaveDates } from './leave-text.ts';
import classes from './leave.module.css';

/** Requests for leave, each leading to its page where the viewer may open it. */
export function RequestRows({ requests, canOpen = true }: { requests: EmployeeLeave['requests']; canOpen?: boolean }) {
  const { href } = useAddress();
  if (requests.length === 0) return <p className={classes.none}>No requests yet.</p>;
  return (
    <ul className={classes.rows}>
      {requests.map((request) => {
        const words = (
          <>
            <b>{leaveDates(request)}</b>
            <span>
              {request.type} · {dayCountText(request.days)}
            </span>
          </>
        );
        return (
          <li key={request.id}>
            {canOpen ? <Link href={href(`/leave-requests/${request.id}`)}>{words}</Link> : <span>{words}</span>}
            <LeaveState state={request.state} />
          </li>
        );
      })}
    </ul>
  );
}
