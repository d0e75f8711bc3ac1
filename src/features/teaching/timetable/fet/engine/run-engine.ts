import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Exit, Order, Request } from './guard.process.ts';
import type { FetPlace } from '../format/fet-problem.ts';
import { readFet } from '../format/read-fet.ts';
import { lessonOfActivity } from '../problem/rule-constraints.ts';
import type { Note } from '../places/placings-of.ts';

const guard = fileURLToPath(new URL('./guard.process.ts', import.meta.url));
const mostMemory = 1024 * 1_048_576;
const lookEvery = 1000;

interface Engine {
  program: string;
  seconds: number;
  /** The server is stopping: FET is killed, and the job begins again later. */
  signal: AbortSignal;
  /** Called every second; an answer of true ends the search with the best that was found. */
  onProgress(placed: number): Promise<boolean>;
}

/** Runs FET on a file in a folder of its own, and reads what it found. */
export async function runEngine(content: string, { program, seconds, signal, onProgress }: Engine): Promise<Outcome> {
  signal.throwIfAborted();
  const folder = await mkdtemp(join(tmpdir(), 'akada-fet-'));
  const input = join(folder, `${problemName}.fet`);
  const output = join(folder, 'result');
  try {
    await writeFile(input, content, { mode: 0o600 });
    const args = [
      `--inputfile=${input}`,
      `--outputdir=${output}`,
      `--timelimitseconds=${seconds}`,
      '--htmllevel=0',
      '--language=en_US',
      ...unwanted.map((name) => `--writetimetable${name}=false`),
    ];
    const ended = await guarded({ program, args, folder, seconds, bytes: mostMemory }, signal, async () =>
      onProgress(await placedSoFar(output)),
    );
    return await readOutcome(output, ended);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Pages that nobody reads. FET 6.8 takes `sactivitytags` for the activities themselves, so it is not among them. */
const unwanted = ['sstatistics', 'sdayshorizontal', 'sdaysvertical', 'stimehorizontal', 'stimevertical'];

async function guarded(order: Order, signal: AbortSignal, look: () => Promise<boolean>): Promise<Exit> {
  const { PATH } = process.env;
  const child = fork(guard, [], {
    execArgv: ['--max-old-space-size=64'],
    env: { PATH },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('error', () => {});
  const send = (request: Request) => void (child.connected && child.send(request, () => {}));
  let isStopping = false;
  let isLooking = false;
  const timer = setInterval(() => {
    if (isStopping || isLooking) return;
    isLooking = true;
    void look()
      .then(
        (ends) => {
          if (!ends) return;
          isStopping = true;
          send('stop');
        },
        () => {},
      )
      .finally(() => (isLooking = false));
  }, lookEvery);
  const settled = new AbortController();
  const until = { signal: AbortSignal.any([signal, settled.signal]) };
  try {
    const answered = once(child, 'message', until) as Promise<[Exit]>;
    const gone = once(child, 'exit', until).then(() => Promise.reject(new Error('The process around FET ended.')));
    send(order);
    const [ended] = await Promise.race([answered, gone]);
    return ended;
  } finally {
    clearInterval(timer);
    settled.abort();
    // The guard ends FET with it.
    if (child.connected) child.disconnect();
  }
}

/** FET writes a line each time it has come further than before. */
async function placedSoFar(output: string): Promise<number> {
  const text = await readFile(join(output, 'logs', 'max_placed_activities.txt'), 'utf8').catch(() => '');
  return Math.max(0, ...[...text.matchAll(/reached (\d+) activities placed/g)].map(([, count]) => Number(count)));
}

export interface Outcome {
  /** Everything placed, only a part of it, or nothing at all. */
  end: 'whole' | 'part' | 'nothing';
  places: FetPlace[];
  notes: Note[];
  /** Why there is nothing, or not everything. */
  why: string | null;
}

/** FET names its results after the file. */
const problemName = 'timetable';
const mostNotes = 300;
const mostBytes = 30_000_000;

/** Reads what FET left behind. Its exit code says nothing: `logs/result.txt` does. */
async function readOutcome(output: string, { output: printed, why, failed }: Exit): Promise<Outcome> {
  const result = await textOf(join(output, 'logs', 'result.txt'));
  const folder = (name: string) => join(output, 'timetables', name);
  if (/Simulation successful/i.test(result)) {
    const places = await placesIn(folder(problemName));
    if (places) return { end: 'whole', places, notes: await conflictsIn(folder(problemName)), why: null };
  }
  const best = await placesIn(folder(`${problemName}-highest`));
  const notes = [
    ...(await difficultIn(output)),
    ...messagesIn(printed),
    ...(best ? await conflictsIn(folder(`${problemName}-highest`)) : []),
  ];
  const ended = reason(result, why, failed);
  return best?.some(({ day }) => day !== '')
    ? { end: 'part', places: best, notes, why: ended }
    : { end: 'nothing', places: [], notes, why: ended };
}

function reason(result: string, why: Exit['why'], failed?: string): string {
  if (failed) return 'FET could not be started on this server. Ask your ICT administrator to check its installation.';
  if (why === 'memory') return 'FET needed more than 1 GB of memory and was ended.';
  if (/Time exceeded/i.test(result) || why === 'time') return 'The time ran out before every lesson had a place.';
  if (/interrupted|stopped/i.test(result)) return 'It was stopped before every lesson had a place.';
  if (/Cannot precompute|impossible|data is wrong/i.test(result))
    return 'FET found that not all rules can be followed. See its messages below.';
  return 'FET ended without a timetable. See its messages below.';
}

async function placesIn(folder: string): Promise<FetPlace[] | null> {
  const bytes = await readFile(join(folder, `${problemName}_activities.xml`)).catch(() => null);
  if (!bytes || bytes.length > mostBytes) return null;
  const file = await readFet(bytes);
  return 'places' in file ? file.places : null;
}

/** At most a few megabytes: FET can write long lists. */
async function textOf(path: string): Promise<string> {
  const file = await open(path).catch(() => null);
  if (!file) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4_000_000), 0, 4_000_000, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

const lessonsIn = (line: string): number[] => [
  ...new Set(
    [...line.matchAll(/\bid\s*=\s*(\d{1,10})|\bId: (\d{1,10})/g)].map(
      ([, one, other]) => lessonOfActivity(Number(one ?? other)).lessonId,
    ),
  ),
];

/** Wishes that could not be kept. That a lesson has no place is said by the result itself. */
async function conflictsIn(folder: string): Promise<Note[]> {
  const text = await textOf(join(folder, `${problemName}_soft_conflicts.txt`));
  return text
    .split('\n')
    .filter((line) => /^(Time|Space) constraint /.test(line) && !/unallocated/.test(line))
    .slice(0, mostNotes)
    .map((line) => ({ words: plain(line), lessonIds: lessonsIn(line) }));
}

/** 'Time constraint min days between activities broken for …, increases conflicts total by 0.95' in a few words. */
function plain(line: string): string {
  const close = /being \d+ days too close, on days ([^,]+) and ([^,]+)/.exec(line);
  if (close)
    return `Lessons of a subject are too close: ${close[1] === close[2] ? `both on ${close[1]}` : `${close[1]} and ${close[2]}`}.`;
  const words = line
    .replace(/^(Time|Space) constraint /, '')
    .replace(/,? ?-? ?(this )?(increases|conflicts factor).*$/, '')
    .replaceAll(/ ?\bactivit(y|ies) (with )?id\s*=\s*\d+/g, '')
    .replaceAll(/ ?\([^()]* - [^()]*\)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`.slice(0, 400);
}

/** Where FET got stuck: the lesson that it could not place, and those that stand in its way. */
async function difficultIn(output: string): Promise<Note[]> {
  const text = await textOf(join(output, 'logs', 'difficult_activities.txt'));
  if (!text) return [];
  const [first = '', others = ''] = text.split('----------');
  const stuck = lessonsIn(first);
  const inTheWay = lessonsIn(others).slice(-12);
  return [
    ...(stuck.length > 0 ? [{ words: 'The search got stuck at this lesson.', lessonIds: stuck }] : []),
    ...(inTheWay.length > 0 ? [{ words: 'These lessons couldn’t be placed.', lessonIds: inTheWay }] : []),
  ];
}

/** Messages from FET about the data before it begins. Advice on its own window is left out. */
const messagesIn = (printed: string): Note[] =>
  [...printed.matchAll(/^Message: ([\s\S]*?)(?=^Button 0 text:|^Title: |\n\n)/gm)]
    .map(([, words = '']) => words.replaceAll(/\s+/g, ' ').trim())
    .filter(
      (words) =>
        /^(Cannot|FET|There|Impossible|Activity|The|For|Students|Teacher|Room)/i.test(words) &&
        !/weight less than 100%|allow empty days/.test(words),
    )
    .slice(0, 30)
    .map((words) => ({ words: words.slice(0, 600), lessonIds: lessonsIn(words) }));
