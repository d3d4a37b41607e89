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

/** Address of the file. */
export const downloadPath = ({ lang, name }: Pick<DownloadEntry, 'lang' | 'name'>): string => `/downloads/${lang}/${name}.pdf`
