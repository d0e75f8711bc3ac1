/** The address with another user; drops a user or password in its query. */
export function asRole(address: string, user: string, password: string) {
  const { scheme, host, database, query } = split(address);
  query.delete('user');
  query.delete('password');
  const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return join(scheme, credentials, host, database, query);
}

/** The address with another database. */
export function inDatabase(address: string, name: string) {
  const { scheme, credentials, host, query } = split(address);
  return join(scheme, credentials, host, encodeURIComponent(name), query);
}

/** The password in an address, or an empty string. */
export function passwordIn(address: string) {
  const { credentials, query } = split(address);
  const [, password = ''] = /^[^:]*:(.*)@$/.exec(credentials) ?? [];
  return query.get('password') ?? decodeURIComponent(password);
}

/** The host in an address; several, as other clients accept them, are separated by commas. */
export function hostsIn(address: string) {
  const { host, query } = split(address);
  return (query.get('host') ?? host).split(',');
}

/** The address without its password, for printing. */
export function withoutPassword(address: string) {
  const { scheme, credentials, host, database } = split(address);
  return `${scheme}${credentials.replace(/:.*@$/, '@')}${host}/${database}`;
}

// URL rejects what pg accepts: an empty host beside a user, with the socket's folder in the query.
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
