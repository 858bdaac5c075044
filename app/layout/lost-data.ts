import type { DataStrategyResult, MiddlewareFunction } from 'react-router'

type Results = Record<string, DataStrategyResult>

declare global {
  interface Window {
    /** Of the script of `lost-files.ts`: what a navigation waits for if the data of the next screen did not come. */
    holdScreen?: (url: string, results: Results) => Promise<Response> | undefined
    /** Of the same script: says that the screen shows copies from `at`, in milliseconds, until it is called without `readAgain`. */
    showCopyOf?: (at?: number, readAgain?: () => void) => void
  }
}

/**
 * Where the data of the next screen do not come, the navigation is left open, and the page stays as it is. React Router
 * follows a redirect from here, too, though its type says otherwise. Without an answer from here it goes on by itself.
 */
export const keepPageWithoutData: MiddlewareFunction<Results> = async ({ request }, next) =>
  window.holdScreen?.(request.url, await next()) as undefined
