import { afterTheFile } from './after-the-file.ts'

/** Replaces a method until the end of the file; replacements by `vi.spyOn` are reverted before each test. */
export function replaceForTheFile<T extends object, K extends keyof T>(owner: T, name: K, replace: (original: T[K]) => T[K]): void {
  const before = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, { configurable: true, writable: true, value: replace(owner[name]) })
  afterTheFile(() => (before ? Object.defineProperty(owner, name, before) : Reflect.deleteProperty(owner, name)))
}
