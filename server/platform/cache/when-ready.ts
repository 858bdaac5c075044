export function whenReady<A, B>(value: A | Promise<A>, goOn: (value: A) => B | Promise<B>): B | Promise<B> {
  return value instanceof Promise ? value.then(goOn) : goOn(value)
}
