declare module 'vnu-jar' {
  /** The path of the validator's archive. */
  const path: string
  export default path
}
