import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AnswerReader } from './answers.ts';
import { chart } from './chart.ts';
import { MessageReader } from './counting-proxy.ts';
import { compare } from './guard.ts';
import { requestText } from './http.ts';
import { cpuOf, parseMegabytes, parseStat, residentOf } from './processes.ts';
import { quantiles } from './quantiles.ts';
import { appendFigures } from './record.ts';
import { asJson, exitStatus, rowLines, type Row } from './report.ts';
import { kilobytes } from './web/transfers.ts';
import { loadRows } from './web/web-table.ts';

describe('figures', () => {
  test('quantiles sort by value, whatever the order of the times', () => {
    const times = Array.from({ length: 1000 }, (_, at) => (at * 7919) % 1000);
    expect(quantiles(times)).toEqual({ p50: 500, p99: 990, worst: 999 });
    expect(quantiles([9, 100])).toMatchObject({ p50: 100, worst: 100 });
    expect(quantiles([]).p50).toBeNaN();
  });

  test('a row beyond its budget, or not measured at all, is marked and gives the command its status', () => {
    const kept: Row[] = [
      { what: 'quick enough', value: 25, unit: 'ms', budget: 25 },
      { what: 'part of the limit', value: 70, unit: '%', budget: 70, atLeast: true },
      { what: 'without a budget', value: 1e9, unit: 'ms' },
    ];
    expect(exitStatus(kept)).toBe(0);
    const missed: Row[] = [
      { what: 'too slow', value: 25.1, unit: 'ms', budget: 25 },
      { what: 'too little', value: 69.9, unit: '%', budget: 70, atLeast: true },
      { what: 'unknown', value: NaN, unit: 'MB', budget: 150 },
    ];
    for (const row of missed) expect([row.what, exitStatus([...kept, row])]).toEqual([row.what, 1]);
    expect(rowLines([...kept, ...missed]).map((line) => line[0])).toEqual(['✓', '✓', ' ', '✗', '✗', '✗']);
    const { rows } = JSON.parse(asJson({}, missed)) as { rows: { isMissed: boolean }[] };
    expect(rows.every((row) => row.isMissed)).toBe(true);
  });

  test('slower by more than a twentieth is told, by the best round of each side', () => {
    const kept = (list: number, start: number) => ({
      schools: [
        {
          figures: [
            { kind: 'limit', clients: 16, ratio: 1 },
            { kind: 'list swap', clients: 16, ratio: list },
            { kind: 'list swap', clients: 1, ratio: 0.1 },
          ],
        },
      ],
      rows: [{ what: 'start, initialised database', value: start }],
    });
    const slower = (now: ReturnType<typeof kept>[]) =>
      compare([kept(0.5, 2), kept(0.8, 1)], now).map(({ isSlower }) => isSlower);
    expect(slower([kept(0.4, 3), kept(0.77, 1.04)])).toEqual([false, false]);
    expect(slower([kept(0.75, 1.06), kept(0.4, 2)])).toEqual([true, true]);
    // What the commit before does not measure yet is compared with nothing.
    expect(compare([{ schools: [], rows: [] }], [kept(0.5, 1)])).toEqual([]);
  });

  test('recorded figures are appended below one line of headings', () => {
    const folder = mkdtempSync(join(tmpdir(), 'figures-'));
    const file = join(folder, 'figures.csv');
    const list: Row = { what: 'list swap, 16 clients', value: 71.619, unit: '%', budget: 70, atLeast: true };
    const later: Row[] = [
      { what: 'start', value: NaN, unit: 's', budget: 2 },
      { what: 'the "rest"', value: 5, unit: 'MB' },
    ];
    try {
      appendFigures({ file, date: '2026-11-27', commit: '04b2ab0e', rows: [list] });
      appendFigures({ file, date: '2026-11-28', commit: '5ce67a22', rows: later });
      expect(readFileSync(file, 'utf8').split('\n')).toEqual([
        'date,commit,figure,value,unit,budget',
        '2026-11-27,04b2ab0e,"list swap, 16 clients",71.62,%,≥ 70',
        '2026-11-28,5ce67a22,start,,s,≤ 2',
        '2026-11-28,5ce67a22,"the ""rest""",5,MB,',
        '',
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('the chart is well-formed, whatever the figures and their names', () => {
    const rows: Row[] = [
      { what: '<b> & "more"', value: 5, unit: 'ms', budget: 1 },
      { what: 'not measured', value: NaN, unit: 'ms', budget: 1 },
    ];
    const svg = chart('A & B', [{ school: '10000', perSecond: 1, ratio: 1.4 }], rows);
    expect(svg).toContain('&lt;b&gt; &amp; &quot;more&quot;');
    expect(svg).not.toMatch(/NaN"|Infinity"|width="-/);
    expect(unclosed(svg)).toEqual([]);
    expect(unclosed(chart('empty', [], []))).toEqual([]);
  });
});

test('the budget of a first load counts scripts and styles on the wire, in the middle of the runs', () => {
  const transfers = (bytes: number) => [
    { type: 'Document', path: '/students', bytes: 1e6 },
    { type: 'Script', path: '/assets/a.js', bytes },
    { type: 'Stylesheet', path: '/assets/a.css', bytes: 1024 },
  ];
  expect(kilobytes(transfers(1024), 'Script')).toBe(1);
  const load = {
    name: 'list',
    path: '/students',
    isSignedIn: true,
    wanted: { selector: 'tr', count: 50 },
    budget: 155,
  };
  const runs = [200, 100, 155].map((size) => ({ transfers: transfers(size * 1024), firstPaint: 1, painted: 2 }));
  const [row] = loadRows([{ ...load, runs }]);
  expect([row!.value, exitStatus([row!])]).toEqual([156, 1]);
});

/** The elements that are open at the end, or an error at the first that closes another one. */
function unclosed(svg: string): string[] {
  const open: string[] = [];
  for (const [, close, name, , self] of svg.matchAll(/<(\/?)(\w+)((?:\s[\w:-]+="[^"<]*")*)\s*(\/?)>|</g)) {
    if (!name) throw new Error('A sign that is no tag.');
    if (close && open.pop() !== name) throw new Error(`</${name}> closes another element.`);
    if (!close && !self) open.push(name);
  }
  return open;
}

describe('processes', () => {
  test("a name with spaces and parentheses does not shift a process's times", () => {
    const stat = '42 (node (a) b) S 1 42 42 0 -1 4194304 9 8 7 6 150 50 30 20 20 0 11 0 100 0 0';
    expect(parseStat(stat)).toEqual({ own: 2000, children: 500 });
  });

  test('memory is found by its name at the start of a line', () => {
    expect(parseMegabytes('SwapPss:  1024 kB\nPss:   2048 kB\nPss_Anon: 1 kB\n', 'Pss')).toBe(2);
    expect(parseMegabytes('', 'Pss')).toBeNaN();
  });

  test.runIf(process.platform === 'linux')('our own process has had time and has memory; nobody has none', () => {
    expect(cpuOf(process.pid)).toBeGreaterThan(0);
    expect(residentOf(process.pid)).toBeGreaterThan(10);
    expect([cpuOf(2 ** 30), residentOf(2 ** 30)]).toEqual([null, null]);
  });
});

describe('answers', () => {
  const fixed = 'HTTP/1.1 303 See Other\r\nContent-Length: 5\r\nlocation: /\r\n\r\nhello';
  const chunked = `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n1a\r\n${'\r\n0\r\n\r\n'.padEnd(26, 'x')}\r\n0\r\n\r\n`;

  test.each([
    [fixed, 303],
    [chunked, 200],
    ['HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', 200],
  ])('the end is found wherever the parts of %j are cut', (answer, status) => {
    for (let cut = 0; cut <= answer.length; cut++) {
      const reader = new AnswerReader();
      // One reader takes answer after answer.
      for (let time = 0; time < 2; time++) {
        reader.next();
        const parts = [answer.slice(0, cut), answer.slice(cut)].filter(Boolean).map((part) => Buffer.from(part));
        const ends = parts.map((part) => reader.take(part));
        expect([cut, ends.at(-1), ends.slice(0, -1).includes(true)]).toEqual([cut, true, false]);
        expect([reader.status, reader.bytes]).toEqual([status, answer.length]);
      }
    }
  });

  test('a request names the length of its body in bytes', () => {
    expect(requestText({ method: 'POST', path: '/a', body: 'é' })).toMatch(
      /^POST \/a HTTP[^]*content-length: 2\r\n\r\né$/,
    );
  });
});

test('statements are counted in a stream to PostgreSQL, wherever it is cut', () => {
  const message = (letter: string, body: string) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(letter), length, Buffer.from(body)]);
  };
  const stream = Buffer.concat([
    message('', 'user akada EQEQ'),
    message('Q', 'begin'),
    message('P', 'E'),
    message('B', 'Q'),
    message('E', ''),
    message('S', ''),
    message('X', ''),
  ]);
  for (let cut = 0; cut <= stream.length; cut++) {
    const reader = new MessageReader();
    expect([cut, reader.countExecuted(stream.subarray(0, cut)) + reader.countExecuted(stream.subarray(cut))]).toEqual([
      cut,
      2,
    ]);
  }
});
