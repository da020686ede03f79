/** How a function of one library is handed to another: an external value of Node-API points at its address, so that one calls the other without JavaScript. */

/** C of an address, in the text of both libraries. */
export const addressText = 'typedef struct { int (*call)(void *context); void *context; } rm_address;';

/** The external value; nothing can be done with it in JavaScript. */
export interface Address {
  readonly address: never;
}
