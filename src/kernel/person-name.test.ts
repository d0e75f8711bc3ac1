import { expect, test } from 'vitest';
import { isPersonName } from './person-name.ts';

test.each([
  'Ada', 'Ma\'aruf', 'Ma’aruf', 'N\'Golo', 'N‘Golo', 'Adéyẹmí', 'Ọláwọyin', 'Chukwuemeka-Odumegwu', 'J. B.', 'J.B.', 'St. John',
  'da Silva dos Santos', 'Maria da Conceição dos Santos', 'van der Berg', 'ADEBAYO', 'ada', 'محمد', '李',
  'Oluwadamilola Chukwuemeka-Odumegwu Oluwafunmilayo Ayọ̀bámi Ade', 'D’Angelo (Tolu)', 'Al-Amin',
])('%s is a name', (name) => expect(isPersonName(name)).toBe(true));

test.each([
  'http://evil.example', 'www.evil.example', 'evil.example', 't.co', 'EVIL.NG', 'Pay N2000', '0803', 'Ada 2', 'a@b',
  'Your child was sent home', 'He was sent home. To bring him back', 'Pay now!', 'Pay: now', 'Call/pay', 'www evil ng', '...', '-',
  'Pay now or lose your place at this school today', 'Ada\u202e',
])('%s is none', (text) => expect(isPersonName(text)).toBe(false));
