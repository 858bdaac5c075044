/** The environment of a command of the shop: these variables, and from the test's only where programs and compiled code are. */
export const commandEnvironment = (variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  ...variables,
})
