/* As every function with other rights than its caller's. */
alter function akada_remove_imported(int, bigint, text, bigint[]) set search_path = public, pg_temp;
