import type { SessionKeeper } from '#app/identity/session-keeper.ts'

/*
 * A page that nobody is signed in to works without the code that keeps a session. It comes with the first screen that
 * makes calls, or when it is asked for; whoever shows the session is told then.
 */

let arrived: SessionKeeper | undefined
let welcome: ((keeper: SessionKeeper) => void) | undefined

/** Called once, where the keeper is made. */
export function announceKeeper(keeper: SessionKeeper): void {
  arrived = keeper
  welcome?.(keeper)
}

/** Undefined while no screen has needed it. */
export const arrivedKeeper = (): SessionKeeper | undefined => arrived

/** Tells `listener` as soon as there is a keeper, at once when there is one. What comes back stops that. */
export function onKeeper(listener: (keeper: SessionKeeper) => void): () => void {
  welcome = listener
  if (arrived) listener(arrived)
  return () => {
    welcome = undefined
  }
}
