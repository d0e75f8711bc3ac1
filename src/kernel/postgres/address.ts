/** The same address with another user; a user or password in its query is dropped. */
export function asRole(address: string, user: string, password: string) {
  const { scheme, host, database, query } = split(address);
  query.delete('user');
  query.delete('password');
  const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return join(scheme, credentials, host, database, query);
}

/** The same address with another database. */
export function inDatabase(address: string, name: string) {
  const { scheme, credentials, host, query } = split(address);
  return join(scheme, credentials, host, encodeURIComponent(name), query);
}

/** The password that an address carries, or an empty string. */
export function passwordIn(address: string) {
  const { credentials, query } = split(address);
  const [, password = ''] = /^[^:]*:(.*)@$/.exec(credentials) ?? [];
  return query.get('password') ?? decodeURIComponent(password);
}

/** Fit to be printed: the address without its password. */
export function withoutPassword(address: string) {
  const { scheme, credentials, host, database } = split(address);
  return `${scheme}${credentials.replace(/:.*@$/, '@')}${host}/${database}`;
}

// URL cannot hold what pg accepts: an empty host beside a user, with the socket's folder in the query.
function split(address: string) {
  const [base = '', query = ''] = address.split(/\?(.*)/s);
  const [, scheme = '', credentials = '', host = '', database = ''] =
    /^(\w+:\/\/)(.*@)?([^/]*)\/?(.*)$/s.exec(base) ?? [];
  return { scheme, credentials, host, database, query: new URLSearchParams(query) };
}

function join(scheme: string, credentials: string, host: string, database: string, query: URLSearchParams) {
  const tail = query.size ? `?${query}` : '';
  return `${scheme}${credentials}${host}/${database}${tail}`;
}
