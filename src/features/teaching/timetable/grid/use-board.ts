import { useCallback, useMemo, useRef, useState, useEffect } from 'react';
import { toast } from '#ui/overlays/toast.ts';
import { explain, remote } from '#web/client/remote.ts';
import { Board } from '../draft/board.ts';
import type { Draft, DraftLesson } from '../draft/draft.ts';
import { withRoom } from '../draft/room-clashes.ts';

interface Answer {
  revision: number;
  lessons: DraftLesson[];
  warnings: string[];
}
type Changes = { revision: number; draft: Draft | null };
type Step = { undo: () => Promise<boolean> };

/** The draft on the screen: moved at once, saved by the server, and kept up with what others do. */
export function useBoard(timetableId: number, first: Draft, firstRevision: number, canEdit: boolean) {
  const [draft, setDraft] = useState(first);
  const [steps, setSteps] = useState<Step[]>([]);
  const [said, say] = useState('');
  const revision = useRef(firstRevision);
  const sending = useRef(0);
  const board = useMemo(() => new Board(draft), [draft]);
  const here = `/timetables/${timetableId}`;

  const look = useCallback(
    async (isAfterRefusal = false) => {
      if (sending.current > 0) return;
      try {
        const { json } = await remote<Changes>('get', `${here}/changes`, {
          since: isAfterRefusal ? 0 : revision.current,
        });
        if (sending.current > 0 || !json.draft) return;
        revision.current = json.revision;
        setDraft(json.draft);
        if (!isAfterRefusal) say('Someone else has changed the timetable. You’re seeing the latest version.');
      } catch {
        // Without a network nothing is new; the next look asks again.
      }
    },
    [here],
  );

  useLookAgain(look);

  const apply = (lessons: DraftLesson[]) =>
    setDraft((now) => ({
      ...now,
      lessons: now.lessons.map((lesson) => lessons.find(({ id }) => id === lesson.id) ?? lesson),
    }));

  /** Shows it at once; what the server refuses is taken back and said. */
  async function send(act: string, body: object, shown: DraftLesson[], words: string): Promise<boolean> {
    apply(shown);
    sending.current += 1;
    try {
      const { json } = await remote<Answer>('post', `${here}/${act}`, body as never);
      // A revision in between is somebody else’s: the next look brings it.
      if (json.revision === revision.current + 1) revision.current = json.revision;
      apply(json.lessons);
      say([words, ...json.warnings].join(' '));
      return true;
    } catch (error) {
      const { errors, message } = explain(error);
      const why = Object.values(errors).join(' ') || message;
      say(why);
      toast({ tone: 'bad', message: why });
      sending.current -= 1;
      await look(true);
      sending.current += 1;
      return false;
    } finally {
      sending.current -= 1;
    }
  }

  const moved = (lesson: DraftLesson, weekday: number | null, period: number | null): DraftLesson => ({
    ...lesson,
    weekday,
    period,
    rooms: weekday === null ? [] : lesson.rooms,
  });
  const sendPlace = (lesson: DraftLesson, weekday: number, period: number, words: string) =>
    send(
      'place',
      { lessonId: lesson.id, weekday, period, wasWeekday: lesson.weekday, wasPeriod: lesson.period },
      [moved(lesson, weekday, period)],
      words,
    );
  const sendUnplace = (lesson: DraftLesson, words: string) =>
    send('unplace', { lessonIds: [lesson.id] }, [moved(lesson, null, null)], words);
  const keep = (step: Step) => setSteps((now) => [...now.slice(-49), step]);

  return {
    board,
    said,
    say,
    canUndo: canEdit && steps.length > 0,
    async place(lesson: DraftLesson, weekday: number, period: number, words: string) {
      const isDone = await sendPlace(lesson, weekday, period, words);
      const now = moved(lesson, weekday, period);
      if (!isDone) return;
      const { weekday: from, period: at } = lesson;
      keep({
        undo: () =>
          from === null || at === null
            ? sendUnplace(now, 'Undone: back in the tray.')
            : sendPlace(now, from, at, 'Undone.'),
      });
    },
    async swap(one: DraftLesson, other: DraftLesson, words: string) {
      const body = { lessonId: one.id, otherLessonId: other.id };
      const shown = [moved(one, other.weekday, other.period), moved(other, one.weekday, one.period)];
      if (await send('swap', body, shown, words)) keep({ undo: () => send('swap', body, [one, other], 'Undone.') });
    },
    async unplace(lesson: DraftLesson, words: string) {
      const { weekday, period } = lesson;
      if ((await sendUnplace(lesson, words)) && weekday !== null && period !== null)
        keep({ undo: () => sendPlace(moved(lesson, null, null), weekday, period, 'Undone.') });
    },
    async chooseRoom(lesson: DraftLesson, partId: number, roomId: number | null, was: number | null) {
      const put = (to: number | null, from: number | null, words: string) =>
        send(
          'room',
          { lessonId: lesson.id, partId, roomId: to, wasRoomId: from },
          [{ ...lesson, rooms: withRoom(lesson.rooms, partId, to) }],
          words,
        );
      const name = roomId === null ? 'No room' : (board.names.room.get(roomId) ?? 'The room');
      if (await put(roomId, was, `${name} for ${board.wordsOf(lesson)}.`))
        keep({ undo: () => put(was, roomId, 'Undone.') });
    },
    lock: (lesson: DraftLesson, isLocked: boolean) =>
      send(
        'lock',
        { lessonIds: [lesson.id], isLocked },
        [{ ...lesson, isLocked }],
        isLocked ? 'Locked in place.' : 'Unlocked.',
      ),
    async undo() {
      const last = steps.at(-1);
      if (!last) return;
      setSteps((now) => now.slice(0, -1));
      await last.undo();
    },
  };
}

export type BoardActs = ReturnType<typeof useBoard>;

const lookEvery = 4000;

/** Looks every few seconds while the page is in sight, and when its window is used again. */
function useLookAgain(look: () => Promise<void>): void {
  useEffect(() => {
    const again = () => void (document.visibilityState === 'visible' && look());
    const timer = setInterval(again, lookEvery);
    window.addEventListener('focus', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', again);
    };
  }, [look]);
}
