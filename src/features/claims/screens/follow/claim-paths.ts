/** Addresses inside a case, without language. */
import { localPath, type Lang } from '../../../../lib/locale.ts'
import type { ClaimView } from '../../contract.ts'
import { resultPath } from '../../rows.ts'
import { placeOf } from '../upload-slots.ts'
import { openRequest } from './claim-selectors.ts'

export const detailPath = (id: string): string => `/claim/query/detail_progress?id=${id}`
export const imagesPath = (id: string): string => `/claim/query/image_list?id=${id}`
/** The page of one item of a request; `at` names its part: the sample, or "I cannot get this". */
export const itemPath = (id: string, item: string, at?: 'sample' | 'cannot'): string => `/claim/application/supplement/detail?id=${id}&item=${item}${at ? `#${at}` : ''}`

/** The page where photos of a slot are added: the item that asks for them, or the running review; none when neither exists. */
export function photosPath(claim: ClaimView, slot: string): string | undefined {
  const { item } = placeOf(slot)
  if (item === undefined) return claim.appeals.some(({ status }) => status === 'open') ? `${resultPath(claim)}#appeal` : undefined
  return openRequest(claim)?.items.some(({ id }) => id === item) ? itemPath(claim.id, item) : undefined
}

/** The article in the plan's terms. */
export const clausePath = (lang: Lang, plan: string, clause: string): string => localPath(lang, `/plan/details/clause/${plan}#c${clause}`)
