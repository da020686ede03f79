/** The package has headers of C, and says where they are. */
declare module 'node-api-headers' {
  const headers: { readonly include_dir: string };
  export default headers;
}
