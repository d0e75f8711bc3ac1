import { connect } from '#kernel/database.ts';
import { tellAbsences } from '#features/teaching/attendance/alerts/tell-absences.job.ts';

// A process that tells guardians of absences, for a test to kill: the address of the database, and the moment that it is.
const database = connect({ url: process.argv[2]!, max: 4 });
process.on('disconnect', () => process.exit());
for (;;) await tellAbsences(database, new Date(process.argv[3]!));
