declare module 'lighthouse' {
  /** The part of Lighthouse that `npm run lighthouse` uses, so that types are checked without the packages of bench/. */
  export type Config = object
  export type Audit = {
    title: string
    /** From 0 to 1; null where there is none. */
    score: number | null
    numericValue?: number
    displayValue?: string
    details?: { type: string; items?: { resourceType?: string; transferSize?: number }[] }
  }
  export type Result = {
    categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>
    audits: Record<string, Audit>
    runtimeError?: object
  }
  export const desktopConfig: Config
  export default function lighthouse(
    url: string,
    flags: { port: number; logLevel: 'silent'; onlyCategories: string[] },
    config?: Config,
  ): Promise<{ lhr: Result } | undefined>
}
