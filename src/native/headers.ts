/** Where the headers of Node-API stand, for what is compiled on this machine. */
import headers from 'node-api-headers';

export const nodeApiFolder: string = headers.include_dir;
