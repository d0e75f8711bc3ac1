import type { DemoStep } from '#web/feature.ts';
import { insertMarks } from './marks.demo.ts';
import { setUpAssessment } from './setup.demo.ts';

/** After admissions, when everybody is in a batch. */
export const steps: DemoStep[] = [
  {
    place: 116,
    async load(tx, { school, college }) {
      await setUpAssessment(tx, school.id, {
        scale: 'waec',
        ...{ name: 'Two tests of 20, examination 60', system: 'average', step: '50' },
        components: [
          ['First test', 20],
          ['Second test', 20],
          ['Examination', 60],
        ],
        traits: ['Neatness', 'Punctuality', 'Reliability', 'Initiative'],
      });
      await setUpAssessment(tx, college.id, {
        scale: 'polytechnic',
        ...{ name: 'Continuous assessment 40, examination 60', system: 'gpa', step: '100' },
        components: [
          ['Continuous assessment', 40],
          ['Examination', 60],
        ],
        traits: [],
      });
      await insertMarks(tx, school.id);
      await insertMarks(tx, college.id);
    },
  },
];
