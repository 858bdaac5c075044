/** Goes on at once with a value that is there, and later with one that is still to come. */
export function whenReady<A, B>(value: A | Promise<A>, goOn: (value: A) => B | Promise<B>): B | Promise<B> {
  return value instanceof Promise ? value.then(goOn) : goOn(value)
}
