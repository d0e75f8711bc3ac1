import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type Database } from '#kernel/database.ts';
import { freshDatabase } from '#test/harness/database.ts';
import { listCountries, listCountryChoices, listStates, loadGazetteer, type Gazetteer } from './geography.queries.ts';
import { lgas, states } from './geography.schema.ts';
import { countrySpellings, lgaSpellings, stateSpellings } from './spellings.ts';

let database: Database;
let places: Gazetteer;
let drop: () => Promise<void>;

beforeAll(async () => {
  const fresh = await freshDatabase();
  drop = fresh.drop;
  database = connect({ url: fresh.appUrl, max: 2 });
  places = await database.anonymous(loadGazetteer);
});

afterAll(async () => {
  await database?.close();
  await drop?.();
});

describe('what the database holds', () => {
  test('every country of ISO 3166-1, sorted as a person sorts', async () => {
    const countries = await database.anonymous(listCountries);
    expect(countries).toHaveLength(249);
    expect(countries.slice(0, 3).map(({ name }) => name)).toEqual(['Afghanistan', 'Åland Islands', 'Albania']);
  });

  test('Nigeria has 36 states and the Federal Capital Territory', async () => {
    const states = await database.anonymous((db) => listStates(db, 'NG'));
    expect(states).toHaveLength(37);
    expect(states).toContainEqual({ id: 'NG-FC', name: 'Federal Capital Territory' });
  });

  test('3636 top-level subdivisions of 200 countries, each under its country’s code and its only bearer of a name', async () => {
    const all = await database.anonymous((db) => db.select().from(states));
    expect([all.length, new Set(all.map(({ countryId }) => countryId)).size]).toEqual([3636, 200]);
    expect(all.filter(({ id, countryId }) => !new RegExp(`^${countryId}-[A-Z0-9]{1,3}$`).test(id))).toEqual([]);
    expect(all.filter(({ name }) => name !== name.trim() || name === '' || /[;=]/.test(name))).toEqual([]);
    expect(new Set(all.map(({ countryId, name }) => `${countryId} ${name}`)).size).toBe(all.length);
  });

  test.each([
    ['US', 57, 'US-CA', 'California'],
    ['GB', 4, 'GB-SCT', 'Scotland'],
    ['DE', 16, 'DE-BY', 'Bavaria'],
    ['IN', 36, 'IN-TN', 'Tamil Nadu'],
    ['ZA', 9, 'ZA-KZN', 'KwaZulu-Natal'],
    ['TD', 23, 'TD-ND', "N'Djamena"],
    ['BF', 13, 'BF-09', 'Hauts-Bassins'],
    ['EG', 27, 'EG-C', 'Cairo'],
    ['AE', 7, 'AE-DU', 'Dubai'],
    ['CN', 34, 'CN-GD', 'Guangdong'],
    ['FR', 26, 'FR-IDF', 'Île-de-France'],
    ['SI', 212, 'SI-061', 'Ljubljana'],
    ['BJ', 12, 'BJ-LI', 'Littoral'],
    ['GH', 16, 'GH-AA', 'Greater Accra'],
  ])('%s has %i, among them %s %s', async (country, count, id, name) => {
    const found = await database.anonymous((db) => listStates(db, country));
    expect(found).toHaveLength(count);
    expect(found).toContainEqual({ id, name });
  });

  test('49 countries have none', async () => {
    const none = (await database.anonymous(listCountryChoices)).filter(({ hasStates }) => !hasStates);
    expect(none).toHaveLength(49);
    expect(none.map(({ id }) => id)).toEqual(expect.arrayContaining(['AW', 'BM', 'HK', 'PR', 'VA']));
  });

  test('Nigeria has 774 local government areas, each with its own id', async () => {
    const all = await database.anonymous((db) => db.select().from(lgas));
    expect(all).toHaveLength(774);
    expect(all.every(({ id, stateId }) => id.startsWith(`${stateId}-`) && /^NG-[A-Z]{2}-[a-z-]+$/.test(id))).toBe(true);
    const counts = Map.groupBy(all, ({ stateId }) => stateId.slice(3));
    // Each state's own count, as the constitution's first schedule lists them.
    expect(Object.fromEntries([...counts].map(([state, areas]) => [state, areas.length]))).toEqual({
      AB: 17,
      AD: 21,
      AK: 31,
      AN: 21,
      BA: 20,
      BE: 23,
      BO: 27,
      BY: 8,
      CR: 18,
      DE: 25,
      EB: 13,
      ED: 18,
      EK: 16,
      EN: 17,
      FC: 6,
      GO: 11,
      IM: 27,
      JI: 27,
      KD: 23,
      KE: 21,
      KN: 44,
      KO: 21,
      KT: 34,
      KW: 16,
      LA: 20,
      NA: 13,
      NI: 25,
      OG: 20,
      ON: 18,
      OS: 30,
      OY: 33,
      PL: 17,
      RI: 23,
      SO: 23,
      TA: 16,
      YO: 17,
      ZA: 14,
    });
  });

  test('six names occur in two states, and both areas exist', async () => {
    const byName = new Map<string, string[]>();
    for (const lga of await database.anonymous((db) => db.select().from(lgas))) {
      byName.set(lga.name, [...(byName.get(lga.name) ?? []), lga.stateId].sort());
    }
    expect(Object.fromEntries([...byName].filter(([, ids]) => ids.length > 1))).toEqual({
      Bassa: ['NG-KO', 'NG-PL'],
      Ifelodun: ['NG-KW', 'NG-OS'],
      Irepodun: ['NG-KW', 'NG-OS'],
      Nasarawa: ['NG-KN', 'NG-NA'],
      Obi: ['NG-BE', 'NG-NA'],
      Surulere: ['NG-LA', 'NG-OY'],
    });
  });
});

describe('finding a place by what people write', () => {
  test.each([
    ['Abuja', 'NG-FC'],
    ['F.C.T.', 'NG-FC'],
    ['Abuja (FCT)', 'NG-FC'],
    ['federal capital territory', 'NG-FC'],
    ['Lagos State', 'NG-LA'],
    ['AKWA-IBOM', 'NG-AK'],
    ['Nassarawa', 'NG-NA'],
    ['Bornu', 'NG-BO'],
    ['Oshun State', 'NG-OS'],
    ['Zanfara', 'NG-ZA'],
    ['NG-OY', 'NG-OY'],
  ])('the state %j is %s', (name, id) => expect(places.findState(name)?.id).toBe(id));

  test.each([
    ['NG-OG', 'Shagamu', 'Sagamu'],
    ['NG-OG', 'Egbado North', 'Yewa North'],
    ['NG-RI', 'Emuoha', 'Emohua'],
    ['NG-RI', 'EMOHUA LGA', 'Emohua'],
    ['NG-LA', 'Eti Osa Local Government Area', 'Eti-Osa'],
    ['NG-LA', 'Somolu', 'Shomolu'],
    ['NG-FC', 'AMAC', 'Abuja Municipal'],
    ['NG-KD', 'Jema’a', "Jema'a"],
    ['NG-KT', 'Jibiya', 'Jibia'],
    ['NG-NI', 'Minna', 'Chanchaga'],
    ['NG-AN', 'Anyamelum', 'Ayamelum'],
  ])('in %s the area %j is %s', (stateId, name, found) => expect(places.findLga(stateId, name)?.name).toBe(found));

  test('the state decides between areas of the same name', () => {
    expect(places.findLga('NG-LA', 'Surulere')?.id).toBe('NG-LA-surulere');
    expect(places.findLga('NG-OY', 'Surulere')?.id).toBe('NG-OY-surulere');
    expect(places.findLga('NG-KN', 'Surulere')).toBeNull();
  });

  test('a state is looked for in Nigeria unless another country is named', () => {
    expect(places.findState('Plateau')?.id).toBe('NG-PL');
    expect(places.findState('Plateau', 'BJ')?.id).toBe('BJ-PL');
  });

  test.each([
    ['RU', 'Moscow', 'RU-MOW'],
    ['RU', 'Moscow oblast', 'RU-MOS'],
    ['UZ', 'Tashkent region', 'UZ-TO'],
    ['KE', 'Kiambu County', 'KE-13'],
    ['PL', 'Lodz', 'PL-10'],
    ['PL', 'Swietokrzyskie', 'PL-26'],
    ['AZ', 'Agcabedi', 'AZ-AGC'],
    ['US', 'Washington D.C.', 'US-DC'],
    ['US', 'Washington', 'US-WA'],
  ])('of %s, %j is %s', (country, name, id) => {
    expect(places.findState(name, country)?.id).toBe(id);
    expect(places.findState(id, country)?.id).toBe(id);
  });

  test('each place in the world is found by its own name and no other', async () => {
    const all = await database.anonymous((db) => db.select().from(states));
    expect(all.filter(({ id, name, countryId }) => places.findState(name, countryId)?.id !== id)).toEqual([]);
  });

  test('a country says whether it has states to choose from, so that a file can contain others', () => {
    expect([places.hasStates('NG'), places.hasStates('US'), places.hasStates('AW')]).toEqual([true, true, false]);
    expect(places.findState('Noord', 'AW')).toBeNull();
  });

  test.each([
    ['USA', 'US'],
    ["Cote d'Ivoire", 'CI'],
    ['Benin Republic', 'BJ'],
    ['nigeria', 'NG'],
  ])('the country %j is %s', (name, id) => expect(places.findCountry(name)?.id).toBe(id));

  test.each(['', ' ', '--', 'Atlantis'])('%j is nowhere', (name) => {
    expect([places.findCountry(name), places.findState(name), places.findLga('NG-LA', name)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('every alternative spelling finds its own place', () => {
    for (const [id, spellings] of Object.entries(lgaSpellings)) {
      for (const name of spellings) expect(places.findLga(id.slice(0, 5), name)?.id, name).toBe(id);
    }
    for (const [id, spellings] of Object.entries(stateSpellings)) {
      for (const name of spellings) expect(places.findState(name, id.slice(0, 2))?.id, name).toBe(id);
    }
    for (const [id, spellings] of Object.entries(countrySpellings)) {
      for (const name of spellings) expect(places.findCountry(name)?.id, name).toBe(id);
    }
  });
});
