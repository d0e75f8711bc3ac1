/** An import of it would load all of fetch and WebSocket, which are among its names, with each start. */
export const nodeHttp = process.getBuiltinModule('node:http');
