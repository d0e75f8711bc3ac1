import type { Chance } from './chance.demo.ts';

/** What siblings share. */
export interface Family {
  people: People;
  surname: string;
  religion: Religion;
  language: string;
  stateId: string;
}

export interface GivenNames {
  gender: 'female' | 'male';
  firstName: string;
  middleName: string | null;
}

/** The percentage of families of each people, by place. */
export type Mix = Partial<Record<People, number>>;

/** A random family for a place. */
export function inventFamily(chance: Chance, mix: Mix): Family {
  const people = chance.weighted(mix);
  const { language, religions, states, surnames } = names[people];
  return {
    people,
    surname: chance.of(surnames),
    religion: chance.weighted(religions),
    language,
    stateId: chance.weighted(states),
  };
}

/** First names that fit the family's people and religion. */
export function inventNames(chance: Chance, { people, religion, surname }: Family, girls = 50): GivenNames {
  const gender = chance.often(girls) ? 'female' : 'male';
  const own = names[people][gender];
  const faith = namesOfFaith[religion][gender];
  const first = chance.of(chance.often(55) || !faith.length ? own : faith);
  const other = chance.of(own.includes(first) && faith.length ? faith : own);
  const isUsable = other !== first && other !== surname && chance.often(82);
  return {
    gender,
    firstName: first === surname ? other : first,
    middleName: isUsable && first !== surname ? other : null,
  };
}

/** A valid but unused phone number: no network has the prefix 0919. */
export const inventedPhone = (n: number): string =>
  `+234919${String((n * 7_368_787 + 1_234_567) % 10_000_000).padStart(7, '0')}`;

/** A name for e-mail addresses: `Adéyẹmí` becomes `adeyemi`. */
export const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

type People = 'edo' | 'efik' | 'hausa' | 'igbo' | 'nupe' | 'tiv' | 'urhobo' | 'yoruba';
type Religion = 'Christianity' | 'Islam' | 'Traditional';

interface Names {
  language: string;
  religions: Partial<Record<Religion, number>>;
  /** The families' origins, by weight. */
  states: Record<string, number>;
  surnames: string[];
  female: string[];
  male: string[];
}

const words = (text: string) => text.trim().split(/\s+/);

export const names: Record<People, Names> = {
  yoruba: {
    language: 'Yoruba',
    religions: { Christianity: 54, Islam: 44, Traditional: 2 },
    states: { 'NG-OG': 40, 'NG-OY': 18, 'NG-LA': 14, 'NG-OS': 12, 'NG-EK': 6, 'NG-ON': 6, 'NG-KW': 4 },
    surnames: words(`Adebayo Adéyẹmí Afolabi Ajayi Akindele Akinola Alabi Alade Awoyemi Bakare Balogun Bamgbose Coker
      Dada Ekundayo Fagbemi Falade Fasola Idowu Jimoh Lawal Odeyemi Odunsi Ogunbanjo Ogundipe Ogunleye Ojo Okunola
      Oladipo Olaniyan Olatunji Olawale Olayinka Onabanjo Oni Owolabi Oyelaran Popoola Raji Salami Sanni Shittu
      Sobowale Sofoluwe Sowande Ṣówándé Taiwo Tella Tijani Yusuf`),
    female: words(`Abimbola Adunni Ayomide Bukola Damilola Ebunoluwa Folake Ifeoluwa Kehinde Modupe Morenike Motunrayo
      Olabisi Omolara Ronke Simisola Taiwo Temitope Titilayo Yetunde`),
    male: words(`Adewale Akinwale Ayodeji Babatunde Bolaji Damola Femi Gbenga Ifedayo Kayode Kehinde Kunle Olumide
      Oluwaseun Rotimi Segun Taiwo Tobi Tunde Wale`),
  },
  igbo: {
    language: 'Igbo',
    religions: { Christianity: 97, Traditional: 3 },
    states: { 'NG-AN': 26, 'NG-IM': 25, 'NG-AB': 18, 'NG-EN': 18, 'NG-EB': 8, 'NG-DE': 5 },
    surnames: words(`Agu Aniekwe Anyanwu Azubuike Chukwu Eze Ezeh Ibe Ikwuemesi Iwu Madu Mbah Ndukwe Nwachukwu Nwankwo
      Nwosu Obi Ogbonna Okafor Okeke Okonkwo Onwuka Onyekwere Ude Umeh`),
    female: words(`Adaeze Amarachi Chiamaka Chidinma Chioma Ifeoma Ijeoma Kosisochukwu Ngozi Nkechi Nneka Oluchi
      Somtochukwu Uchechi`),
    male: words(`Chibuike Chinedu Chukwuemeka Ebuka Emeka Ifeanyi Ikenna Kelechi Kenechukwu Nnamdi Obinna Okechukwu
      Tobechukwu Uchenna`),
  },
  hausa: {
    language: 'Hausa',
    religions: { Islam: 95, Christianity: 5 },
    states: {
      'NG-KN': 22,
      'NG-KD': 20,
      'NG-NI': 16,
      'NG-KT': 12,
      'NG-SO': 8,
      'NG-BA': 8,
      'NG-ZA': 5,
      'NG-KE': 5,
      'NG-JI': 4,
    },
    surnames: words(`Abdullahi Abubakar Adamu Aliyu Bala Bello Danjuma Dogo Gambo Garba Haruna Ibrahim Idris Lawan
      Maikano Mohammed Musa Sani Shehu Suleiman Tanko Umar Usman Yakubu Yaro`),
    female: words(`Aisha Amina Asma'u Fatima Hadiza Halima Hauwa Jummai Maryam Rakiya Safiya Zainab`),
    male: words(`Aminu Auwal Bashir Faruk Ibrahim Isa Kabiru Nasiru Nura Sadiq Umar Yahaya`),
  },
  edo: {
    language: 'Edo',
    religions: { Christianity: 92, Islam: 5, Traditional: 3 },
    states: { 'NG-ED': 95, 'NG-DE': 5 },
    surnames: words(`Aigbe Edosomwan Ehigiator Ero Idahosa Imasuen Iyamu Ogbebor Omoregie Osagie Osunde Uwaifo`),
    female: words(`Adesuwa Eki Esosa Isoken Itohan Ivie Omosede Osarugue`),
    male: words(`Aisosa Efosa Eghosa Nosakhare Osamudiamen Osaretin Osaro Uyiosa`),
  },
  efik: {
    language: 'Efik',
    religions: { Christianity: 98, Traditional: 2 },
    states: { 'NG-CR': 50, 'NG-AK': 50 },
    surnames: words(`Akpan Archibong Asuquo Bassey Edet Effiong Ekpo Essien Etim Eyo Inyang Ita Okon Udoh Umoh`),
    female: words(`Arit Atim Ekaette Idara Iniobong Mfon Nkoyo Uduak`),
    male: words(`Aniefiok Edidiong Ekemini Emem Itoro Nsikak Otu Ubong`),
  },
  tiv: {
    language: 'Tiv',
    religions: { Christianity: 97, Traditional: 3 },
    states: { 'NG-BE': 85, 'NG-TA': 9, 'NG-NA': 6 },
    surnames: words(`Agber Akaa Gbor Ikyaagba Iorfa Iorliam Kpam Orkuma Shima Tyough Utsev Zaki`),
    female: words(`Dooshima Doosuur Hembadoon Mimidoo Msendoo Ngunan Nguwasen Sewuese`),
    male: words(`Aondoakaa Iorwuese Msughter Orduen Saater Terhemba Terngu Tertsea`),
  },
  nupe: {
    language: 'Nupe',
    religions: { Islam: 82, Christianity: 18 },
    states: { 'NG-NI': 84, 'NG-KW': 10, 'NG-KO': 6 },
    surnames: words(`Gana Jiya Kolo Kudu Ndagi Ndako Ndayako Saba Tsado Tswanya Yisa Zubairu`),
    female: words(`Aishetu Fatima Habiba Kaka Nagogo Salamatu Yabo Zainab`),
    male: words(`Alhassan Baba Gimba Jibrin Mohammed Nda Sule Yahaya`),
  },
  urhobo: {
    language: 'Urhobo',
    religions: { Christianity: 95, Traditional: 5 },
    states: { 'NG-DE': 100 },
    surnames: words(`Agbofodoh Akpobome Edafe Efemuaye Emuobo Ighodaro Okpako Onoriode Oghenekaro Umukoro Uvieghara`),
    female: words(`Ejiro Elohor Ese Mamuzo Onome Oghenetega Rukevwe Vwarhe`),
    male: words(`Akpovire Efe Eguono Ejaife Mudiaga Oghenero Onajite Voke`),
  },
};

/** Religious names, used across peoples. */
export const namesOfFaith: Record<Religion, { female: string[]; male: string[] }> = {
  Christianity: {
    female: words(`Blessing Deborah Elizabeth Esther Favour Grace Joy Mary Mercy Miracle Patience Peace Precious Rebecca
      Ruth Sarah Victoria`),
    male: words(`Caleb Daniel David Emmanuel Ezekiel Gabriel Isaac John Joseph Joshua Michael Moses Peter Philip Samuel
      Stephen Victor`),
  },
  Islam: {
    female: words(`Aminat Aisha Barakat Fatimah Hafsat Halimat Kafayat Khadijat Mariam Monsurat Rukayat Zainab`),
    male: words(`Abdulrahman Ahmed Habeeb Hassan Ismail Kabir Mubarak Mustapha Quadri Ridwan Sodiq Waris`),
  },
  Traditional: { female: [], male: [] },
};
