/** Host without native code: a page. */
import type { NativeHost } from './host.js';

const refusal = { refused: 'there is none here', isWithoutCompiler: true } as const;

/** Host that runs use (`#native` of package.json). */
export const nativeHost: NativeHost = {
  isPossible: false,
  make: async () => refusal,
  load: () => {
    throw new Error('no native code here');
  },
};
