/** mathjs in one file; the package has types for its main entry only. */
declare module 'mathjs/lib/browser/math.js' {
  const mathjs: typeof import('mathjs');
  export default mathjs;
}
