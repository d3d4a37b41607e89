/** Addresses inside a case, without language. */
import { localPath, type Lang } from '../../../../lib/locale.ts'

export const detailPath = (id: string): string => `/claim/query/detail_progress?id=${id}`
export const imagesPath = (id: string): string => `/claim/query/image_list?id=${id}`
/** One item of a request; `at` names the part of its page: the sample, or "I cannot get this". */
export const itemPath = (id: string, item: string, at?: 'sample' | 'cannot'): string => `/claim/application/supplement/detail?id=${id}&item=${item}${at ? `#${at}` : ''}`

/** The article of the plan's terms. */
export const clausePath = (lang: Lang, plan: string, clause: string): string => localPath(lang, `/plan/details/clause/${plan}#c${clause}`)
