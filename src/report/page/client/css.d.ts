/** Style sheets are bundled as texts. */
declare module '*.css' {
  const text: string;
  export default text;
}
