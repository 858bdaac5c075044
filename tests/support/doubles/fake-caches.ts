type Address = string | URL | { url: string }

/** The browser's store of answers, as far as the shop uses it. */
export function fakeCaches(origin: string) {
  const opened = new Map<string, Map<string, Response>>()
  const urlOf = (address: Address) => new URL(typeof address === 'object' && 'url' in address ? address.url : address, origin).href

  function open(name: string) {
    const kept = opened.get(name) ?? new Map<string, Response>()
    opened.set(name, kept)
    return {
      match: async (address: Address) => kept.get(urlOf(address))?.clone(),
      matchAll: async () => [...kept.values()].map((answer) => answer.clone()),
      put: async (address: Address, answer: Response) => void kept.set(urlOf(address), answer),
      delete: async (address: Address) => kept.delete(urlOf(address)),
      keys: async () => [...kept.keys()].map((url) => ({ url })),
    }
  }

  return {
    open: async (name: string) => open(name),
    keys: async () => [...opened.keys()],
    delete: async (name: string) => opened.delete(name),
    match: async (address: Address, { cacheName }: { cacheName: string }) => opened.get(cacheName)?.get(urlOf(address))?.clone(),
  }
}
