import type { PresetSubject } from './preset-fields.ts';

const lower = ['Primary 1', 'Primary 2', 'Primary 3'];
const upper = ['Primary 4', 'Primary 5', 'Primary 6'];
const before = 'Curriculum before 2025';
const religion = 'Religion';
const language = 'Nigerian language';

export const nurserySubjects: readonly PresetSubject[] = [
  { code: 'NUM', title: 'Number Work' },
  { code: 'LET', title: 'Letter Work' },
  { code: 'PHO', title: 'Phonics' },
  { code: 'RHY', title: 'Rhymes' },
  { code: 'HAB', title: 'Health Habits' },
  { code: 'SOH', title: 'Social Habits' },
  { code: 'NAT', title: 'Nature Study' },
  { code: 'WRI', title: 'Handwriting' },
  { code: 'COL', title: 'Colouring and Craft' },
  { code: 'BIB', title: 'Bible Stories', isOff: true },
];

/** The subjects of NERDC's curriculum of 2025; what it replaced is listed below, for classes that finish on it. */
export const primarySubjects: readonly PresetSubject[] = [
  { code: 'ENS', title: 'English Studies' },
  { code: 'MTH', title: 'Mathematics' },
  { code: 'BSC', title: 'Basic Science', classes: lower },
  { code: 'BST', title: 'Basic Science and Technology', classes: upper },
  { code: 'PHE', title: 'Physical and Health Education' },
  { code: 'BDL', title: 'Basic Digital Literacy', classes: upper },
  { code: 'NHI', title: 'Nigerian History' },
  { code: 'SCS', title: 'Social and Citizenship Studies' },
  { code: 'CCA', title: 'Cultural and Creative Arts' },
  { code: 'PVS', title: 'Pre-Vocational Studies', classes: upper },
  { code: 'CRS', title: 'Christian Religious Studies', group: religion },
  { code: 'IRS', title: 'Islamic Studies', group: religion },
  { code: 'HAU', title: 'Hausa', group: language },
  { code: 'IGB', title: 'Igbo', group: language },
  { code: 'YOR', title: 'Yoruba', group: language },
  { code: 'FRE', title: 'French', classes: upper, isOff: true, note: 'Optional' },
  { code: 'ARA', title: 'Arabic', isOff: true, note: 'Optional' },
  { code: 'VER', title: 'Verbal Reasoning', isOff: true },
  { code: 'QUR', title: 'Quantitative Reasoning', isOff: true },
  { code: 'SOS', title: 'Social Studies', isOff: true, note: before },
  { code: 'CIV', title: 'Civic Education', isOff: true, note: before },
  { code: 'AGR', title: 'Agricultural Science', isOff: true, note: before },
  { code: 'HEC', title: 'Home Economics', isOff: true, note: before },
  { code: 'ICT', title: 'Computer Studies', isOff: true, note: before },
];

const trade = 'Trade';

export const juniorSubjects: readonly PresetSubject[] = [
  { code: 'ENS', title: 'English Studies' },
  { code: 'MTH', title: 'Mathematics' },
  { code: 'ISC', title: 'Intermediate Science' },
  { code: 'PHE', title: 'Physical and Health Education' },
  { code: 'DIT', title: 'Digital Technologies' },
  { code: 'NHI', title: 'Nigerian History' },
  { code: 'SCS', title: 'Social and Citizenship Studies' },
  { code: 'CCA', title: 'Cultural and Creative Arts' },
  { code: 'BUS', title: 'Business Studies' },
  { code: 'CRS', title: 'Christian Religious Studies', group: religion },
  { code: 'IRS', title: 'Islamic Studies', group: religion },
  { code: 'HAU', title: 'Hausa', group: language },
  { code: 'IGB', title: 'Igbo', group: language },
  { code: 'YOR', title: 'Yoruba', group: language },
  { code: 'FDG', title: 'Fashion Design and Garment Making', group: trade },
  { code: 'CHG', title: 'Computer Hardware and GSM Repairs', group: trade },
  { code: 'SPV', title: 'Solar Photovoltaic Installation and Maintenance', group: trade, isOff: true },
  { code: 'LIV', title: 'Livestock Farming', group: trade, isOff: true },
  { code: 'BCO', title: 'Beauty and Cosmetology', group: trade, isOff: true },
  { code: 'HCP', title: 'Horticulture and Crop Production', group: trade, isOff: true },
  { code: 'FRE', title: 'French', isOff: true, note: 'Optional' },
  { code: 'ARA', title: 'Arabic', isOff: true, note: 'Optional' },
  { code: 'BSC', title: 'Basic Science', isOff: true, note: before },
  { code: 'BTE', title: 'Basic Technology', isOff: true, note: before },
  { code: 'ICT', title: 'Computer Studies', isOff: true, note: before },
  { code: 'SOS', title: 'Social Studies', isOff: true, note: before },
  { code: 'CIV', title: 'Civic Education', isOff: true, note: before },
  { code: 'AGR', title: 'Agricultural Science', isOff: true, note: before },
  { code: 'HEC', title: 'Home Economics', isOff: true, note: before },
];
