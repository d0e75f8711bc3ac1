import { describe, expect, it } from 'vitest';
import { dateText, dateTimeText, initials, listName, money, phoneText, textName } from './format.ts';
import { href, withParams } from './href.ts';
import { toMinor } from './forms/money-field.tsx';

describe('addresses', () => {
  it('keep the institution and the session, and nothing else of the page before', () => {
    expect(href('/students', { batch: 3 }, '?institution_id=2&academic_session=5&q=obi')).toBe(
      '/students?institution_id=2&academic_session=5&batch=3',
    );
    expect(href('/students?institution_id=9', {}, '?institution_id=2')).toBe('/students?institution_id=9');
  });

  it('lose a parameter that is null or empty, and repeat one that is a list', () => {
    expect(withParams('/students?q=obi&batch=3', { q: null, batch: '' })).toBe('/students');
    expect(withParams('/students', { id: [1, 2] })).toBe('/students?id=1&id=2');
  });
});

describe('words for people, days and money', () => {
  it('shows 20 Nov 2026, 08:05 am and ₦12,500.00', () => {
    expect(dateText('2026-11-20')).toBe('20 Nov 2026');
    expect(dateTimeText('2026-11-20T07:05:00Z', 'Africa/Lagos')).toBe('20 Nov 2026, 08:05 am');
    expect(dateTimeText('2026-11-20T23:05:00Z', 'Africa/Lagos')).toBe('21 Nov 2026, 12:05 am');
    expect(money(1250000)).toBe('₦12,500.00');
    expect(money(-5, 'USD')).toBe('−$0.05');
  });

  it('shows phone numbers of any country in groups behind the code of the country', () => {
    expect(phoneText('+2348031234567')).toBe('+234 803 123 4567');
    expect(phoneText('+447911123456')).toBe('+44 791 112 3456');
    expect(phoneText('+12125550123')).toBe('+1 212 555 0123');
    expect(phoneText('+233241234567')).toBe('+233 241 234 567');
    expect([phoneText('0803'), phoneText(null)]).toEqual(['0803', null]);
  });

  it('shows the day of a moment where the school is, and a day as it is', () => {
    expect(dateText('2026-11-20T23:13:00.000Z', 'Africa/Lagos')).toBe('21 Nov 2026');
    expect(dateText('2026-11-20T23:13:00+00', 'Africa/Lagos')).toBe('21 Nov 2026');
    expect(dateText('2026-11-20', 'America/New_York')).toBe('20 Nov 2026');
    expect(dateText(null)).toBe('');
  });

  it('takes typed naira as whole kobo', () => {
    expect(toMinor('12,500.5')).toBe(1250050);
    expect(toMinor(' 7 ')).toBe(700);
    expect(toMinor('1.005')).toBeNull();
    expect(toMinor('ten')).toBeNull();
  });

  it('names a person surname first in lists and last in text', () => {
    const ada = { surname: 'Obi', firstName: 'Ada', middleName: 'Ngozi' };
    expect(listName(ada)).toBe('Obi, Ada Ngozi');
    expect(textName({ ...ada, middleName: null })).toBe('Ada Obi');
    expect([initials('Obi, Ada Ngozi'), initials('Ada Ngozi Obi'), initials('Ada')]).toEqual(['AO', 'AO', 'A']);
  });
});
