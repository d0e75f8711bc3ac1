import { weekdayName } from '../timetable.ts';
import { type Board, type Clash } from './board.ts';
import type { DraftLesson, Relation, RelationKind } from './draft.ts';

type Check = (look: Look) => string | null;
type Placed = DraftLesson & { weekday: number; period: number };
interface Look {
  board: Board;
  relation: Relation;
  /** The lesson as it would lie. */
  lesson: Placed;
  gone: ReadonlySet<number>;
}

/** Rules about several lessons that one would break at a place. Lessons without a place are not held against it. */
export const relationsAgainst = (
  board: Board,
  lesson: DraftLesson,
  weekday: number,
  period: number,
  gone: ReadonlySet<number>,
): Clash[] =>
  board.relationsOf(lesson.setId).flatMap((relation) => {
    // A kind of a later version is not known.
    const words = checks[relation.kind]?.({ board, relation, lesson: { ...lesson, weekday, period }, gone });
    return !words ? [] : { kind: 'wish' as const, words, isHard: false };
  });

const isPlaced = (lesson: DraftLesson): lesson is Placed => lesson.weekday !== null && lesson.period !== null;
const endOf = ({ period, length }: Placed): number => period + length;
/** In the order of the week. */
const at = ({ weekday, period }: Placed): number => weekday * 100 + period;

/** The placed lessons of a set without those that leave. */
const placedOf = ({ board, gone }: Look, setId: number): Placed[] =>
  board.lessonsOf(setId).flatMap((lesson) => (!gone.has(lesson.id) && isPlaced(lesson) ? lesson : []));

const others = ({ relation, lesson }: Look): number[] => relation.setIds.filter((id) => id !== lesson.setId);
const nameOf = ({ board }: Look, setId: number): string => board.wordsOf({ setId });

/**
 * The first other set with a partner for each of these lessons, but none for this one. While some of that set have no
 * place, one of them can still become the partner.
 */
function without(look: Look, isPartner: (other: Placed) => boolean): number | undefined {
  const own = look.board.lessonsOf(look.lesson.setId).length;
  return others(look).find((setId) => {
    const all = look.board.lessonsOf(setId).length;
    const placed = placedOf(look, setId);
    return own <= all && placed.length === all && !placed.some(isPartner);
  });
}

const checks: Partial<Record<string, Check>> = {
  neverTogether: (look) => {
    const { lesson } = look;
    const other = others(look)
      .flatMap((setId) => placedOf(look, setId))
      .find((one) => one.weekday === lesson.weekday && one.period < endOf(lesson) && lesson.period < endOf(one));
    return other ? `It must not be at the same time as ${look.board.wordsOf(other)}.` : null;
  },
  startTogether: (look) => {
    const { weekday, period } = look.lesson;
    const setId = without(look, (one) => one.weekday === weekday && one.period === period);
    return setId === undefined ? null : `It must begin together with ${nameOf(look, setId)}.`;
  },
  sameDay: (look) => {
    const setId = without(look, (one) => one.weekday === look.lesson.weekday);
    return setId === undefined ? null : `It must be on the same day as ${nameOf(look, setId)}.`;
  },
  daysApart: (look) => {
    const { board, relation, lesson } = look;
    const days = board.draft.days.map(({ weekday }) => weekday);
    const most = relation.number ?? 1;
    const other = relation.setIds
      .flatMap((setId) => placedOf(look, setId))
      .find((one) => one.id !== lesson.id && Math.abs(days.indexOf(one.weekday) - days.indexOf(lesson.weekday)) < most);
    return other ? `${board.wordsOf(other)} is on ${weekdayName(other.weekday)}: ${apart(most)}.` : null;
  },
  inOrder: (look) => {
    const { board, relation, lesson } = look;
    const [first, second] = relation.setIds.map((setId) =>
      [...placedOf(look, setId), ...(setId === lesson.setId ? [lesson] : [])].toSorted(
        (one, other) => at(one) - at(other),
      ),
    );
    // Which of several comes first is known once all have places.
    const isWhole = [first, second].every(
      (placed, n) => placed?.length === board.lessonsOf(relation.setIds[n]!).length,
    );
    const isBroken = isWhole && first!.some((one, n) => second![n] && at(one) + one.length > at(second![n]));
    if (!isBroken) return null;
    return lesson.setId === relation.setIds[0]
      ? `It must come before ${nameOf(look, relation.setIds[1]!)} in the week.`
      : `It must come after ${nameOf(look, relation.setIds[0]!)} in the week.`;
  },
  oneAfterOther: (look) => {
    const { lesson, relation } = look;
    const isFirst = lesson.setId === relation.setIds[0];
    const setId = without(look, (one) => (isFirst ? follows(one, lesson) : follows(lesson, one)));
    if (setId === undefined) return null;
    return isFirst
      ? `${nameOf(look, setId)} must follow directly after it.`
      : `It must follow directly after ${nameOf(look, setId)}.`;
  },
  sideBySide: (look) => {
    const setId = without(look, (one) => follows(one, look.lesson) || follows(look.lesson, one));
    return setId === undefined ? null : `It must be directly before or after ${nameOf(look, setId)}.`;
  },
} satisfies Record<RelationKind, Check>;

const follows = (one: Placed, before: Placed): boolean =>
  one.weekday === before.weekday && one.period === endOf(before);
const apart = (days: number): string =>
  days === 1 ? 'they must be on different days' : `they must be ${days} days apart`;
