/** The address of a font file in the build. */
declare module '*.woff2?url' {
  const address: string;
  export default address;
}
