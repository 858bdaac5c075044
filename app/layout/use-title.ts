import { useEffect } from 'react'
import { useRouteLoaderData } from 'react-router'
import { DEFAULT_SHOP_NAME } from '#contract/basics/limits.ts'
import type { loader as rootLoader } from '#app/root.tsx'

/** Sets the document's title on a screen that knows it only after reading. */
export function useTitle(title: string) {
  const shopName = useRouteLoaderData<typeof rootLoader>('root')?.shopName ?? DEFAULT_SHOP_NAME
  useEffect(() => {
    document.title = `${title} | ${shopName}`
  }, [title, shopName])
}
