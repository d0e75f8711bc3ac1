import { connect } from '#kernel/database.ts';
import { notifyOfAbsences } from '#features/teaching/attendance/alerts/notify-of-absences.job.ts';

// A process that tells guardians of absences, for a test to kill: the address of the database, and the moment that it is.
const database = connect({ url: process.argv[2]!, max: 4 });
process.on('disconnect', () => process.exit());
for (;;) await notifyOfAbsences(database, new Date(process.argv[3]!));
