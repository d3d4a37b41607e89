/** The list of documents that the build makes for `/claims/download`: written by the build, read by the page. */
import { z } from 'zod'

export const DOWNLOADS = { folder: 'public/downloads', list: 'list.json' } as const

export const downloadsSchema = z.array(z.object({
  lang: z.enum(['en', 'cn']),
  name: z.string(),
  kind: z.enum(['form', 'checklist', 'invoices']),
  /** Of the claim, for a checklist. */
  type: z.string().nullable(),
  /** Bytes. */
  size: z.number().int(),
  madeOn: z.string(),
}))
export type DownloadEntry = z.infer<typeof downloadsSchema>[number]

/** Address of a plan's policy terms as a PDF, made by the build too. */
export const termsPdfPath = (lang: DownloadEntry['lang'], plan: string): string => `/downloads/${lang}/terms-${plan}.pdf`

/** Address of the file. */
export const downloadPath = ({ lang, name }: Pick<DownloadEntry, 'lang' | 'name'>): string => `/downloads/${lang}/${name}.pdf`
