import fc from 'fast-check';
import { expect, test } from 'vitest';
import { segmentsOf } from '#kernel/messages/segments.ts';
import { largestAmount, decimal } from '#kernel/money.ts';
import { stopAnswers } from '../incoming/receive-incoming.ts';
import { howToAsk, noAnswer, resultAnswer, inNameOf } from './answer-question.ts';
import { balanceAnswer } from './answer-question.ts';
import { beginsWithStop, keywordOf, questionOf } from './question.ts';

const child = {
  studentId: 1,
  guardianId: 1,
  name: 'Ọláwọyin Bakare',
  school: 'Ilorin Grammar School',
  currency: 'NGN',
};

test('a balance says exactly what is owed', () => {
  const say = (owed: number, overdue = 0, credit = 0) => balanceAnswer(child, { owed, overdue, credit });
  const who = 'Ilorin Grammar School: Olawoyin Bakare';
  expect(say(0)).toBe(`${who} owes nothing.`);
  expect(say(0, 0, 500_00)).toBe(`${who} owes nothing. Credit: NGN 500.00.`);
  expect(say(45_000_00)).toBe(`${who} owes NGN 45,000.00.`);
  expect(say(45_000_00, 20_000_00)).toBe(`${who} owes NGN 45,000.00, of which NGN 20,000.00 is overdue.`);
  expect(say(45_000_05, 45_000_05)).toBe(`${who} owes NGN 45,000.05, all of it overdue.`);
});

test('an answer is one part, with whole sums, whatever the names are', () => {
  const name = fc.string({ unit: 'binary', minLength: 0, maxLength: 200 });
  const sum = fc.integer({ min: 0, max: largestAmount });
  fc.assert(
    fc.property(name, name, sum, sum, sum, (school, student, owed, overdue, credit) => {
      const text = balanceAnswer(
        { ...child, school, name: student },
        { owed, overdue: Math.min(owed, overdue), credit },
      );
      expect(segmentsOf(text)).toMatchObject({ parts: 1, encoding: 'GSM-7' });
      if (owed > 0) expect(text).toContain(`owes NGN ${decimal(owed)}`);
      if (credit > 0) expect(text.endsWith(`Credit: NGN ${decimal(credit)}.`)).toBe(true);
    }),
  );
  fc.assert(
    fc.property(name, name, name, name, fc.nat(500), (school, student, term, session, n) => {
      const summary = {
        average: '1250/3',
        inBatch: { position: n, of: n, tied: false },
        counted: n,
        passed: n,
        gpa: null,
      };
      const text = resultAnswer({ school, name: student }, { termId: 1, programId: 1, term, session, summary });
      expect(segmentsOf(text)).toMatchObject({ parts: 1, encoding: 'GSM-7' });
      expect(text).toContain(`average 416.67, position ${n} of ${n}, ${n} of ${n} passed.`);
    }),
  );
});

test('every answer of ours is one part and names the school', () => {
  for (const text of [noAnswer, ...Object.values(howToAsk), stopAnswers.stopped('WhatsApp'), stopAnswers.asked()])
    for (const school of ['Ilorin Grammar School', 'Ẹ̀kọ́ Ọmọ '.repeat(30)]) {
      const said = inNameOf(school, text);
      expect(segmentsOf(said)).toMatchObject({ parts: 1, encoding: 'GSM-7' });
      expect(said).toMatch(/^(Ilorin Grammar|Eko Omo)/);
      expect(said.endsWith(text)).toBe(true);
    }
});

test('keywords stand alone; a question names an admission number', () => {
  expect(['STOP', ' stop. ', 'Stop all', 'start', 'Wrong!'].map((text) => keywordOf(text)?.word)).toEqual([
    'stop',
    'stop',
    'stop',
    'start',
    'wrong',
  ]);
  expect(keywordOf('wrong 482913.')).toEqual({ word: 'wrong', code: '482913' });
  expect(['Please stop the noise', 'Wrong 4829', 'constructor'].map(keywordOf)).toEqual([null, null, null]);
  expect(questionOf('bal 2026/0014')).toEqual({ kind: 'balance', number: '2026/0014' });
  expect(questionOf('RESULT 2026/0014 100 123456789012')).toMatchObject({ serial: '100', pin: '123456789012' });
  const alone = { kind: 'result', number: '2026/0014', serial: '', pin: '123456789012' };
  expect(questionOf('RESULT 2026/0014 123456789012')).toEqual(alone);
  expect(questionOf('result ADM 14/A 1234 5678-9012')).toEqual({ ...alone, number: 'ADM 14/A', pin: '1234 5678-9012' });
  expect(questionOf('RESULT 2026/0014 100 1234 5678 9012')).toMatchObject({ number: '2026/0014', serial: '100' });
  // A mistyped pin is not kept as part of the number.
  expect(questionOf('RESULT 2026/0014 12345678901')).toMatchObject({ number: '2026/0014', pin: '' });
  expect(questionOf('RESULT 2026/0014 100 12345')).toMatchObject({ number: '2026/0014', serial: '100' });
  expect(questionOf('Results are late')).toBeNull();
  // Asked about without a number.
  expect(['BALANCE', 'bal?', 'Balance please'].map((text) => questionOf(text)?.kind)).toEqual(Array(3).fill('balance'));
  expect(['RESULT', 'Results?'].map(questionOf)).toEqual(
    Array(2).fill({ kind: 'result', number: '', serial: '', pin: '' }),
  );
  const stops = ['Stop sending me this', 'STOP, I have paid', 'Stop', 'stop all', 'Stopped raining?', 'Please stop'];
  expect(stops.map(beginsWithStop)).toEqual([true, true, false, false, false, false]);
});
