import { startOf } from '#contract/basics/start-of.ts'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#app/paths.ts'
import type { QuoteSheet } from './quote-sheet.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const MAX_QUANTITY_LENGTH = 12

/** Adds the part of the address `/quote?part=...&quantity=...` once. */
export function useAskedPart(sheet: QuoteSheet, isReady: boolean): void {
  const { search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const asked = new URLSearchParams(search)
    const partsId = asked.get('part')
    if (!isReady || partsId === null) return
    const quantity = startOf(asked.get('quantity') ?? '', MAX_QUANTITY_LENGTH)
    if (UUID.test(partsId)) sheet.add([{ text: '', quantity, partsId }])
    void navigate(paths.quote, { replace: true })
  }, [sheet, isReady, search, navigate])
}
