import type { Letterhead } from '#kernel/pdf/letterhead.ts';

/** What the tests of printed papers share. */
export const letterhead: Letterhead = {
  name: 'Olumo Heights College',
  motto: 'Ìmọ̀ ni agbára',
  lines: ['12 Ọbáfẹ́mi Awólọ́wọ̀ Way · Abẹ́òkúta', '+234 803 000 0000'],
  logo: null,
  accent: '#2b3a8f',
};

export const longName = 'Oluwafunmilayo Adebimpe-Olorunfunmi Temitope Ayodele-Ogunsanya Akintola-Babatunde';
