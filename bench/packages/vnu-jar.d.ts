declare module 'vnu-jar' {
  /** Where the validator's program for Java is. */
  const path: string
  export default path
}
