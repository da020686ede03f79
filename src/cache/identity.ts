/** SHA-256 (hex) of all compiled files of this build, which the build writes here (build/identity.ts): what one build has kept is nothing to another. */
export const buildIdentity: string = '';
