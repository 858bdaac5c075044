/** Earlier versions had a service worker, and kept copies of pages and lists in the browser's caches. */
export async function removeServiceWorker(): Promise<void> {
  // Plain http on another machine has neither.
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const caches = globalThis.caches as CacheStorage | undefined
  for (const registration of (await worker?.getRegistrations()) ?? []) await registration.unregister()
  for (const name of (await caches?.keys()) ?? []) await caches?.delete(name)
}
