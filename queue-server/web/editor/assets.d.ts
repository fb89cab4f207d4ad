/** Files that the build takes in: sources as text, pictures by their address. */
declare module '*.asy' {
  const text: string;
  export default text;
}
declare module '*.svg' {
  const address: string;
  export default address;
}
