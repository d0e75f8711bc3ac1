import type { PresetSubject } from './preset.ts';

const before = 'Curriculum before 2025';
const trade = 'Trade';
const language = 'Nigerian language';
const religion = 'Religion';

/** As most schools divide them: arm A for sciences, B for business, C for humanities. */
const [science, business, humanities] = ['A', 'B', 'C'] as const;

export const seniorSubjects: readonly PresetSubject[] = [
  { code: 'ENG', title: 'English Language' },
  { code: 'MTH', title: 'Mathematics' },
  { code: 'CHS', title: 'Citizenship and Heritage Studies' },
  { code: 'DIT', title: 'Digital Technologies' },
  { code: 'FDG', title: 'Fashion Design and Garment Making', group: trade },
  { code: 'CHG', title: 'Computer Hardware and GSM Repairs', group: trade },
  { code: 'ECO', title: 'Economics' },
  { code: 'BIO', title: 'Biology', arms: science },
  { code: 'CHM', title: 'Chemistry', arms: science },
  { code: 'PHY', title: 'Physics', arms: science },
  { code: 'FMT', title: 'Further Mathematics', arms: science },
  { code: 'AGR', title: 'Agricultural Science', arms: science },
  { code: 'GEO', title: 'Geography', arms: `${science}, ${humanities}` },
  { code: 'ACC', title: 'Accounting', arms: business },
  { code: 'COM', title: 'Commerce', arms: business },
  { code: 'MKT', title: 'Marketing', arms: business },
  { code: 'GOV', title: 'Government', arms: `${business}, ${humanities}` },
  { code: 'LIT', title: 'Literature in English', arms: humanities },
  { code: 'NHI', title: 'Nigerian History', arms: humanities },
  { code: 'CRS', title: 'Christian Religious Studies', group: religion, arms: humanities },
  { code: 'IRS', title: 'Islamic Studies', group: religion, arms: humanities },
  { code: 'HAU', title: 'Hausa', group: language, arms: humanities },
  { code: 'IGB', title: 'Igbo', group: language, arms: humanities },
  { code: 'YOR', title: 'Yoruba', group: language, arms: humanities },
  { code: 'TDR', title: 'Technical Drawing', arms: science, isOff: true },
  { code: 'PED', title: 'Physical Education', arms: science, isOff: true },
  { code: 'HED', title: 'Health Education', arms: science, isOff: true },
  { code: 'FNU', title: 'Foods and Nutrition', arms: science, isOff: true },
  { code: 'VAR', title: 'Visual Arts', arms: humanities, isOff: true },
  { code: 'MUS', title: 'Music', arms: humanities, isOff: true },
  { code: 'HMG', title: 'Home Management', arms: humanities, isOff: true },
  { code: 'CTC', title: 'Catering Craft', arms: humanities, isOff: true },
  { code: 'FRE', title: 'French', arms: humanities, isOff: true },
  { code: 'ARA', title: 'Arabic', arms: humanities, isOff: true },
  { code: 'SPV', title: 'Solar Photovoltaic Installation and Maintenance', group: trade, isOff: true },
  { code: 'LIV', title: 'Livestock Farming', group: trade, isOff: true },
  { code: 'BCO', title: 'Beauty and Cosmetology', group: trade, isOff: true },
  { code: 'HCP', title: 'Horticulture and Crop Production', group: trade, isOff: true },
  { code: 'CIV', title: 'Civic Education', isOff: true, note: before },
  { code: 'DAT', title: 'Data Processing', group: trade, isOff: true, note: before },
  { code: 'ICT', title: 'Computer Studies', isOff: true, note: before },
];
