/** The environment of a command of the shop: these variables, and from the test's only the paths of programs and compiled code. */
export const commandEnvironment = (variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  ...variables,
})
