import { institutionsInView, membershipIn } from '#kernel/actor.ts';
import type { HomeCard } from '#kernel/contracts/home-card.ts';
import { today } from '#kernel/dates.ts';
import { ownBoard, type BoardRow } from './day-board.queries.ts';

export interface OwnRegisters {
  rows: BoardRow[];
  onDate: string;
}

/** On school days, for class teachers, or for the teachers of the day’s lessons. */
export const ownRegistersCard: HomeCard = {
  place: 5,
  may: ['attendance.takeOwn'],
  component: 'attendance/own-registers',
  async load(db, actor, wanted): Promise<OwnRegisters | null> {
    const [first] = institutionsInView(actor, wanted, 'attendance.takeOwn');
    if (first === undefined) return null;
    const onDate = today(membershipIn(actor, first)!.timeZone);
    const rows = await ownBoard(db, actor, onDate, wanted);
    return rows.length > 0 ? { rows, onDate } : null;
  },
};
