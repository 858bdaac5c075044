/**
 * Replaces the schema library in the browser (vite.config.ts): only the server checks a call's schemas, and the library
 * would add 17 kB to every form. It keeps only the field names of an object schema; any other import from the library
 * fails to build.
 */
const withoutSchemas = new Proxy(
  { Object: (properties: object) => ({ properties }) },
  { get: (known, name) => (name in known ? known[name as keyof typeof known] : () => ({})) },
)

export default withoutSchemas
