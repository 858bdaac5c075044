import { euStates, stateOfVatId, type VatIdStatus } from '#contract/payments/tax.ts'
import { askExternal } from '../images/ask-external.ts'
import { StoreUnavailable } from '../images/store-unavailable.ts'
import type { VatRegister } from './tax-services.ts'

/** The buyer waits, so it is one short question; a job asks again. */
const PATIENCE = { attemptMs: 4_000, totalMs: 4_000, attempts: 1, maxBytes: 64 * 1024 }

const known = new Set<string>([...euStates, 'XI'])

/** VIES, the register of the European Commission, by its REST interface at `url`. */
export const viesRegister = (url: string): VatRegister => ({
  knows: (vatId) => known.has(stateOfVatId(vatId)),
  async check(vatId) {
    if (!known.has(stateOfVatId(vatId))) return 'unverified'
    const body = JSON.stringify({ countryCode: vatId.slice(0, 2), vatNumber: vatId.slice(2) })
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    try {
      const answer = await askExternal(
        'VIES',
        async () => new Request(`${url}/check-vat-number`, { method: 'POST', headers, body }),
        PATIENCE,
      )
      return answer.status === 200 ? readAnswer(answer.body.toString('utf8')) : 'unverified'
    } catch (error) {
      if (error instanceof StoreUnavailable) return 'unverified'
      throw error
    }
  },
})

/** Errors of a state's own register come with status 200, some of them beside `valid: false`. */
function readAnswer(body: string): VatIdStatus {
  const said = parse(body)
  if (said === undefined || (said['userError'] !== undefined && said['userError'] !== 'VALID' && said['userError'] !== 'INVALID')) {
    return 'unverified'
  }
  if (said['valid'] === true) return 'valid'
  return said['valid'] === false ? 'invalid' : 'unverified'
}

function parse(body: string): Record<string, unknown> | undefined {
  try {
    const said: unknown = JSON.parse(body)
    return typeof said === 'object' && said !== null ? { ...said } : undefined
  } catch {
    return undefined
  }
}
