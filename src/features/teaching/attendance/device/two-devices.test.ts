import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { openSchoolDays, todayHere } from '#test/harness/school-days.ts';
import { markKindNames, type MarkKind } from '../mark-kinds.ts';
import { sameMark, type Mark } from '../marks/mark.ts';
import type { Entry, Place, Problem } from './outbox.ts';
import { RegisterDevice, shownIn, type Answer, type DeviceWorld } from './register-device.ts';

/*
 * Two people take one register on two devices, with and without a network, close their tabs and answer questions. The
 * model knows one rule: a mark is taken if its device had seen what stands there, and otherwise asked about.
 */
let world: Awaited<ReturnType<typeof startSchool>>;
let browsers: Browser[];
let students: number[];
let place: Place;

beforeAll(async () => {
  world = await startSchool();
  const { id, batchIds } = world.school.ilorin;
  await world.database.asSystem([id], (tx) => openSchoolDays(tx, id));
  browsers = await Promise.all([world.as('teacher'), world.as('registrar')]);
  place = { batchId: batchIds['JSS 2 A'], onDate: todayHere(), sitting: 1, offeringId: null };
  const rows = await world.database.asSystem([id], (tx) =>
    tx.execute<{ id: number }>(sql`select id::int as id from students where batch_id = ${place.batchId} order by id`),
  );
  students = rows.rows.map((row) => row.id);
});
afterAll(() => world.close());

const markOf = (kind: MarkKind, minutes: number): Mark => ({
  kind,
  codeId: null,
  minutes: kind === 'late' ? minutes : null,
  leftAt: null,
  remark: null,
});

/** A device whose storage outlives its page, as the browser's does. */
class Simulated {
  readonly #browser: Browser;
  readonly #model: Model;
  readonly #kept = new Map<string, string>();
  #ids = 0;
  isOnline = true;
  losesAnswers = false;
  base = new Map<number, Mark>();
  device!: RegisterDevice;

  constructor(browser: Browser, model: Model) {
    this.#browser = browser;
    this.#model = model;
  }

  /** The page is opened: what it shows comes from the server if there is a network. */
  async open(): Promise<void> {
    this.device = new RegisterDevice(this.#world());
    await this.device.load();
    if (this.isOnline) await this.look();
  }

  async look(): Promise<void> {
    this.base = await savedMarks(this.#browser);
    this.device.forgetFresh(place);
  }

  shown(): Map<number, Mark> {
    return shownIn(this.device.now(), place, this.base);
  }

  async mark(studentId: number, mark: Mark): Promise<void> {
    const was = this.shown().get(studentId) ?? null;
    if (sameMark(mark, was)) return;
    const { sent } = await this.device.save({
      ...place,
      label: 'JSS 2 A',
      reason: '',
      marks: [{ studentId, name: `${studentId}`, mark, was }],
    });
    await sent;
  }

  async decide(whose: 'mine' | 'theirs'): Promise<void> {
    const asked = this.device.now().outbox.find(({ state }) => state === 'asking');
    if (asked) await this.device.decide(asked.id, asked.problems![0]!.studentId, whose);
  }

  #world(): DeviceWorld {
    return {
      read: (name) => Promise.resolve(JSON.parse(this.#kept.get(name) ?? 'null')),
      write: (name, value) => Promise.resolve(void this.#kept.set(name, JSON.stringify(value))),
      send: (entry) => this.#send(entry),
      alone: (_name, work) => work(),
      tell: () => {},
      newId: () => `${(this.#ids += 1)}`,
      now: () => Date.now(),
    };
  }

  async #send(entry: Entry): Promise<Answer> {
    if (!this.isOnline) return { kind: 'away' };
    const { id: _, label: __, state: ___, ...sent } = entry;
    const answer = await this.#browser.post('/registers', {
      ...sent,
      sentAt: Date.now(),
      marks: entry.marks.map(({ studentId, mark, was }) => ({ studentId, mark, was })),
    });
    expect(answer.statusCode).toBe(200);
    const { problems } = answer.json() as { problems: Problem[] };
    expect(problems.map(({ studentId }) => studentId)).toEqual(this.#model.take(entry));
    if (!this.losesAnswers) return { kind: 'saved', problems };
    this.losesAnswers = false;
    return { kind: 'away' };
  }
}

/** What the register should have, by the one rule. */
class Model {
  readonly marks = new Map<number, Mark>();

  /** Takes the marks whose device had seen what stands there; returns the students of the others. */
  take({ marks }: Entry): number[] {
    return marks.flatMap(({ studentId, mark, was }) => {
      const current = this.marks.get(studentId) ?? null;
      if (sameMark(mark, current)) return [];
      if (!sameMark(current, was)) return studentId;
      this.marks.set(studentId, mark);
      return [];
    });
  }
}

async function savedMarks(browser: Browser): Promise<Map<number, Mark>> {
  const { batchId, onDate, sitting } = place;
  const { props } = await browser.page(`/registers/${batchId}?date=${onDate}&sitting=${sitting}`);
  const { rows } = props['sheet'] as { rows: { id: number; mark: Mark | null }[] };
  return new Map(rows.flatMap(({ id, mark }) => (mark ? [[id, mark] as const] : [])));
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('mark' as const),
      student: fc.nat(1),
      kind: fc.constantFrom(...markKindNames),
      minutes: fc.integer({ min: 1, max: 60 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('offline' as const, 'online' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('reload' as const, 'loseAnswer' as const, 'look' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      whose: fc.constantFrom('mine' as const, 'theirs' as const),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

async function act(device: Simulated, one: Step): Promise<void> {
  if (one.do === 'mark') return device.mark(students[one.student]!, markOf(one.kind, one.minutes));
  if (one.do === 'decide') return device.decide(one.whose);
  if (one.do === 'reload') return device.open();
  if (one.do === 'loseAnswer') return void (device.losesAnswers = true);
  if (one.do === 'look') return device.isOnline ? device.look() : undefined;
  device.isOnline = one.do === 'online';
  if (device.isOnline) await device.device.flush();
}

test('whatever two devices mark, lose and answer, the register has what the rule says, and both show it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(1), step), { minLength: 1, maxLength: 24 }), async (steps) => {
      const { id } = world.school.ilorin;
      await world.database.asSystem([id], async (tx) => {
        await tx.execute(sql`delete from attendance_registers where institution_id = ${id}`);
        await tx.execute(sql`delete from attendance_totals where institution_id = ${id}`);
      });
      const model = new Model();
      const devices = browsers.map((browser) => new Simulated(browser, model));
      for (const device of devices) await device.open();
      for (const [at, one] of steps) await act(devices[at]!, one);
      // Everybody comes back to a network and answers what is asked.
      for (let round = 0; round < 6; round += 1)
        for (const device of devices) {
          [device.isOnline, device.losesAnswers] = [true, false];
          await device.device.flush();
          // Each mark is asked about once a round at most.
          for (const _ of students)
            if (device.device.now().outbox.some(({ state }) => state === 'asking')) await device.decide('mine');
        }
      const saved = await savedMarks(browsers[0]!);
      expect([...saved].toSorted()).toEqual([...model.marks].toSorted());
      for (const device of devices) {
        expect(device.device.now().outbox).toEqual([]);
        await device.look();
        expect([...device.shown()].toSorted()).toEqual([...saved].toSorted());
      }
      // The totals are those of the register.
      const { rows } = await world.database.asSystem([id], (tx) =>
        tx.execute<{ called: number; absent: number }>(
          sql`select sum(called)::int as called, sum(absent)::int as absent from attendance_totals where institution_id = ${id}`,
        ),
      );
      expect(rows[0]!.called ?? 0).toBe(model.marks.size);
      expect(rows[0]!.absent ?? 0).toBe([...model.marks.values()].filter(({ kind }) => kind === 'absent').length);
    }),
    { numRuns: 25 },
  );
});
