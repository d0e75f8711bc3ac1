import { names } from '#features/geography/names.demo.ts';

const surnames = Object.values(names).flatMap((one) => one.surnames);
const part = (turn: number) => surnames[(turn * 7) % surnames.length]!.slice(1, 4);

/** What people type, by how much it finds. Each turn asks something else, so that no answer is a remembered one. */
export const searches = (size: number): Record<string, (turn: number) => string> => {
  const number = (turn: number) => String(1 + ((turn * 7919) % size)).padStart(7, '0');
  return {
    'three letters of a surname': part,
    'a whole surname': (turn) => surnames[turn % surnames.length]!,
    'surname and first name': (turn) =>
      `${surnames[turn % surnames.length]!} ${names.yoruba.female[turn % 20]!.slice(0, 4)}`,
    'an admission number': (turn) => `/${number(turn)}`,
    'the end of a phone number': (turn) => String((turn * 104_729) % 1_000_000).padStart(6, '0'),
    'three letters found everywhere': (turn) => ['ola', 'ade', '+23', '/00'][turn % 4]!,
    'one or two letters': (turn) => ['a', 'ok', 'zz', 'ba'][turn % 4]!,
    'what nobody is called': (turn) => `qxz${turn % 100}`,
  };
};

export const searchAddress = (q: string) => `/students?${new URLSearchParams({ q })}`;
