import { lazy, type ComponentType } from 'react'
import { stayWithoutScript } from '#app/layout/out-of-reach.ts'

/** A part of a screen whose script is loaded when it is first shown. Where the script cannot be loaded, the rest of the screen stays. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load().catch(stayWithoutScript) }))
