import pg from 'pg';

// bigint ids and counts fit a JavaScript number, and dates stay text. Set for the whole process, because the ORM uses
// the driver's own table.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, String);
// bigint[]
pg.types.setTypeParser(1016 as number, (text) => JSON.parse(`[${text.slice(1, -1).replaceAll('NULL', 'null')}]`));
