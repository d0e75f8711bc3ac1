import { searchable } from '#kernel/searchable.ts';
import { quote } from '../engine/clean.ts';
import type { PersonRecord, Surroundings } from '../engine/field.ts';
import { email, phone } from '../engine/read-value.ts';
import { readYesNo, splitName, splitTitle, tidyName } from '../engine/words.ts';
import type { LinkAnswers, linkAnswers } from './guardian-columns.ts';
import { answerColumn } from './parent-answers.ts';
import { parentRoles, type ParentRole, type ParentRecord } from './parent-columns.ts';

type Texts = Readonly<Record<string, string>>;
type Add = (field: string, message: string) => void;

/** The guardians in a row of a student. */
export function readParents(
  texts: Texts,
  surroundings: Surroundings,
  pupil: PersonRecord,
  { tidyNames }: { tidyNames: boolean },
  add: Add,
): ParentRecord[] {
  const parents = parentRoles.flatMap((role): ParentRecord[] => {
    const [written, phones, address] = [texts[`${role}Name`], texts[`${role}Phone`], texts[`${role}Email`]];
    const relationText = role === 'guardian' ? texts['guardianRelation'] : undefined;
    if (!written) {
      if (phones || address)
        add(`${role}Phone`, `The ${role}’s name is missing. Enter it, or clear the phone and e-mail.`);
      return [];
    }
    const answers = readAnswers(role, texts, add);
    const named = readParentName(written, pupil.surname);
    if (!named) {
      add(`${role}Name`, `${quote(written)} is a single name. Enter a title or the full name.`);
      return [];
    }
    const numbers = readPhones(phones ?? '', surroundings.countryId, (message) => add(`${role}Phone`, message));
    const mail = address ? email(address) : { ok: null };
    if ('problem' in mail) add(`${role}Email`, mail.problem);
    const tidy = (name: string) => (tidyNames ? tidyName(name) : name);
    const said = relationText || named.relation || (role === 'guardian' ? '' : role);
    return [
      {
        role,
        title: named.title || null,
        surname: tidy(named.surname),
        firstName: tidy(named.firstName),
        middleName: tidy(named.middleName) || null,
        // Messages go to the mobile number.
        mobile: numbers[1] ? numbers[0]! : null,
        phone: numbers[1] ?? numbers[0] ?? null,
        email: 'ok' in mail ? mail.ok : null,
        custom: new Map(),
        children: [{ ...answers, number: '', relation: said ? said[0]!.toUpperCase() + said.slice(1) : null }],
      },
    ];
  });
  const kin = parents.filter(({ children: [child] }) => child!.isNextOfKin);
  if (kin[1])
    add(answerColumn(kin[1].role, 'isNextOfKin'), 'A student has one next of kin. Change one of the cells to “no”.');
  else if (kin[0] && texts['nextOfKinName'])
    add(
      answerColumn(kin[0].role, 'isNextOfKin'),
      'The row has another next of kin by name. Change this cell to “no”, or leave that name out.',
    );
  return parents;
}

function readAnswers(role: ParentRole, texts: Texts, add: Add): LinkAnswers {
  const read = (key: (typeof linkAnswers)[number]) => {
    const column = answerColumn(role, key);
    const cell = texts[column];
    const yes = cell ? readYesNo(cell) : null;
    if (cell && yes === null) add(column, `${quote(cell)} is not a valid value. Use yes or no.`);
    return yes;
  };
  return {
    paysFees: read('paysFees'),
    mayCollect: read('mayCollect'),
    receivesSms: read('receivesSms'),
    isNextOfKin: read('isNextOfKin'),
  };
}

/** 'Mr & Mrs Obi Chukwuma', 'Mrs. EZE (aunt)', 'Alhaji Bello'. Of a single name, the title stands for the first name. */
function readParentName(written: string, pupilSurname: string) {
  const [, before, inBrackets] = /^(.*?)\s*\(([\p{L} .-]{2,30})\)$/u.exec(written) ?? [];
  const isTitle = inBrackets !== undefined && splitTitle(`${inBrackets} X`).title !== '';
  const relation = isTitle ? '' : (inBrackets ?? '');
  const { title, name } = splitTitle(inBrackets === undefined || isTitle ? written : before!);
  const words = name.split(/\s+/);
  const standsLast = searchable(words.at(-1) ?? '') === searchable(pupilSurname);
  const split = splitName(name, standsLast ? 'last' : 'first');
  if (split) return { title, relation, ...split };
  const stand = title || (relation && relation[0]!.toUpperCase() + relation.slice(1));
  return name && stand ? { title: '', relation, surname: name, firstName: stand, middleName: '' } : null;
}

/** One or two numbers in a cell, between slashes, commas, semicolons or 'or'. */
function readPhones(cell: string, countryId: string, refuse: (message: string) => void): string[] {
  if (!cell) return [];
  const whole = phone(cell, countryId);
  const parts = cell.split(/\s*(?:[/;,&]|\bor\b|\band\b)\s*/i).filter(Boolean);
  const read = parts.length > 1 ? parts.map((part) => phone(part, countryId)) : [whole];
  if (read.every((one) => 'ok' in one)) {
    const numbers = [...new Set(read.map((one) => one.ok))];
    if (numbers.length <= 2) return numbers;
    refuse(`${quote(cell)} has more than two numbers. Leave two.`);
  } else if ('ok' in whole) return [whole.ok];
  else refuse(read.flatMap((one) => ('problem' in one ? one.problem : []))[0]!);
  return [];
}
