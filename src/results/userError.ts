/** Mistakes of the user; the reader of files, which stands before results, has them too. */
export { UserError } from '../circuit/file/userError.js';
