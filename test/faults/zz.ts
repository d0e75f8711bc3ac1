import { runRounds } from '#test/faults/zz-rounds.ts';

// npm run faults -- [rounds] [seed]
const rounds = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? Date.now() % 100_000);
console.log(`seed ${seed}`);
const { problems, assignments, undone, imports } = await runRounds({ rounds, seed, log: console.log });
console.log(
  `${rounds} rounds, ${assignments} assignments and ${undone} undos acknowledged, ${imports.length} imports; ${problems.length} problems`,
);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length ? 1 : 0;
