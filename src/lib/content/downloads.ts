/** The list of documents that the build makes for `/claims/download`: written by the build, read by the page. */
import { z } from 'zod/mini'

export const DOWNLOADS = { folder: 'public/downloads', list: 'list.json' } as const

/** Languages that letters and phrases for clinics are written in. */
export const LETTER_LANGUAGES = ['en', 'ja', 'de'] as const
export type LetterLanguage = (typeof LETTER_LANGUAGES)[number]

/** Groups of the page, in order. */
export const DOWNLOAD_KINDS = ['form', 'letter', 'phrases', 'checklist', 'invoices'] as const
export type DownloadKind = (typeof DOWNLOAD_KINDS)[number]

export const downloadsSchema = z.array(
  z.object({
    lang: z.enum(['en', 'cn']),
    name: z.string(),
    kind: z.enum(DOWNLOAD_KINDS),
    /** Its title, and for whom or what it is, in words. */
    title: z.string(),
    about: z.string(),
    /** Size in bytes. */
    size: z.int(),
    madeOn: z.string(),
  }),
)
export type DownloadEntry = z.infer<typeof downloadsSchema>[number]

/** Address of a plan's policy terms as a PDF, which the build makes too. */
export const termsPdfPath = (lang: DownloadEntry['lang'], plan: string): string =>
  `/downloads/${lang}/terms-${plan}.pdf`

/** Address of the file. */
export const downloadPath = ({ lang, name }: Pick<DownloadEntry, 'lang' | 'name'>): string =>
  `/downloads/${lang}/${name}.pdf`
