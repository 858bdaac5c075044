import type { SessionKeeper } from '#app/identity/session-keeper.ts'

/*
 * Pages without a session work without the session code. It is loaded with the first screen that makes calls, or on
 * demand; subscribers are notified then.
 */

let arrived: SessionKeeper | undefined
let welcome: ((keeper: SessionKeeper) => void) | undefined

/** Called once, when the keeper is created. */
export function announceKeeper(keeper: SessionKeeper): void {
  arrived = keeper
  welcome?.(keeper)
}

/** Undefined until a screen needs it. */
export const arrivedKeeper = (): SessionKeeper | undefined => arrived

/** Calls `listener` when there is a keeper, immediately if there is one already. Returns an unsubscribe function. */
export function onKeeper(listener: (keeper: SessionKeeper) => void): () => void {
  welcome = listener
  if (arrived) listener(arrived)
  return () => {
    welcome = undefined
  }
}
