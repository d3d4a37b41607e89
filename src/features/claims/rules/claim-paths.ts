/**
 * Addresses of a claim's pages, without language. Drafts: `pagePath` of `steps.ts`; the page of a result: `resultPath`
 * of `claim-list-words.ts`.
 */
import { localPath, type Lang } from '../../../lib/locale.ts'
import type { DocumentKind } from './document-kinds.ts'

/** The page that shows a claim's state; messages and lists link here. */
export const progressPath = (id: string): string => `/claim/query/progress?id=${id}`
export const draftPath = (id: string): string => `/claim/application/apply?id=${id}`
export const supplementPath = (id: string): string => `/claim/application/supplement?id=${id}`
export const detailPath = (id: string): string => `/claim/query/detail_progress?id=${id}`
export const imagesPath = (id: string): string => `/claim/query/image_list?id=${id}`
/** The page of one item of a request; `at` names its part: the sample, or "I cannot get this". */
export const itemPath = (id: string, item: string, at?: 'sample' | 'cannot'): string =>
  `/claim/application/supplement/detail?id=${id}&item=${item}${at ? `#${at}` : ''}`

/** Where a document that nobody asked for is added; `kind`: which one, if known. */
export const addDocumentPath = (id: string, kind?: DocumentKind): string =>
  `/claim/application/supplement/detail?id=${id}&add=${kind ?? ''}`

/** A new claim for a further visit of the same illness or accident. */
export const followUpPath = (id: string): string => `/claim/application/list?after=${id}`

/** The article in the plan's terms. */
export const clausePath = (lang: Lang, plan: string, clause: string): string =>
  localPath(lang, `/plan/details/clause/${plan}#c${clause}`)
