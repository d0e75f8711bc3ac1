import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type Database } from '#kernel/database.ts';
import { freshDatabase } from '#test/harness/database.ts';
import { listCountries, listLgas, listStates, loadGazetteer, type Gazetteer } from './geography.queries.ts';
import { lgas } from './geography.schema.ts';
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

  test('Nigeria has 774 local government areas, each with an id of its own', async () => {
    const all = await database.anonymous((db) => db.select().from(lgas));
    expect(all).toHaveLength(774);
    expect(all.every(({ id, stateId }) => id.startsWith(`${stateId}-`) && /^NG-[A-Z]{2}-[a-z-]+$/.test(id))).toBe(true);
    expect(await database.anonymous((db) => listLgas(db, 'NG-LA'))).toHaveLength(20);
  });

  test('six names occur in two states, and both areas exist', async () => {
    const states = new Map<string, string[]>();
    for (const lga of await database.anonymous((db) => db.select().from(lgas))) {
      states.set(lga.name, [...(states.get(lga.name) ?? []), lga.stateId].sort());
    }
    expect(Object.fromEntries([...states].filter(([, ids]) => ids.length > 1))).toEqual({
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

  test('every other spelling leads to its own place', () => {
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
